import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { afterEach, expect, test } from 'vitest';
import { onThisMachine } from '#tests/setup/machine.ts';
import { startSmtp } from '#tests/setup/smtp.ts';
import { outboxMailer } from './mail.outbox.ts';
import { smtpMailer } from './mail.smtp.ts';
import { senderOf, type Mailer, type OutgoingMail } from './mail.ts';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

const from = 'Landfall <desk@landfall.test>';
const mail: OutgoingMail = {
  id: '0d3b5c58-8a3c-4a52-8f6e-7b8c9d0e1f21',
  template: 'verification_code',
  to: 'zoë@example.com',
  subject: 'Your code – Grüße',
  html: '<p>Code <b>123456</b> für dich</p>',
  text: 'Code 123456 für dich',
};
const smtp = async (options = {}) => {
  const server = await startSmtp(options);
  const mailer = smtpMailer({ url: server.url, from, timeoutMs: 400 });
  closing.push(server.close, mailer.close);
  return { server, mailer };
};
const refusal = (mailer: Mailer, changes: Partial<OutgoingMail> = {}) =>
  mailer.send({ ...mail, ...changes }).then(
    () => 'sent',
    (error: { name: string; message: string; isServerDown: boolean }) => error,
  );

test('a mail arrives whole: sender, one recipient, both parts, and an id that repeats with a retry', async () => {
  const { server, mailer } = await smtp();
  await mailer.send({ ...mail, to: 'zoe@example.com' });
  expect(server.taken).toMatchObject([
    {
      recipients: ['zoe@example.com'],
      from: { name: 'Landfall', address: 'desk@landfall.test' },
      subject: mail.subject,
      messageId: `<${mail.id}@landfall.test>`,
    },
  ]);
  expect(server.taken[0]?.html?.trim()).toBe(mail.html);
  expect(server.taken[0]?.text?.trim()).toBe(mail.text);
});

test('a mail leaves under the name of the brand, at the address of the settings', async () => {
  const { server, mailer } = await smtp();
  await mailer.send({ ...mail, fromName: 'Kuda Cashpoint' });
  expect(server.taken).toMatchObject([{ from: { name: 'Kuda Cashpoint', address: 'desk@landfall.test' } }]);
});

test('an address can carry neither a second recipient nor a header', async () => {
  const { server, mailer } = await smtp();
  const addresses = [
    'a@example.com\r\nBcc: evil@example.com',
    'a@example.com, evil@example.com',
    'a@example.com;evil@example.com',
    'a <evil@example.com>',
    '<evil@example.com>',
    '"a@example.com" <evil@example.com>',
    'group: evil@example.com;',
    'a@b@example.com',
    'a@exam ple.com',
    '',
  ];
  for (const to of addresses) {
    expect(await refusal(mailer, { to })).toMatchObject({ message: 'bad address', isServerDown: false });
  }
  await mailer.send({ ...mail, to: 'zoe@example.com', subject: 'Hi\r\nBcc: evil@example.com' });
  expect(server.taken.map(({ recipients, bcc }) => ({ recipients, bcc }))).toEqual([
    { recipients: ['zoe@example.com'], bcc: undefined },
  ]);
});

test('one bad recipient is told apart from a server that is out of order, and neither tells an address', async () => {
  const answer = (code: number) => (_address: unknown, _session: unknown, done: (error?: Error) => void) =>
    done(Object.assign(new Error(`no zoe@example.com here`), { responseCode: code }));
  for (const [code, isServerDown] of [
    [550, false],
    [451, false],
    [421, true],
  ] as const) {
    const { mailer } = await smtp({ onRcptTo: answer(code) });
    const refused = await refusal(mailer, { to: 'zoe@example.com' });
    expect(refused).toMatchObject({ name: 'MailRefused', isServerDown });
    expect(refused).toMatchObject({ message: expect.stringMatching(new RegExp(`^E[A-Z]+ ${code}$`)) as string });
  }
});

test('where encryption is required, a server whose STARTTLS was stripped gets neither a mail nor a password', async () => {
  const stripped = await startSmtp();
  const mailer = smtpMailer({ url: stripped.url, from, requireTls: true, timeoutMs: 400 });
  closing.push(stripped.close, mailer.close);
  expect(await refusal(mailer, { to: 'zoe@example.com' })).toMatchObject({ name: 'MailRefused', isServerDown: true });
  expect(stripped.taken).toEqual([]);
});

test('a server that is gone, silent or stuck is given up within the timeout', async () => {
  const gone = await startSmtp();
  await gone.close();
  const sockets: Socket[] = [];
  const silent = createServer((socket) => sockets.push(socket)).listen(0, '127.0.0.1');
  const stuck = createServer((socket) => {
    sockets.push(socket);
    socket.write('220 hello\r\n');
  }).listen(0, '127.0.0.1');
  closing.push(() => {
    for (const socket of sockets) socket.destroy();
    silent.close();
    stuck.close();
  });
  for (const server of [silent, stuck]) if (!server.listening) await once(server, 'listening');
  const urls = [
    gone.url,
    ...[silent, stuck].map((server) => `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`),
  ];
  const startedAt = Date.now();
  for (const url of urls) {
    const mailer = smtpMailer({ url, from, timeoutMs: 400 });
    closing.push(mailer.close);
    expect(await refusal(mailer, { to: 'zoe@example.com' })).toMatchObject({ isServerDown: true });
  }
  expect(Date.now() - startedAt).toBeLessThan(onThisMachine(3_000));
});

test('without a mail server, mails are complete messages in a folder, in order of time, and codes are told', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'landfall-outbox-'));
  closing.push(() => rm(folder, { recursive: true, force: true }));
  const output: string[] = [];
  const mailer = outboxMailer({
    folder: join(folder, 'outbox'),
    from,
    now: () => new Date(),
    print: (line) => output.push(line),
  });
  await mailer.send({ ...mail, code: '123456' });
  await mailer.send({ ...mail, template: 'password_changed', id: '11111111-8a3c-4a52-8f6e-7b8c9d0e1f21' });
  const names = (await readdir(join(folder, 'outbox'))).toSorted();
  expect(names).toEqual([
    expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z-verification_code-0d3b5c58\.eml$/),
    expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z-password_changed-11111111\.eml$/),
  ]);
  const path = join(folder, 'outbox', names[0] ?? '');
  const bytes = await readFile(path);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect(bytes.toString().replaceAll('\r\n', '')).not.toContain('\n');
  const parsed = await PostalMime.parse(bytes);
  expect(parsed).toMatchObject({ subject: mail.subject, to: [{ address: mail.to }], from: { name: 'Landfall' } });
  expect([parsed.text?.trim(), parsed.html?.trim()]).toEqual([mail.text, mail.html]);
  expect(parsed.date).toBeTruthy();
  expect(output).toEqual([`Code for ${mail.to}: 123456`]);
});

test('the sender is read as operators write it', () => {
  expect(senderOf('Desk of Ann <desk@example.com>')).toEqual({ name: 'Desk of Ann', address: 'desk@example.com' });
  expect(senderOf('desk@example.com')).toEqual({ name: '', address: 'desk@example.com' });
});

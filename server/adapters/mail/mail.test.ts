import { readdir, readFile, stat } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import type { SMTPServerOptions } from 'smtp-server';
import { expect, onTestFinished, test } from 'vitest';
import { openFolder } from '#tests/setup/folder.ts';
import { listen } from '#tests/setup/listening.ts';
import { onThisMachine } from '#tests/setup/machine.ts';
import { startSmtp } from '#tests/setup/smtp.ts';
import { outboxMailer } from './mail.outbox.ts';
import { smtpMailer } from './mail.smtp.ts';
import { senderOf, type Mailer, type OutgoingMail } from './mail.ts';

const folder = openFolder();
const from = 'Landfall <desk@landfall.test>';
const mail: OutgoingMail = {
  id: '0d3b5c58-8a3c-4a52-8f6e-7b8c9d0e1f21',
  template: 'verification_code',
  to: 'zoe@example.com',
  subject: 'Your code – Grüße',
  html: '<p>Code <b>123456</b> für dich</p>',
  text: 'Code 123456 für dich',
};

function mailerOf(url: string, requireTls = false): Mailer {
  const mailer = smtpMailer({ url, from, requireTls, timeoutMs: 400 });
  onTestFinished(() => mailer.close());
  return mailer;
}
async function smtp(options: SMTPServerOptions = {}) {
  const server = await startSmtp(options);
  onTestFinished(server.close);
  return { server, mailer: mailerOf(server.url) };
}
const refusal = (mailer: Mailer, changes: Partial<OutgoingMail> = {}) =>
  mailer.send({ ...mail, ...changes }).then(
    () => 'sent',
    (error: { name: string; message: string; isServerDown: boolean }) => error,
  );

test('a mail has its sender, one recipient, both parts, and an id that a retry repeats', async () => {
  const { server, mailer } = await smtp();
  await mailer.send(mail);
  expect(server.taken).toMatchObject([
    {
      recipients: ['zoe@example.com'],
      from: { name: 'Landfall', address: 'desk@landfall.test' },
      subject: mail.subject,
      messageId: `<${mail.id}@landfall.test>`,
    },
  ]);
  const [receivedMail] = server.taken;
  expect([receivedMail?.html?.trim(), receivedMail?.text?.trim()]).toEqual([mail.html, mail.text]);
});

test('a mail is sent under the brand’s name from the address in the settings', async () => {
  const { server, mailer } = await smtp();
  await mailer.send({ ...mail, fromName: 'Kuda Cashpoint' });
  expect(server.taken).toMatchObject([{ from: { name: 'Kuda Cashpoint', address: 'desk@landfall.test' } }]);
});

test('an attacker cannot put a second recipient or a header into an address', async () => {
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
  await mailer.send({ ...mail, subject: 'Hi\r\nBcc: evil@example.com' });
  const envelopes = server.taken.map(({ recipients, bcc }) => ({ recipients, bcc }));
  expect(envelopes).toEqual([{ recipients: ['zoe@example.com'], bcc: undefined }]);
});

test.each([
  [550, false],
  [451, false],
  [421, true],
])('a refused recipient does not count as a failure of the mail server: %i', async (code, isServerDown) => {
  const refuse = Object.assign(new Error('no zoe@example.com here'), { responseCode: code });
  const { mailer } = await smtp({ onRcptTo: (_address, _session, done) => done(refuse) });
  const message = expect.stringMatching(new RegExp(`^E[A-Z]+ ${code}$`)) as string;
  expect(await refusal(mailer)).toMatchObject({ name: 'MailRefused', isServerDown, message });
});

test('a server whose STARTTLS was stripped gets no mail and no password if encryption is required', async () => {
  const { server } = await smtp();
  expect(await refusal(mailerOf(server.url, true))).toMatchObject({ name: 'MailRefused', isServerDown: true });
  expect(server.taken).toEqual([]);
});

test('a server that is gone, silent or stuck is given up within the timeout', async () => {
  const goneServer = await startSmtp();
  await goneServer.close();
  const aSilentServer = async (hello: string) => {
    const sockets: Socket[] = [];
    const server = createServer((socket) => {
      sockets.push(socket);
      socket.write(hello);
    });
    onTestFinished(() => sockets.forEach((socket) => socket.destroy()));
    onTestFinished(() => void server.close());
    return `smtp://127.0.0.1:${await listen(server)}`;
  };
  const startedAt = Date.now();
  for (const url of [goneServer.url, await aSilentServer(''), await aSilentServer('220 hello\r\n')])
    expect(await refusal(mailerOf(url))).toMatchObject({ isServerDown: true });
  expect(Date.now() - startedAt).toBeLessThan(onThisMachine(3_000));
});

test('mails are files in a folder without a mail server, oldest first, and codes are printed', async () => {
  const outbox = join(folder, 'outbox');
  const output: string[] = [];
  const print = (line: string) => output.push(line);
  const mailer = outboxMailer({ folder: outbox, from, now: () => new Date(), print });
  const to = 'zoë@example.com';
  await mailer.send({ ...mail, to, code: '123456' });
  await mailer.send({ ...mail, template: 'password_changed', id: '11111111-8a3c-4a52-8f6e-7b8c9d0e1f21' });
  const names = (await readdir(outbox)).toSorted();
  expect(names).toEqual([
    expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z-verification_code-0d3b5c58\.eml$/),
    expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z-password_changed-11111111\.eml$/),
  ]);
  const path = join(outbox, names[0] ?? '');
  const bytes = await readFile(path);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect(bytes.toString().replaceAll('\r\n', '')).not.toContain('\n');
  const parsed = await PostalMime.parse(bytes);
  expect(parsed).toMatchObject({ subject: mail.subject, to: [{ address: to }], from: { name: 'Landfall' } });
  expect([parsed.text?.trim(), parsed.html?.trim()]).toEqual([mail.text, mail.html]);
  expect(parsed.date).toBeTruthy();
  expect(output).toEqual([`Code for ${to}: 123456`]);
});

test('the sender is read in the form that operators write', () => {
  expect(senderOf('Desk of Ann <desk@example.com>')).toEqual({ name: 'Desk of Ann', address: 'desk@example.com' });
  expect(senderOf('desk@example.com')).toEqual({ name: '', address: 'desk@example.com' });
});

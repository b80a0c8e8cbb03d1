import { afterEach, describe, expect, test, vi } from 'vitest';
import { smtpMailer } from '#server/adapters/mail/mail.smtp.ts';
import type { Mailer } from '#server/adapters/mail/mail.ts';
import { inTx } from '#server/db/connection.ts';
import { startJobs } from '#server/features/jobs/jobs.runner.ts';
import { mailExamples } from '#server/mails/mails.examples.ts';
import { mailTemplates } from '#server/mails/mails.ts';
import { settingsDefaults } from '#shared/settings/settings.defaults.ts';
import { rightsOf } from '#shared/team/team.roles.ts';
import { noCopy } from '#tests/setup/installation.ts';
import { recordingLog } from '#tests/setup/platform.ts';
import { startSmtp, type TestSmtp } from '#tests/setup/smtp.ts';
import { openDatabase } from '#tests/setup/testbed.ts';
import { createDeliveryThrottle, deliverMail, pauseAfter } from './mail.delivery.ts';
import { mailJobs } from './mail.jobs.ts';
import type { MailDeps } from './mail.ports.ts';
import { dropMailOf, sendMail } from './mail.service.ts';

const database = openDatabase();
let clock = Date.now();
const closing: (() => unknown)[] = [];
const { log, logged } = recordingLog();

afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
  await rows('truncate outbox');
  await rows('delete from graphile_worker._private_jobs');
  clock = Date.now();
});

const rows: typeof database.rows = (...args) => database.rows(...args);
function aProcess(mailer: Mailer): MailDeps {
  const now = () => new Date(clock);
  const settings = { current: settingsDefaults, refresh: () => Promise.resolve() };
  const throttles = { deliveryThrottle: createDeliveryThrottle(now), telegramThrottle: createDeliveryThrottle(now) };
  const around = {
    log,
    now,
    settings,
    mailTemplates,
    mailExamples,
    telegram: undefined,
    rightsOf,
    publicUrl: 'https://desk.example.com',
  };
  return { ...around, ...throttles, installation: noCopy, mailer, inTx: (work) => inTx(database, work) };
}
async function smtp(options = {}, port = 0): Promise<TestSmtp & { mailer: Mailer }> {
  const server = await startSmtp(options, port);
  // Far above what a busy machine needs: a delivery that runs into it counts as a server that is down.
  const mailer = smtpMailer({ url: server.url, from: 'desk@landfall.test', timeoutMs: 20_000 });
  closing.push(server.close, mailer.close);
  return { ...server, mailer };
}
const aCode = { template: 'verification_code', data: { code: '493817', minutes: 10 } } as const;
const reader = { userId: null, email: 'ada@example.com', language: 'en' };
async function aMail(to: Partial<Parameters<typeof sendMail>[1]['to']> = {}): Promise<string> {
  await inTx(database, (tx) => sendMail(tx, { ...aCode, to: { ...reader, ...to } }));
  return String((await rows('select id from outbox order by created_at desc limit 1'))[0]?.id);
}
const rowOf = async (id: string) => {
  const columns =
    'recipient, data, attempts, last_error, sent_at is not null as sent, dropped_at is not null as dropped';
  return (await rows(`select ${columns} from outbox where id = $1`, [id]))[0];
};
/** Columns that remain of a mail that was sent or dropped. */
const erasedMail = { recipient: null, data: {} };
/** Lets the time pass that these mails and their jobs wait for, and runs the jobs. */
const letTimePass = async (which = 'true') => {
  clock += 20_000;
  await rows(`update outbox set due_at = now() where sent_at is null and ${which}`);
  await rows(
    `update graphile_worker._private_jobs set run_at = now() where run_at > now()
       and not exists (select from outbox where key = 'mail ' || id::text and sent_at is null and due_at > now())`,
  );
  await rows(`select pg_notify('jobs:insert', '{"r":0,"count":1}')`);
};
/**
 * Waits until every mail is sent and no job is left. A postponed job runs at once; a mail that was claimed, for a
 * minute, is left to the process that sends it.
 */
const allDone = async () => {
  const end = async (which: string, left: string) => {
    await letTimePass(which);
    expect(await rows(left)).toEqual([]);
  };
  const unsentQuery = 'select id from outbox where sent_at is null';
  await vi.waitFor(() => end(`due_at < now() + interval '20 seconds'`, unsentQuery), 60_000);
  await vi.waitFor(() => end('true', 'select task_identifier from graphile_worker.jobs'), 60_000);
};
const work = async (deps: MailDeps) => {
  const jobs = await startJobs({ url: database.url, log, now: deps.now, deps, features: [mailJobs] });
  closing.push(jobs.stop);
};

describe('a mail', () => {
  test('in a restored copy is not sent by any of its jobs, and waits', async () => {
    const server = await smtp();
    const id = await aMail();
    const copy = { because: 'other_database', since: new Date() } as const;
    await deliverMail({ ...aProcess(server.mailer), installation: { ...noCopy, copy } }, id);
    expect(server.taken).toEqual([]);
    expect(await rowOf(id)).toMatchObject({ recipient: reader.email, attempts: 0, sent: false, dropped: false });
    await rows('update outbox set due_at = now()');
    await deliverMail(aProcess(server.mailer), id);
    expect(server.taken).toHaveLength(1);
  });

  test('is queued only if its action is stored', async () => {
    const waiting = async () => ({
      mails: await rows('select template, recipient, data from outbox'),
      jobs: await rows('select task_identifier, priority from graphile_worker.jobs'),
    });
    const change = inTx(database, async (tx) => {
      await sendMail(tx, { ...aCode, to: reader });
      throw new Error('the deed failed');
    });
    await expect(change).rejects.toThrow('the deed failed');
    expect(await waiting()).toEqual({ mails: [], jobs: [] });
    await aMail();
    expect(await waiting()).toEqual({
      mails: [{ ...aCode, recipient: reader.email }],
      jobs: [{ task_identifier: 'mail.deliver', priority: 10 }],
    });
  });

  test('with a code or a link is sent before every notice', async () => {
    await inTx(database, async (tx) => {
      await sendMail(tx, { template: 'password_changed', to: reader, data: { firstName: 'Ada' } });
      await sendMail(tx, { ...aCode, isUrgent: true, to: reader });
    });
    expect(await rows('select priority from graphile_worker.jobs')).toEqual([{ priority: 10 }, { priority: 9 }]);
  });

  test('is sent by a job, and its data is deleted', async () => {
    const server = await smtp();
    await work(aProcess(server.mailer));
    const id = await aMail();
    await vi.waitFor(async () => expect((await rowOf(id))?.sent).toBe(true), 30_000);
    expect(server.taken).toMatchObject([{ subject: '493817 is your Landfall code', recipients: ['ada@example.com'] }]);
    expect(server.taken[0]?.text).toContain('493817');
    expect(await rowOf(id)).toMatchObject({ ...erasedMail, attempts: 1, last_error: null });
  });

  test('uses the operator’s texts in their language, and the built-in ones in others', async () => {
    const server = await smtp();
    await rows(
      `insert into mail_texts (template, language, subject, heading, body, updated_by)
       values ('verification_code', 'en', 'Ahoy', 'Ahoy', 'Type {{code}} now', gen_random_uuid()),
              ('verification_code', 'de', 'Moin', 'Moin', '{{code}}', gen_random_uuid())`,
    );
    await deliverMail(aProcess(server.mailer), await aMail());
    await rows('truncate mail_texts');
    await deliverMail(aProcess(server.mailer), await aMail());
    expect(server.taken.map(({ subject }) => subject)).toEqual(['Ahoy', '493817 is your Landfall code']);
    expect(server.taken[0]?.text).toMatch(/Type\s+493817\s+now/);
  });

  test('is sent once by two processes that find it at once', async () => {
    const server = await smtp();
    const id = await aMail();
    await Promise.all(Array.from({ length: 6 }, () => deliverMail(aProcess(server.mailer), id)));
    expect(server.taken).toHaveLength(1);
    await letTimePass();
    await work(aProcess(server.mailer));
    await allDone();
    expect(server.taken).toHaveLength(1);
  });

  test('is delayed by a minute, and repeated at most once, by a process that dies while sending', async () => {
    const server = await smtp();
    const id = await aMail();
    // The mail was sent, but the process died before it recorded that.
    const dying = aProcess(server.mailer);
    const send: Mailer['send'] = async (mail) => {
      await server.mailer.send(mail);
      deadly.inTx = () => Promise.reject(new Error('killed'));
    };
    const deadly: MailDeps = { ...dying, mailer: { ...server.mailer, send } };
    await expect(deliverMail(deadly, id)).rejects.toThrow('killed');
    // Another process takes its job over.
    await rows('delete from graphile_worker._private_jobs');
    await deliverMail(aProcess(server.mailer), id);
    expect(server.taken).toHaveLength(1);
    const jobs = await rows(
      `select run_at = (select date_trunc('milliseconds', due_at) from outbox where id = $1) as after_lease
       from graphile_worker.jobs where key = $2`,
      [id, `mail ${id}`],
    );
    expect(jobs).toEqual([{ after_lease: true }]);
    await letTimePass();
    await work(aProcess(server.mailer));
    await allDone();
    await deliverMail(aProcess(server.mailer), id);
    const messageId = `<${id}@landfall.test>`;
    expect(server.taken).toMatchObject([{ messageId }, { messageId }]);
  });

  test('with an expired code is not sent, and its code is unreadable', async () => {
    const server = await smtp();
    const id = await aMail();
    await rows(`update outbox set created_at = created_at - interval '11 minutes'`);
    await deliverMail(aProcess(server.mailer), id);
    expect(server.taken).toEqual([]);
    expect(await rowOf(id)).toMatchObject({ ...erasedMail, dropped: true, last_error: 'ran out' });
  });

  test('with a new code is sent by a process with any clock', async () => {
    const server = await smtp();
    const id = await aMail();
    clock += 365 * 24 * 3_600_000;
    await deliverMail(aProcess(server.mailer), id);
    expect(server.taken).toHaveLength(1);
    expect(await rowOf(id)).toMatchObject({ sent: true, dropped: false });
  });

  test('to a deleted user is dropped', async () => {
    const userId = '3f0f6a4e-2f6b-4a0e-9a57-1d2c3b4a5f60';
    const ownMail = await aMail({ userId });
    const otherMail = await aMail({ email: 'bob@example.com' });
    await inTx(database, (tx) => dropMailOf(tx, { userId, reason: 'user deleted', templates: null }));
    expect(await rowOf(ownMail)).toMatchObject({ ...erasedMail, dropped: true });
    expect(await rowOf(otherMail)).toMatchObject({ dropped: false, recipient: 'bob@example.com' });
  });
});

test('no mail is lost while the mail server is down, and all are sent once it is back', async () => {
  const server = await smtp();
  await server.close();
  const admin = aProcess(server.mailer);
  const ids = [await aMail(), await aMail(), await aMail()];
  // Each job is at work here, and ends with its delivery.
  await rows('delete from graphile_worker._private_jobs');
  for (const id of ids) await deliverMail(admin, id);
  const mailRows = await Promise.all(ids.map(rowOf));
  expect(mailRows.map((row) => row?.attempts)).toEqual([1, 0, 0]);
  expect(mailRows[0]?.last_error).toMatch(/^E[A-Z]+( E[A-Z]+)?$/);
  const jobs = await rows(
    `select run_at between now() + interval '9 seconds' and now() + interval '16 seconds' as soon
     from graphile_worker.jobs where key is not null`,
  );
  expect(jobs).toEqual([{ soon: true }, { soon: true }, { soon: true }]);

  const back = await smtp({}, server.port);
  await letTimePass();
  await work(admin);
  await allDone();
  expect(back.taken).toHaveLength(3);
});

test('the workers leave mails alone while their process knows that the server is down', async () => {
  const server = await smtp();
  await server.close();
  const admin = aProcess(server.mailer);
  await deliverMail(admin, await aMail());
  const otherMail = await aMail({ email: 'bob@example.com' });
  await rows(`select graphile_worker.add_job('mail.sweep', payload := '{}')`);
  await work(admin);
  const delivery = { task_identifier: 'mail.deliver', attempts: 0 };
  await vi.waitFor(async () => {
    const jobs = await rows(`select task_identifier, attempts from graphile_worker.jobs`);
    expect(jobs).toEqual([delivery, delivery, delivery]);
  }, 90_000);
  expect(await rowOf(otherMail)).toMatchObject({ attempts: 0, sent: false });
});

test('a mail whose recipient is always refused waits longer each time, and delays no other', async () => {
  const refusal = Object.assign(new Error('no bad@example.com'), { responseCode: 550 });
  const server = await smtp({
    onRcptTo: ({ address }: { address: string }, _session: unknown, done: (error?: Error) => void) =>
      done(address.startsWith('bad') ? refusal : undefined),
  });
  const admin = aProcess(server.mailer);
  const badMail = await aMail({ email: 'bad@example.com' });
  const deliverableMail = await aMail({ email: 'good@example.com' });
  await deliverMail(admin, badMail);
  await deliverMail(admin, deliverableMail);
  expect(server.taken.map(({ recipients }) => recipients)).toEqual([['good@example.com']]);
  expect(await rowOf(badMail)).toMatchObject({ attempts: 1, last_error: 'EENVELOPE 550', sent: false });
  expect(JSON.stringify(logged)).not.toContain('bad@');

  const pauses = Array.from({ length: 24 }, (_, i) => pauseAfter(i + 1));
  expect(pauses.slice(0, 15).every((seconds) => seconds <= 45)).toBe(true);
  expect(pauses).toEqual(pauses.toSorted((a, b) => a - b));
  expect(pauses.at(-1)).toBe(3600);
});

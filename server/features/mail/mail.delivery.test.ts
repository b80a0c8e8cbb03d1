import { afterEach, expect, test, vi } from 'vitest';
import { smtpMailer } from '#server/adapters/mail/mail.smtp.ts';
import type { Mailer } from '#server/adapters/mail/mail.ts';
import { inTx } from '#server/db/connection.ts';
import { startJobs, type Jobs } from '#server/features/jobs/jobs.runner.ts';
import { mailTemplates } from '#server/mails/mails.ts';
import { settingsDefaults } from '#shared/settings/settings.defaults.ts';
import { startSmtp, type TestSmtp } from '#tests/setup/smtp.ts';
import { openDatabase } from '#tests/setup/testbed.ts';
import { createDeliveryThrottle, deliverMail, pauseAfter, type DeliveryDeps } from './mail.delivery.ts';
import { mailJobs } from './mail.jobs.ts';
import { dropMailOf, sendMail } from './mail.service.ts';

const database = openDatabase();
let clock = Date.now();
const closing: (() => unknown)[] = [];
const logMethod = () => vi.fn<(details: object, message: string) => void>();
const log = { info: logMethod(), warn: logMethod(), error: logMethod() };

afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
  await database.pool.query('truncate outbox');
  await database.pool.query('delete from graphile_worker._private_jobs');
  clock = Date.now();
});

const from = 'desk@landfall.test';
function aProcess(mailer: Mailer): DeliveryDeps {
  const now = () => new Date(clock);
  const settings = { current: settingsDefaults, refresh: () => Promise.resolve() };
  const deliveryThrottle = createDeliveryThrottle(now);
  const telegramThrottle = createDeliveryThrottle(now);
  const throttles = { deliveryThrottle, telegramThrottle };
  const around = {
    log,
    now,
    settings,
    mailTemplates,
    ...throttles,
    telegram: undefined,
    publicUrl: 'https://desk.example.com',
  };
  return { ...around, mailer, inTx: (work) => inTx(database, work) };
}
async function smtp(options = {}, port = 0): Promise<TestSmtp & { mailer: Mailer }> {
  const server = await startSmtp(options, port);
  // Far above what a busy machine needs: a delivery that runs into it counts as a server that is down.
  const mailer = smtpMailer({ url: server.url, from, timeoutMs: 20_000 });
  closing.push(server.close, mailer.close);
  return { ...server, mailer };
}
async function aMail(email = 'ada@example.com', userId: string | null = null): Promise<string> {
  const to = { userId, email, language: 'en' };
  await inTx(database, (tx) =>
    sendMail(tx, { template: 'verification_code', to, data: { code: '493817', minutes: 10 } }),
  );
  const { rows } = await database.pool.query<{ id: string }>('select id from outbox order by created_at desc limit 1');
  return rows[0]?.id ?? '';
}
type Row = {
  recipient: string | null;
  data: object;
  attempts: number;
  last_error: string | null;
  sent: boolean;
  dropped: boolean;
};
const rowOf = async (id: string) => {
  const { rows } = await database.pool.query<Row>(
    `select recipient, data, attempts, last_error, sent_at is not null as sent, dropped_at is not null as dropped
     from outbox where id = $1`,
    [id],
  );
  return rows[0];
};
/** Lets pass what every mail of these, and its job, waits for, and has the jobs looked at. */
const letTimePass = async (which = 'true') => {
  clock += 20_000;
  await database.pool.query(`update outbox set due_at = now() where sent_at is null and ${which}`);
  await database.pool.query(
    `update graphile_worker._private_jobs set run_at = now() where run_at > now()
       and not exists (select from outbox where key = 'mail ' || id::text and sent_at is null and due_at > now())`,
  );
  await database.pool.query(`select pg_notify('jobs:insert', '{"r":0,"count":1}')`);
};
/**
 * Waits until every mail is sent and the jobs have nothing left to do. What is only postponed goes on at once; one that
 * was claimed, for a minute, is left to the process that sends it, and its job waits until nothing is claimed any more.
 */
const allDone = async () => {
  await vi.waitFor(async () => {
    await letTimePass(`due_at < now() + interval '20 seconds'`);
    const { rows } = await database.pool.query('select id from outbox where sent_at is null');
    expect(rows).toEqual([]);
  }, 60_000);
  await vi.waitFor(async () => {
    await letTimePass();
    const { rows } = await database.pool.query('select task_identifier from graphile_worker.jobs');
    expect(rows).toEqual([]);
  }, 60_000);
};
const work = async (deps: DeliveryDeps): Promise<Jobs> => {
  const jobs = await startJobs({ url: database.url, log, now: deps.now, deps, features: [mailJobs] });
  closing.push(jobs.stop);
  return jobs;
};

test('a mail goes out by itself, and nothing of it is kept', async () => {
  const server = await smtp();
  await work(aProcess(server.mailer));
  const id = await aMail();
  await vi.waitFor(async () => expect((await rowOf(id))?.sent).toBe(true), 30_000);
  expect(server.taken).toMatchObject([{ subject: '493817 is your Landfall code', recipients: ['ada@example.com'] }]);
  expect(server.taken[0]?.text).toContain('493817');
  expect(await rowOf(id)).toMatchObject({ recipient: null, data: {}, attempts: 1, last_error: null });
});

test('a mail goes out in the operator’s words in the language of its reader, and in the built-in ones in others', async () => {
  const server = await smtp();
  await database.pool.query(
    `insert into mail_texts (template, language, subject, heading, body, updated_by)
     values ('verification_code', 'en', 'Ahoy', 'Ahoy', 'Type {{code}} now', gen_random_uuid()),
            ('verification_code', 'de', 'Moin', 'Moin', '{{code}}', gen_random_uuid())`,
  );
  const id = await aMail();
  await deliverMail(aProcess(server.mailer), id);
  await database.pool.query('truncate mail_texts');
  await deliverMail(aProcess(server.mailer), await aMail());
  expect(server.taken.map(({ subject }) => subject)).toEqual(['Ahoy', '493817 is your Landfall code']);
  expect(server.taken[0]?.text).toMatch(/Type\s+493817\s+now/);
});

test('two processes that reach for one mail send it once', async () => {
  const server = await smtp();
  const id = await aMail();
  await Promise.all(Array.from({ length: 6 }, () => deliverMail(aProcess(server.mailer), id)));
  expect(server.taken).toHaveLength(1);
  await letTimePass();
  await work(aProcess(server.mailer));
  await allDone();
  expect(server.taken).toHaveLength(1);
});

test('while the mail server is down nothing is lost, only one mail is attempted, and all go once it is back', async () => {
  const server = await smtp();
  await server.close();
  const admin = aProcess(server.mailer);
  const ids = [await aMail(), await aMail(), await aMail()];
  // Each job is at work here, and ends with its delivery.
  await database.pool.query('delete from graphile_worker._private_jobs');
  for (const id of ids) await deliverMail(admin, id);
  const rows = await Promise.all(ids.map(rowOf));
  expect(rows.map((row) => row?.attempts)).toEqual([1, 0, 0]);
  expect(rows[0]?.last_error).toMatch(/^E[A-Z]+( E[A-Z]+)?$/);
  const { rows: jobs } = await database.pool.query(
    `select run_at between now() + interval '9 seconds' and now() + interval '16 seconds' as soon
     from graphile_worker.jobs where key is not null`,
  );
  expect(jobs).toEqual([{ soon: true }, { soon: true }, { soon: true }]);

  const back = await smtp({}, server.port);
  await letTimePass();
  await work(admin);
  await allDone();
  expect(back.taken).toHaveLength(3);
}, 120_000);

test('while this process knows that the mail server is down, its workers leave the mails where they are', async () => {
  const server = await smtp();
  await server.close();
  const admin = aProcess(server.mailer);
  await deliverMail(admin, await aMail());
  const untouched = await aMail('bob@example.com');
  const sweep = () => database.pool.query(`select graphile_worker.add_job('mail.sweep', payload := '{}')`);
  await sweep();
  await work(admin);
  await vi.waitFor(async () => {
    const { rows } = await database.pool.query(`select task_identifier, attempts from graphile_worker.jobs`);
    expect(rows).toEqual(Array.from({ length: 3 }, () => ({ task_identifier: 'mail.deliver', attempts: 0 })));
  }, 30_000);
  expect(await rowOf(untouched)).toMatchObject({ attempts: 0, sent: false });

  const back = await smtp({}, server.port);
  await letTimePass();
  await allDone();
  expect(back.taken.map(({ recipients }) => recipients)).toHaveLength(2);
}, 120_000);

test('a recipient that is always refused waits longer and longer, and the others do not wait for it', async () => {
  const server = await smtp({
    onRcptTo: ({ address }: { address: string }, _session: unknown, done: (error?: Error) => void) =>
      done(
        address.startsWith('bad') ? Object.assign(new Error('no bad@example.com'), { responseCode: 550 }) : undefined,
      ),
  });
  const admin = aProcess(server.mailer);
  const [bad, good] = [await aMail('bad@example.com'), await aMail('good@example.com')];
  await deliverMail(admin, bad);
  await deliverMail(admin, good);
  expect(server.taken.map(({ recipients }) => recipients)).toEqual([['good@example.com']]);
  expect(await rowOf(bad)).toMatchObject({ attempts: 1, last_error: 'EENVELOPE 550', sent: false });
  expect(JSON.stringify(log.warn.mock.calls)).not.toContain('bad@');

  const pauses = Array.from({ length: 24 }, (_, i) => pauseAfter(i + 1));
  expect(pauses.slice(0, 15).every((seconds) => seconds <= 45)).toBe(true);
  expect(pauses).toEqual(pauses.toSorted((a, b) => a - b));
  expect(pauses.at(-1)).toBe(3600);
});

test('a process that dies while sending delays a mail by a minute and doubles it at most once', async () => {
  const server = await smtp();
  const id = await aMail();
  // Sent, but the process died before it could note it.
  const dying = aProcess(server.mailer);
  const deadly: DeliveryDeps = {
    ...dying,
    mailer: {
      ...server.mailer,
      send: async (mail) => {
        await server.mailer.send(mail);
        deadly.inTx = () => Promise.reject(new Error('killed'));
      },
    },
  };
  await expect(deliverMail(deadly, id)).rejects.toThrow('killed');
  // Another process takes its job over.
  await database.pool.query('delete from graphile_worker._private_jobs');
  await deliverMail(aProcess(server.mailer), id);
  expect(server.taken).toHaveLength(1);
  const { rows } = await database.pool.query(
    `select run_at = (select date_trunc('milliseconds', due_at) from outbox where id = $1) as after_lease
     from graphile_worker.jobs where key = $2`,
    [id, `mail ${id}`],
  );
  expect(rows).toEqual([{ after_lease: true }]);
  await letTimePass();
  await work(aProcess(server.mailer));
  await allDone();
  await deliverMail(aProcess(server.mailer), id);
  expect(server.taken.map(({ messageId }) => messageId)).toEqual([`<${id}@landfall.test>`, `<${id}@landfall.test>`]);
});

test('a code that has run out is not sent any more, and nobody can read it', async () => {
  const server = await smtp();
  const id = await aMail();
  await database.pool.query(`update outbox set created_at = created_at - interval '11 minutes'`);
  await deliverMail(aProcess(server.mailer), id);
  expect(server.taken).toEqual([]);
  expect(await rowOf(id)).toMatchObject({ dropped: true, recipient: null, data: {}, last_error: 'ran out' });
});

test('a fresh code is sent, however wrong the time of the process that sends it', async () => {
  const server = await smtp();
  const id = await aMail();
  clock += 365 * 24 * 3_600_000;
  await deliverMail(aProcess(server.mailer), id);
  expect(server.taken).toHaveLength(1);
  expect(await rowOf(id)).toMatchObject({ sent: true, dropped: false });
});

test('mail to a user who was deleted is taken back', async () => {
  const userId = '3f0f6a4e-2f6b-4a0e-9a57-1d2c3b4a5f60';
  const [theirs, other] = [await aMail('ada@example.com', userId), await aMail('bob@example.com')];
  await inTx(database, (tx) => dropMailOf(tx, userId, 'user deleted', null));
  expect(await rowOf(theirs)).toMatchObject({ dropped: true, recipient: null, data: {} });
  expect(await rowOf(other)).toMatchObject({ dropped: false, recipient: 'bob@example.com' });
});

import { expect } from 'vitest';
import type { TestDatabase } from './database.ts';

const wait = { timeout: 30_000, interval: 20 };
const dueNotices = `select 1 from graphile_worker.jobs where task_identifier like 'notices.%' and run_at <= now()`;

type TestMail = { template: string; recipient: string; data: Record<string, unknown> };

export type Mailbox = Awaited<ReturnType<typeof openMailbox>>;

/** Copies every mail as it is written, because delivered ones lose their contents. */
export async function openMailbox({ pool }: TestDatabase) {
  await pool.query(`
    create table test_mail (id bigint primary key generated always as identity, template text, recipient text,
    data jsonb);
    create function keep_test_mail() returns trigger language plpgsql as $$
      begin insert into test_mail (template, recipient, data)
      values (new.template, new.recipient, new.data); return null; end $$;
    create trigger keep_test_mail after insert on outbox for each row execute function keep_test_mail();
  `);
  /** Waits until the job has distributed notices to the members of the team. */
  const shareNotices = async () => {
    const unsharedCount = async () => (await pool.query(`select 1 from team_notices where shared_at is null`)).rowCount;
    await expect.poll(unsharedCount, wait).toBe(0);
    await expect.poll(async () => (await pool.query(dueNotices)).rowCount, wait).toBe(0);
  };
  /** Every mail queued for this address, or those of one template, oldest first, delivered or not. */
  const to = async (email: string, template?: string) => {
    await shareNotices();
    const sentMails = `select template, recipient, data from test_mail
      where recipient = $1 and template = coalesce($2, template) order by id`;
    return (await pool.query<TestMail>(sentMails, [email, template])).rows;
  };
  const newestValue = async (email: string, field: string) => {
    const value = (await to(email)).findLast(({ data }) => field in data)?.data[field];
    if (typeof value !== 'string') throw new Error(`No mail with a ${field} was sent to ${email}`);
    return value;
  };
  return {
    to,
    /** The templates of all mails queued for this address. */
    names: async (email: string) => (await to(email)).map(({ template }) => template),
    /** The data of its mails of one template. */
    of: async (template: string, email: string) => (await to(email, template)).map(({ data }) => data),
    /** The newest six digits sent there. Throws when there are none. */
    code: (email: string) => newestValue(email, 'code'),
    /** Returns the token of the newest link sent there. Throws if there is none. */
    linkToken: async (email: string) =>
      new URL(await newestValue(email, 'path'), 'http://x').searchParams.get('token') ?? '',
  };
}

import type { TestDatabase } from './database.ts';

export type TestMail = { template: string; recipient: string; data: Record<string, unknown> };

export type Mailbox = {
  /** Every mail promised to this address, or those of one template, oldest first, whether delivered meanwhile or not. */
  to: (email: string, template?: string) => Promise<TestMail[]>;
  /** The templates of every mail promised to this address. */
  names: (email: string) => Promise<string[]>;
  /** The data of the mails of one template among them. */
  of: (template: string, email: string) => Promise<TestMail['data'][]>;
  /** The newest six digits sent there. Throws when there are none. */
  code: (email: string) => Promise<string>;
  /** The token of the newest link sent there. Throws when there is none. */
  linkToken: (email: string) => Promise<string>;
};

/** Copies every mail as it is written, because delivered ones lose their contents. */
export async function openMailbox({ pool }: TestDatabase): Promise<Mailbox> {
  await pool.query(`
    create table test_mail (id bigint primary key generated always as identity, template text, recipient text, data jsonb);
    create function keep_test_mail() returns trigger language plpgsql as $$
      begin insert into test_mail (template, recipient, data) values (new.template, new.recipient, new.data); return null; end $$;
    create trigger keep_test_mail after insert on outbox for each row execute function keep_test_mail();
  `);
  const to = async (email: string, template?: string) => {
    const { rows } = await pool.query<TestMail>(
      'select template, recipient, data from test_mail where recipient = $1 and template = coalesce($2, template) order by id',
      [email, template],
    );
    return rows;
  };
  const newest = async (email: string, field: string) => {
    const found = (await to(email)).findLast(({ data }) => field in data)?.data[field];
    if (typeof found !== 'string') throw new Error(`No mail with a ${field} was sent to ${email}`);
    return found;
  };
  return {
    to,
    names: async (email) => (await to(email)).map(({ template }) => template),
    of: async (template, email) => (await to(email)).flatMap((mail) => (mail.template === template ? [mail.data] : [])),
    code: (email) => newest(email, 'code'),
    linkToken: async (email) =>
      new URL(await newest(email, 'path'), 'http://localhost').searchParams.get('token') ?? '',
  };
}

import { expect, test } from 'vitest';
import { openTestbed } from '#tests/setup/testbed.ts';
import { inviteNext } from './imports.jobs.ts';

const testbed = openTestbed();
const { app, rows, row } = testbed;

/** An import of this many customers who wait for their invitation. */
async function anImport(count: number, domain: string): Promise<string> {
  const { id: madeBy } = await row(`select id from users where role = 'admin'`);
  const { id } = await row(
    `insert into imports (kind, sha256, mapping_hash, state, file_name, encoding, separator, columns, rows, ready, same,
       skipped, reachable, made_by, applied_at)
     values ('customers', gen_random_uuid(), '', 'applied', 'a.csv', 'utf-8', ';', '[]', $1, $1, 0, 0, $1, $2, now())
     returning id`,
    [count, madeBy],
  );
  await rows(
    `with made as (insert into users (email, first_name, last_name, origin, brought_at)
       select 'c' || n || '@' || $2, 'Ada', 'Obi', 'brought', now() from generate_series(1, $1::int) n returning id)
     insert into import_rows (import_id, line, state, user_id, is_inviting)
       select $3, row_number() over () + 1, 'ready', id, true from made`,
    [count, domain, id],
  );
  return String(id);
}
const invitedCount = async () => Number((await row('select count(*) from users where invited_at is not null')).count);
const inviteAll = async () => {
  for (let run = 0; run < 12; run += 1) await inviteNext(app.deps);
};

test('an import mails five hundred invitations in an hour, and the others later', async () => {
  await anImport(620, 'sheet.test');
  await inviteAll();
  expect(await invitedCount()).toBe(500);
  let transactions = 0;
  const counted: typeof app.deps.inTx = (work) => {
    transactions += 1;
    return app.deps.inTx(work);
  };
  await inviteNext({ ...app.deps, inTx: counted });
  // The first customer of the run finds the hour full, and the others are left to the next run.
  expect(transactions).toBe(1);
  await rows(`update users set invited_at = invited_at - interval '61 minutes' where invited_at is not null`);
  await inviteAll();
  expect(await invitedCount()).toBe(620);
  const [sentRow] = await rows(
    `select count(*), count(distinct recipient) as recipients from test_mail where template = 'customer_invitation'`,
  );
  expect(sentRow).toEqual({ count: '620', recipients: '620' });
  expect(await rows('select line from import_rows where is_inviting')).toEqual([]);
  // Each of the 620 is invited in a transaction of its own.
}, 240_000);

test('a failed invitation delays no other, and is tried again', async () => {
  await rows(`update users set invited_at = invited_at - interval '61 minutes' where invited_at is not null`);
  const id = await anImport(3, 'odd.test');
  await rows(`create function refuse_code() returns trigger language plpgsql as
    $$ begin if new.target = 'c1@odd.test' then raise 'no code for %', new.target; end if; return new; end $$`);
  await rows('create trigger refuse_code before insert on one_time_codes for each row execute function refuse_code()');
  const logged = app.logged.length;
  await inviteNext(app.deps);
  // The message of an error of the database quotes the values of its query.
  expect(app.logged.slice(logged).map(({ msg }) => msg)).toEqual(['an invitation could not be mailed']);
  expect(JSON.stringify(app.logged.slice(logged))).not.toContain('@odd.test');
  const mailed = () => rows(`select recipient from test_mail where recipient like '%@odd.test' order by recipient`);
  expect(await mailed()).toEqual([{ recipient: 'c2@odd.test' }, { recipient: 'c3@odd.test' }]);
  expect(await rows('select line from import_rows where is_inviting and import_id = $1', [id])).toEqual([{ line: 2 }]);
  await rows('drop trigger refuse_code on one_time_codes');
  await inviteNext(app.deps);
  expect(await mailed()).toHaveLength(3);
});

test('a customer who was blocked, has joined or was invited by hand gets no invitation', async () => {
  await rows(`update users set invited_at = invited_at - interval '61 minutes' where invited_at is not null`);
  await anImport(4, 'few.test');
  await rows(`update users set email_verified_at = now() where email = 'c1@few.test'`);
  await rows(`update users set status = 'blocked' where email = 'c2@few.test'`);
  await rows(`update users set invited_at = now() - interval '2 hours' where email = 'c3@few.test'`);
  await inviteAll();
  expect(await rows(`select recipient from test_mail where recipient like '%@few.test'`)).toEqual([
    { recipient: 'c4@few.test' },
  ]);
  expect(await rows('select line from import_rows where is_inviting')).toEqual([]);
});

import { describe, expect, test } from 'vitest';
import { accountCalls, newAddress } from '#tests/factories/account-calls.ts';
import { aColleague } from '#tests/factories/approvals.ts';
import { accountHeading, aNumber, aRow, csvOf, importCalls, problemsOf } from '#tests/factories/imports.ts';
import { steppedUp } from '#tests/factories/members.ts';
import { outcomeOf, outcomesOf, teamCalls } from '#tests/setup/calls.ts';
import { onThisMachine } from '#tests/setup/machine.ts';
import { fixture, openTestbed } from '#tests/setup/testbed.ts';
import { sweepImports } from './imports.jobs.ts';

const testbed = openTestbed();
const { app, rows, row } = testbed;
const { aUser, register, verify } = accountCalls(testbed);
const { session, owner, send, check, apply } = importCalls(testbed);
const reviewer = fixture(() => aColleague(testbed, 'reviewer'));
const support = fixture(() => aColleague(testbed, 'support'));
const steppedUpCall = async ({ token }: { token: string }) => ({ token, headers: await steppedUp(app.deps, token) });
const userCount = async () => Number((await row('select count(*) from users')).count);

describe('one import file', () => {
  test('changes nothing when it is sent again, and is one import for two members at once', async () => {
    const by = await steppedUpCall(reviewer);
    const file = csvOf(aRow(), aRow());
    const answers = await Promise.all([send(file), send(file, { by })]);
    expect(await outcomesOf(answers)).toEqual(['200', '201']);
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect((await send(file)).status).toBe(200);
  });

  test('is applied once, however often it is requested', async () => {
    const { id } = await check(csvOf(aRow(), aRow()));
    const countBefore = await userCount();
    expect(await outcomesOf([apply(id), apply(id), apply(id)])).toEqual(['200', '409 conflict', '409 conflict']);
    expect(await userCount()).toBe(countBefore + 2);
    expect(await outcomeOf(owner.del(`imports/${id}`))).toBe('409 conflict');
  });

  test('is dropped with all its data', async () => {
    const { id } = await check(csvOf(aRow()));
    expect((await owner.del(`imports/${id}`)).status).toBe(204);
    expect(await rows('select line from import_rows where import_id = $1', [id])).toEqual([]);
    expect(await outcomeOf(apply(id))).toBe('404 not_found');
    expect((await owner.list('imports')).some((item) => item.id === id)).toBe(false);
  });

  test('skips customers who registered since the check, and makes all others', async () => {
    const email = newAddress();
    const { id } = await check(csvOf(aRow({ email }), aRow()));
    const { id: adaId } = await aUser({ email });
    expect(await apply(id)).toMatchObject({ body: { created: 1, skipped: 1 } });
    expect(await row('select id, origin from users where email = $1', [email])).toEqual({
      id: adaId,
      origin: 'registered',
    });
  });

  test('makes no customer if it is interrupted', async () => {
    const { id } = await check(csvOf(...Array.from({ length: 1_200 }, () => aRow())));
    const countBefore = await userCount();
    // The third group of rows meets a customer who cannot be made.
    await rows(`create function stop_import() returns trigger language plpgsql as $$
      begin perform pg_terminate_backend(pg_backend_pid()); return new; end $$`);
    await rows(`create trigger stop_import before insert on users for each row
      when (new.origin = 'brought' and random() < 0.01) execute function stop_import()`);
    expect((await apply(id)).status).toBeGreaterThanOrEqual(500);
    await rows('drop trigger stop_import on users');
    expect(await userCount()).toBe(countBefore);
    expect(await apply(id)).toMatchObject({ body: { created: 1_200 } });
  });

  test('needs the password, and a role that may write users', async () => {
    const by = { token: session.token };
    await rows(`update sessions set sure_at = null, sure_until = null`);
    expect(await outcomeOf(send(csvOf(aRow()), { by }))).toBe('403 step_up_required');
    expect(await outcomeOf(send(csvOf(aRow()), { by: support }))).toBe('403 not_permitted');
    const reading = teamCalls(app, support);
    expect(await outcomeOf(reading.get('imports'))).toBe('403 not_permitted');
  });
});

test('an import invites customers only on request, and none who unsubscribed', async () => {
  const invitedAddress = newAddress();
  const unsubscribedAddress = newAddress();
  await rows(
    `insert into subscribers (email, language, status, unsubscribed_at) values ($1, 'en', 'unsubscribed', now())`,
    [unsubscribedAddress],
  );
  const lines = [
    aRow({ email: invitedAddress }),
    aRow({ email: unsubscribedAddress }),
    aRow({ email: '', mobileNumber: aNumber() }),
  ];
  const { id } = await check(csvOf(...lines));
  expect(await apply(id, true)).toMatchObject({ body: { created: 3, invited: 1 } });
  expect(await rows('select u.email from import_rows r join users u on u.id = r.user_id where is_inviting')).toEqual([
    { email: invitedAddress },
  ]);
});

test('another mapping of a file drops no import that is being applied', async () => {
  const file = csvOf(aRow());
  const { id } = await check(file);
  const applying = await testbed.database.pool.connect();
  await applying.query('begin');
  await applying.query('select 1 from imports where id = $1 for update', [id]);
  const sentImport = send(file, { mapping: { note: '' } });
  await expect
    .poll(() => rows(`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`))
    .toHaveLength(1);
  await applying.query(`update imports set state = 'applied', applied_at = now(), created = 1 where id = $1`, [id]);
  await applying.query('commit');
  applying.release();
  expect(await outcomeOf(sentImport)).toBe('409 conflict');
  expect(await rows('select state from imports where id = $1', [id])).toEqual([{ state: 'applied' }]);
});

describe('a file of accounts', () => {
  const file = (...lines: string[]) => `email;${accountHeading}\n${lines.join('\n')}\n`;
  const account = 'Ada Obi;0152792740;GTBank;058;;NGN';

  test('adds them to existing customers, once', async () => {
    const ada = await aUser();
    const preview = await check(file(`${ada.email};${account}`, `${newAddress()};${account}`), { kind: 'accounts' });
    expect(preview).toMatchObject({ ready: 1, skipped: 1 });
    expect(problemsOf(preview)).toEqual([[3, 'email', 'unknown_customer']]);
    expect(await apply(preview.id)).toMatchObject({ body: { created: 1, skipped: 1 } });
    const secondPreview = await check(file(`${ada.email};${account}`), { kind: 'accounts' });
    expect(secondPreview).toMatchObject({ ready: 0, same: 1 });
  });

  test.each([
    ['a digit too few', '015279274;GTBank;058;;NGN', 'accountNumber', 'account_number'],
    ['an IBAN with a wrong digit', ';Deutsche Bank;;DE89370400440532013001;EUR', 'iban', 'iban'],
    ['no currency', '0152792740;GTBank;058;;', 'currency', 'currency'],
    ['no bank', '0152792740;;;;NGN', 'bankName', 'account_incomplete'],
  ])('skips one with %s', async (_what, cells, field, reason) => {
    const ada = await aUser();
    const preview = await check(file(`${ada.email};Ada Obi;${cells}`), { kind: 'accounts' });
    expect(problemsOf(preview)).toEqual([[2, field, reason]]);
  });
});

describe('an account of a row without a known address', () => {
  const file = (...lines: string[]) => `email;mobileNumber;country;${accountHeading}\n${lines.join('\n')}\n`;
  const account = 'Ada Obi;0152792740;GTBank;058;;NGN';
  const accountsOf = (id: string) => rows('select account_number from payout_accounts where user_id = $1', [id]);

  test('is given to no customer by a number that two customers have', async () => {
    const { id } = await check(csvOf(aRow({ email: '', mobileNumber: '0803 777 0001' })));
    await apply(id);
    const eve = await aUser({ mobileNumber: '+2348037770001' });
    const preview = await check(file(`;0803 777 0001;NG;${account}`), { kind: 'accounts' });
    expect(problemsOf(preview)).toEqual([[2, 'mobileNumber', 'number_shared']]);
    await apply(preview.id);
    expect(await accountsOf(eve.id)).toEqual([]);
  });

  test('is given to no customer who only registered the number, or has another address', async () => {
    const eve = await aUser({ mobileNumber: '+2348037770002' });
    const lines = [`;0803 777 0002;NG;${account}`, `${newAddress()};0803 777 0002;NG;${account}`];
    const preview = await check(file(...lines), { kind: 'accounts' });
    expect(problemsOf(preview)).toEqual([
      [2, 'mobileNumber', 'unknown_customer'],
      [3, 'email', 'unknown_customer'],
    ]);
    await apply(preview.id);
    expect(await accountsOf(eve.id)).toEqual([]);
  });
});

describe('an import after a day', () => {
  test('is dropped if it was not applied, and otherwise its rows are emptied', async () => {
    const email = newAddress();
    const openImport = await check(csvOf(aRow()));
    const appliedImport = await check(csvOf(aRow({ email }), aRow({ country: 'Nigera' })));
    await apply(appliedImport.id);
    const day = `interval '25 hours'`;
    await rows(`update imports set made_at = made_at - ${day}, applied_at = applied_at - ${day}`);
    await sweepImports(app.deps);
    expect(await outcomeOf(owner.get(`imports/${openImport.id}`))).toBe('404 not_found');
    const storedRows = await rows(
      'select values, problems, user_id from import_rows where import_id = $1 order by line',
      [appliedImport.id],
    );
    expect(storedRows).toEqual([
      { values: null, problems: [], user_id: expect.any(String) as string },
      { values: null, problems: [], user_id: null },
    ]);
  });
});

test('an imported customer who registers has one account', async () => {
  const email = newAddress();
  const { id } = await check(csvOf(aRow({ email })));
  await apply(id);
  const { body } = await register({ email });
  const { id: userId } = body.user as { id: string };
  expect((await verify({ userId, otp: await testbed.mailbox.code(email) })).status).toBe(200);
  expect(await rows('select origin from users where email = $1', [email])).toEqual([{ origin: 'brought' }]);
});

test('a customer who registers while their import is being made is asked to try again', async () => {
  const email = newAddress();
  const { body } = await register({ email });
  const { id: userId } = body.user as { id: string };
  const otp = await testbed.mailbox.code(email);
  const importing = await testbed.database.pool.connect();
  await importing.query('begin');
  await importing.query(
    `insert into users (email, first_name, last_name, origin, brought_at) values ($1, 'Ada', 'Obi', 'brought', now())`,
    [email],
  );
  const startedAt = Date.now();
  const busyAnswer = await verify({ userId, otp });
  expect(busyAnswer).toMatchObject({ status: 503, body: { code: 'busy', reason: 'busy' } });
  expect(busyAnswer.headers.get('retry-after')).toBe('5');
  expect(Date.now() - startedAt).toBeLessThan(onThisMachine(4_000));
  await importing.query('commit');
  importing.release();
  expect((await verify({ userId, otp })).status).toBe(200);
  expect(await rows('select origin from users where email = $1', [email])).toEqual([{ origin: 'brought' }]);
});

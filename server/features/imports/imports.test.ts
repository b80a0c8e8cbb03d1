import { describe, expect, test } from 'vitest';
import type { ImportDetails } from '#shared/imports/imports.contract.ts';
import { accountCalls, newAddress } from '#tests/factories/account-calls.ts';
import { aColleague, theOwner } from '#tests/factories/approvals.ts';
import { steppedUp } from '#tests/factories/members.ts';
import { adminEmail } from '#tests/setup/app.ts';
import { outcome, outcomeOf, outcomesOf, reasonOf, teamCalls, type Row } from '#tests/setup/calls.ts';
import { fixture, openTestbed } from '#tests/setup/testbed.ts';
import { sweepImports } from './imports.jobs.ts';

const testbed = openTestbed();
const { app, rows, row, audit } = testbed;
const { aUser, register, verify } = accountCalls(testbed);
const session = fixture(() => theOwner(testbed));
const owner = teamCalls(app, session);
const reviewer = fixture(() => aColleague(testbed, 'reviewer'));
const support = fixture(() => aColleague(testbed, 'support'));
const proven = async ({ token }: { token: string }) => ({ token, headers: await steppedUp(app.deps, token) });

const heading = 'firstName;lastName;email;mobileNumber;country;language;note;kyc';
const accountHeading = 'accountName;accountNumber;bankName;bankCode;iban;currency';
let numbers = 0;
/** A number of Nigeria that no test before has used. */
const aNumber = () => `0803 ${String(1_000_000 + (numbers += 1)).slice(0, 3)} ${String(numbers).padStart(4, '0')}`;
const line = (changes: Record<string, string> = {}) => {
  const cells = { firstName: 'Ada', lastName: 'Obi', email: newAddress(), mobileNumber: '', country: 'NG', ...changes };
  return heading.split(';').map((name) => (cells as Record<string, string>)[name] ?? '');
};
const csvOf = (...lines: readonly (readonly string[])[]) =>
  [heading.split(';'), ...lines].map((cells) => cells.join(';')).join('\r\n');

type Sent = { kind?: string; mapping?: object; by?: { token: string; headers?: Record<string, string> }; key?: string };
const send = (csv: string | Uint8Array, { kind = 'customers', mapping, by = session, key }: Sent = {}) =>
  app.call('POST', '/api/admin/imports', {
    token: by.token,
    headers: { ...by.headers, ...(key && { 'Idempotency-Key': key }) },
    form: {
      kind,
      mapping: mapping && JSON.stringify(mapping),
      csv: { bytes: Buffer.from(csv as string), type: 'text/csv', name: 'customers.csv' },
    },
  });
const check = async (csv: string | Uint8Array, sent?: Sent) => {
  const { status, body } = await send(csv, sent);
  expect({ status, body }).toMatchObject({ status: sent?.key ? status : 201 });
  return body as unknown as ImportDetails;
};
const apply = (id: string, invite = false) => owner.post(`imports/${id}/apply`, { invite });
const userCount = async () => Number((await row('select count(*) from users')).count);
const problemsOf = ({ problems }: ImportDetails) => problems.map(({ line: at, field, reason }) => [at, field, reason]);
/** Nothing of a refused file is stored. */
const stored = async () => rows('select id from imports union all select import_id from import_rows');

describe('a file of customers', () => {
  test('is read, shown and made, each with note and account', async () => {
    const email = newAddress();
    const ada = `Ada;Obi;${email};0803 123 4567;NG;en;Tall;2025-03-01;Ada Obi;0152792740;GTBank;058;;NGN`;
    const file = `${heading};${accountHeading}\n${ada}\n`;
    const checked = await check(file);
    expect(checked).toMatchObject({
      state: 'checked',
      rows: 1,
      ready: 1,
      same: 0,
      skipped: 0,
      separator: ';',
      problems: [],
    });
    expect(await row('select id from users where email = $1', [email])).toEqual({});

    expect(await apply(checked.id)).toMatchObject({ status: 200, body: { created: 1, skipped: 0, invited: 0 } });
    const {
      body: [made],
    } = await owner.get<Row[]>(`users?q=${email}`);
    expect(made).toMatchObject({
      origin: 'brought',
      customerState: 'brought',
      kycStatus: 'none',
      mobileNumber: '+2348031234567',
    });
    const { body: money } = await owner.get(`users/${made?.id}/money`);
    expect(money.accounts).toMatchObject([{ accountNumber: '0152792740', bankCode: '058', origin: 'brought' }]);
    const { body: notes } = await owner.get<Row[]>(`users/${made?.id}/notes`);
    expect(notes).toMatchObject([{ text: 'Tall\nImported: verified 2025-03-01' }]);
    expect(await audit(checked.id)).toMatchObject([{ action: 'import.checked' }, { action: 'import.applied' }]);
    expect(await rows('select 1 from test_mail where recipient = $1', [email])).toEqual([]);
  });

  test('says what stands in the lines with a problem, also as a file that is read again', async () => {
    const number = aNumber();
    const file = csvOf(
      line({ mobileNumber: number }),
      line({ mobileNumber: '0803 44' }),
      line({ email: 'ada@@example.com' }),
      line({ firstName: 'Bode', mobileNumber: number }),
      line({ country: 'Nigera' }),
      line({ email: adminEmail }),
      line({ firstName: '"=HYPERLINK(""x"")"' }),
      line({ email: '' }),
      line({ mobileNumber: '+44 7911 123456' }),
      line({ country: '1' }),
      line({ language: 'tlh' }),
      line({ firstName: 'A' }),
    );
    const checked = await check(file);
    expect(problemsOf(checked)).toEqual([
      [3, 'mobileNumber', 'number'],
      [4, 'email', 'email'],
      [5, 'mobileNumber', 'number_shared'],
      [6, 'country', 'country'],
      [7, 'email', 'is_member'],
      [8, 'firstName', 'formula'],
      [9, 'email', 'reach'],
      [10, 'mobileNumber', 'number_country'],
      [11, 'country', 'country'],
      [12, 'language', 'language'],
      [13, 'firstName', 'first_name'],
    ]);
    expect(checked).toMatchObject({ rows: 12, ready: 1, skipped: 11 });
    expect(checked.problems[1]).toMatchObject({ value: 'ada@@example.com' });
    const problems = await owner.text(`imports/${checked.id}?as=problems`);
    expect(problems.split('\r\n')[0]).toContain('firstName,lastName,email');
    expect(problems).toContain(`"'=HYPERLINK(""x"")"`);
    // The owner of the shared number was not made yet.
    expect(await check(problems)).toMatchObject({ rows: 11, ready: 1 });
  });

  test.each([
    ['Nigeria', 'Nigeria'],
    ['ng', 'Nigeria'],
    ['234', 'Nigeria'],
    ['+234', 'Nigeria'],
    ['Deutschland', 'Germany'],
    ['德国', 'Germany'],
  ])('names a country as %s', async (country, name) => {
    const email = newAddress();
    const { id } = await check(csvOf(line({ email, country })));
    await apply(id);
    expect(await row('select country from users where email = $1', [email])).toEqual({ country: name });
  });

  test('is recognised in UTF-16 and windows-1252, with headings of another language', async () => {
    const german = `Vorname\tNachname\tE-Mail\tLand\r\nJürgen\tGroß\t${newAddress()}\tDE\r\n`;
    const wide = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(german, 'utf16le')]);
    expect(await check(wide)).toMatchObject({ ready: 1, encoding: 'utf-16le', separator: '\t' });
    expect(await check(Buffer.from(german.replace('Obi', 'x'), 'latin1'))).toMatchObject({
      ready: 1,
      encoding: 'windows-1252',
    });
  });

  test('with right-to-left marks, emoji and a mark of the byte order within is read without them', async () => {
    const email = newAddress();
    const { id, ready } = await check(csvOf(line({ email, firstName: '\u202eAda\u200f', lastName: '\ufeffObi 🌊' })));
    expect(ready).toBe(1);
    await apply(id);
    expect(await row('select first_name, last_name from users where email = $1', [email])).toEqual({
      first_name: 'Ada',
      last_name: 'Obi 🌊',
    });
  });

  test('has people who are here already, and people who stand in it twice', async () => {
    const ada = await aUser({ mobileNumber: '+2348039990001' });
    const email = newAddress();
    const checked = await check(
      csvOf(
        line({ email: ada.email.toUpperCase() }),
        line({ email, mobileNumber: '0803 999 0002' }),
        line({ email }),
        line({ mobileNumber: '0803 999 0002' }),
        line({ mobileNumber: '0803 999 0001' }),
        line({ firstName: 'Chidi', mobileNumber: '0803 999 0001' }),
      ),
    );
    expect(checked).toMatchObject({ ready: 1, same: 4, skipped: 1 });
    expect(problemsOf(checked)).toEqual([[7, 'mobileNumber', 'number_shared']]);
  });
});

describe('the columns of a file', () => {
  const named = (headings: string) => `${headings}\nAda,Obi,${newAddress()},NG,secret\n`;

  test.each(['Passwort', 'Passnummer', 'Card number', 'Número de tarjeta', '密码', 'BVN'])(
    'never read one called %s',
    async (name) => {
      const checked = await check(named(`First name,Last name,Email,Country,${name}`));
      expect(checked.columns[4]).toEqual({ heading: name, field: null, why: 'forbidden' });
      const mapping = { note: name };
      expect(await reasonOf(send(named(`First name,Last name,Email,Country,${name}`), { mapping }))).toBe(
        '400 mapping_unknown',
      );
      const [stored] = await rows('select values from import_rows where import_id = $1', [checked.id]);
      expect(String(stored?.values)).not.toContain('secret');
    },
  );

  test('are read by a mapping, which replaces the import while it was not applied', async () => {
    const file = named('Rufname,Zweitname,Email,Country,Farbe');
    const first = await check(file);
    expect(first).toMatchObject({ ready: 0, skipped: 1 });
    const mapping = { firstName: 'Rufname', lastName: 'Zweitname', note: 'Farbe' };
    const second = await check(file, { mapping });
    expect(second).toMatchObject({ ready: 1, skipped: 0 });
    expect(await outcomeOf(owner.get(`imports/${first.id}`))).toBe('404 not_found');
    await apply(second.id);
    expect(await outcome(send(file, { mapping: { ...mapping, note: '' } }))).toBe('409 conflict import_applied');
    expect((await send(file, { mapping })).status).toBe(200);
  });

  test.each([
    ['a heading that is not there', { firstName: 'Nobody' }, '400 mapping_unknown'],
    ['a field that there is not', { password: 'First name' }, '400 mapping_invalid'],
  ])('are not read by a mapping to %s', async (_what, mapping, refused) => {
    expect(await reasonOf(send(named('First name,Last name,Email,Country,Colour'), { mapping }))).toBe(refused);
  });
});

describe('a file that is no table of customers', () => {
  const person = line().join(';');
  test.each<[string, string | Uint8Array, string]>([
    ['of 20,001 rows', `${heading}\n${`${person}\n`.repeat(20_001)}`, '422 too_many_rows import_too_many_rows'],
    ['with an unclosed quote', `${heading}\n"${person}\n${person}\n`, '422 import_unreadable import_unfinished'],
    ['with a byte of nothing', `${heading}\nA\u0000da${person}\n`, '422 import_unreadable import_charset'],
    ['of a heading alone', `${heading}\n`, '422 import_unreadable import_empty'],
    ['of nothing', '\n', '422 import_unreadable import_empty'],
    ['with two headings alike', `email;E-Mail\na;b\n`, '422 import_unreadable import_twice'],
    ['with two headings of one field', `mobile;telephone\na;b\n`, '422 import_unreadable import_twice'],
    [
      'of 300 columns',
      `${Array.from({ length: 300 }, (_, at) => `c${at}`).join(';')}\n1\n`,
      '422 import_unreadable import_columns',
    ],
    ['with a cell of 200,000 letters', `${heading}\n${'a'.repeat(200_000)};b\n`, '422 import_unreadable import_size'],
    ['of six megabytes', Buffer.alloc(6 * 1024 * 1024, 'a'), '413 file_too_large import_too_large'],
    ['with a cell of ten megabytes', Buffer.alloc(10 * 1024 * 1024 + 1, 'a'), '413 file_too_large'],
  ])('%s is refused with nothing stored', async (_what, csv, refused) => {
    const before = await stored();
    expect(await outcome(send(csv))).toContain(refused);
    expect(await stored()).toEqual(before);
  });

  test('says which line of it cannot be read', async () => {
    const { body } = await send(`${heading}\n${person}\n"${person}\n`);
    expect(body).toMatchObject({ params: { line: expect.any(Number) as number, why: 'unfinished' } });
  });
});

describe('one file', () => {
  test('sent again changes nothing, and two members at once have one import', async () => {
    const by = await proven(reviewer);
    const file = csvOf(line(), line());
    const sent = await Promise.all([send(file), send(file, { by })]);
    expect(sent.map(({ status }) => status).toSorted()).toEqual([200, 201]);
    expect(new Set(sent.map(({ body }) => body.id)).size).toBe(1);
    expect((await send(file)).status).toBe(200);
  });

  test('is applied once, however often it is asked', async () => {
    const { id } = await check(csvOf(line(), line()));
    const before = await userCount();
    expect(await outcomesOf([apply(id), apply(id), apply(id)])).toEqual(['200', '409 conflict', '409 conflict']);
    expect(await userCount()).toBe(before + 2);
    expect(await outcomeOf(owner.del(`imports/${id}`))).toBe('409 conflict');
  });

  test('is dropped with everything that was read', async () => {
    const { id } = await check(csvOf(line()));
    expect((await owner.del(`imports/${id}`)).status).toBe(204);
    expect(await rows('select line from import_rows where import_id = $1', [id])).toEqual([]);
    expect(await outcomeOf(apply(id))).toBe('404 not_found');
    expect((await owner.list('imports')).some((item) => item.id === id)).toBe(false);
  });

  test('skips who registered between the check and the import, and makes all others', async () => {
    const email = newAddress();
    const { id } = await check(csvOf(line({ email }), line()));
    const { id: adaId } = await aUser({ email });
    expect(await apply(id)).toMatchObject({ body: { created: 1, skipped: 1 } });
    expect(await row('select id, origin from users where email = $1', [email])).toEqual({
      id: adaId,
      origin: 'registered',
    });
  });

  test('that is cut off in the middle makes nobody', async () => {
    const { id } = await check(csvOf(...Array.from({ length: 1_200 }, () => line())));
    const before = await userCount();
    // The third group of rows meets a customer who cannot be made.
    await rows(`create function stop_import() returns trigger language plpgsql as $$
      begin perform pg_terminate_backend(pg_backend_pid()); return new; end $$`);
    await rows(`create trigger stop_import before insert on users for each row
      when (new.origin = 'brought' and random() < 0.01) execute function stop_import()`);
    expect((await apply(id)).status).toBeGreaterThanOrEqual(500);
    await rows('drop trigger stop_import on users');
    expect(await userCount()).toBe(before);
    expect(await apply(id)).toMatchObject({ body: { created: 1_200 } });
  });

  test('asks for the password, and for a role that may write users', async () => {
    const by = { token: session.token };
    await rows(`update sessions set sure_at = null, sure_until = null`);
    expect(await outcomeOf(send(csvOf(line()), { by }))).toBe('403 step_up_required');
    expect(await outcomeOf(send(csvOf(line()), { by: support }))).toBe('403 not_permitted');
    const reading = teamCalls(app, support);
    expect(await outcomeOf(reading.get('imports'))).toBe('403 not_permitted');
  });
});

describe('a file of accounts', () => {
  const file = (...lines: string[]) => `email;${accountHeading}\n${lines.join('\n')}\n`;
  const account = 'Ada Obi;0152792740;GTBank;058;;NGN';

  test('adds them to customers who are here, once', async () => {
    const ada = await aUser();
    const checked = await check(file(`${ada.email};${account}`, `${newAddress()};${account}`), { kind: 'accounts' });
    expect(checked).toMatchObject({ ready: 1, skipped: 1 });
    expect(problemsOf(checked)).toEqual([[3, 'email', 'unknown_customer']]);
    expect(await apply(checked.id)).toMatchObject({ body: { created: 1, skipped: 1 } });
    const again = await check(file(`${ada.email};${account}`), { kind: 'accounts' });
    expect(again).toMatchObject({ ready: 0, same: 1 });
  });

  test.each([
    ['a digit too few', '015279274;GTBank;058;;NGN', 'accountNumber', 'account_number'],
    ['an IBAN with a wrong digit', ';Deutsche Bank;;DE89370400440532013001;EUR', 'iban', 'iban'],
    ['no currency', '0152792740;GTBank;058;;', 'currency', 'currency'],
    ['no bank', '0152792740;;;;NGN', 'bankName', 'account_incomplete'],
  ])('skips one with %s', async (_what, cells, field, reason) => {
    const ada = await aUser();
    const checked = await check(file(`${ada.email};Ada Obi;${cells}`), { kind: 'accounts' });
    expect(problemsOf(checked)).toEqual([[2, field, reason]]);
  });
});

describe('after a day', () => {
  test('an import that nobody applied is dropped, and the rows of one that was are empty', async () => {
    const email = newAddress();
    const [left, made] = [await check(csvOf(line())), await check(csvOf(line({ email }), line({ country: 'Nigera' })))];
    await apply(made.id);
    const day = `interval '25 hours'`;
    await rows(`update imports set made_at = made_at - ${day}, applied_at = applied_at - ${day}`);
    await sweepImports(app.deps);
    expect(await outcomeOf(owner.get(`imports/${left.id}`))).toBe('404 not_found');
    const kept = await rows('select values, problems, user_id from import_rows where import_id = $1 order by line', [
      made.id,
    ]);
    expect(kept).toEqual([
      { values: null, problems: [], user_id: expect.any(String) as string },
      { values: null, problems: [], user_id: null },
    ]);
  });
});

test('a customer who was imported and registers has one account', async () => {
  const email = newAddress();
  const { id } = await check(csvOf(line({ email })));
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
  const began = Date.now();
  const waiting = await verify({ userId, otp });
  expect({ status: waiting.status, reason: waiting.body.reason }).toEqual({ status: 503, reason: 'busy' });
  expect(waiting.headers.get('retry-after')).toBe('5');
  expect(Date.now() - began).toBeLessThan(4_000);
  await importing.query('commit');
  importing.release();
  expect((await verify({ userId, otp })).status).toBe(200);
  expect(await rows('select origin from users where email = $1', [email])).toEqual([{ origin: 'brought' }]);
});

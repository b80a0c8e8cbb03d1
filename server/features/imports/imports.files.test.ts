import { describe, expect, test } from 'vitest';
import { accountCalls, newAddress } from '#tests/factories/account-calls.ts';
import { accountHeading, aNumber, aRow, csvOf, heading, importCalls, problemsOf } from '#tests/factories/imports.ts';
import { adminEmail } from '#tests/setup/app.ts';
import { outcome, outcomeOf, reasonOf, type Row } from '#tests/setup/calls.ts';
import { openTestbed } from '#tests/setup/testbed.ts';

const testbed = openTestbed();
const { rows, row, audit } = testbed;
const { aUser } = accountCalls(testbed);
const { owner, send, check, apply } = importCalls(testbed);
/** Nothing of a refused file is stored. */
const storedRows = async () => rows('select id from imports union all select import_id from import_rows');

describe('a file of customers', () => {
  test('is read, shown and imported, with note and account', async () => {
    const email = newAddress();
    const ada = `Ada;Obi;${email};0803 123 4567;NG;en;Tall;2025-03-01;Ada Obi;0152792740;GTBank;058;;NGN`;
    const file = `${heading};${accountHeading}\n${ada}\n`;
    const preview = await check(file);
    expect(preview).toMatchObject({
      state: 'checked',
      rows: 1,
      ready: 1,
      same: 0,
      skipped: 0,
      separator: ';',
      problems: [],
    });
    expect(await row('select id from users where email = $1', [email])).toEqual({});

    expect(await apply(preview.id)).toMatchObject({ status: 200, body: { created: 1, skipped: 0, invited: 0 } });
    const {
      body: [createdBody],
    } = await owner.get<Row[]>(`users?q=${email}`);
    expect(createdBody).toMatchObject({
      origin: 'brought',
      customerState: 'brought',
      kycStatus: 'none',
      mobileNumber: '+2348031234567',
    });
    const { body: money } = await owner.get(`users/${createdBody?.id}/money`);
    expect(money.accounts).toMatchObject([{ accountNumber: '0152792740', bankCode: '058', origin: 'brought' }]);
    const { body: notes } = await owner.get<Row[]>(`users/${createdBody?.id}/notes`);
    expect(notes).toMatchObject([{ text: 'Tall\nImported: verified 2025-03-01' }]);
    expect(await audit(preview.id)).toMatchObject([{ action: 'import.checked' }, { action: 'import.applied' }]);
    expect(await rows('select 1 from test_mail where recipient = $1', [email])).toEqual([]);
  });

  test('lists its lines with a problem, also as a file to correct', async () => {
    const number = aNumber();
    const file = csvOf(
      aRow({ mobileNumber: number }),
      aRow({ mobileNumber: '0803 44' }),
      aRow({ email: 'ada@@example.com' }),
      aRow({ firstName: 'Bode', mobileNumber: number }),
      aRow({ country: 'Nigera' }),
      aRow({ email: adminEmail }),
      aRow({ firstName: '"=HYPERLINK(""x"")"' }),
      aRow({ email: '' }),
      aRow({ mobileNumber: '+44 7911 123456' }),
      aRow({ country: '1' }),
      aRow({ language: 'tlh' }),
      aRow({ firstName: 'A' }),
    );
    const preview = await check(file);
    expect(problemsOf(preview)).toEqual([
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
    expect(preview).toMatchObject({ rows: 12, ready: 1, skipped: 11 });
    expect(preview.problems[1]).toMatchObject({ value: 'ada@@example.com' });
    const problems = await owner.text(`imports/${preview.id}?as=problems`);
    expect(problems).toContain('Email: Not an email address');
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
    const { id } = await check(csvOf(aRow({ email, country })));
    await apply(id);
    expect(await row('select country from users where email = $1', [email])).toEqual({ country: name });
  });

  test('is recognised in UTF-16 and windows-1252, with headings in another language', async () => {
    const german = `Vorname\tNachname\tE-Mail\tLand\r\nJürgen\tGroß\t${newAddress()}\tDE\r\n`;
    const utf16File = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(german, 'utf16le')]);
    expect(await check(utf16File)).toMatchObject({ ready: 1, encoding: 'utf-16le', separator: '\t' });
    expect(await check(Buffer.from(german.replace('Obi', 'x'), 'latin1'))).toMatchObject({
      ready: 1,
      encoding: 'windows-1252',
    });
  });

  test('is read without right-to-left marks, emoji and a byte order mark', async () => {
    const email = newAddress();
    const { id, ready } = await check(csvOf(aRow({ email, firstName: '\u202eAda\u200f', lastName: '\ufeffObi 🌊' })));
    expect(ready).toBe(1);
    await apply(id);
    expect(await row('select first_name, last_name from users where email = $1', [email])).toEqual({
      first_name: 'Ada',
      last_name: 'Obi 🌊',
    });
  });

  test('marks existing customers, and customers that it lists twice', async () => {
    const ada = await aUser({ mobileNumber: '+2348039990001' });
    const email = newAddress();
    const preview = await check(
      csvOf(
        aRow({ email: ada.email.toUpperCase() }),
        aRow({ email, mobileNumber: '0803 999 0002' }),
        aRow({ email }),
        aRow({ mobileNumber: '0803 999 0002' }),
        aRow({ mobileNumber: '0803 999 0001' }),
        aRow({ firstName: 'Chidi', mobileNumber: '0803 999 0001' }),
      ),
    );
    expect(preview).toMatchObject({ ready: 1, same: 4, skipped: 1 });
    expect(problemsOf(preview)).toEqual([[7, 'mobileNumber', 'number_shared']]);
    expect(preview.problems[0]?.customer).toMatchObject({ id: ada.id });
  });
});

describe('the columns of a file', () => {
  const fileWith = (headings: string) => `${headings}\nAda,Obi,${newAddress()},NG,secret\n`;

  test.each(['Passwort', 'Passnummer', 'Card number', 'Número de tarjeta', '密码', 'BVN'])(
    'are never read if they are called %s',
    async (name) => {
      const preview = await check(fileWith(`First name,Last name,Email,Country,${name}`));
      expect(preview.columns[4]).toEqual({ heading: name, field: null, why: 'forbidden' });
      const mapping = { note: name };
      expect(await reasonOf(send(fileWith(`First name,Last name,Email,Country,${name}`), { mapping }))).toBe(
        '400 mapping_unknown',
      );
      const [storedRow] = await rows('select values from import_rows where import_id = $1', [preview.id]);
      expect(String(storedRow?.values)).not.toContain('secret');
    },
  );

  test('are read by a mapping, which replaces an import that was not applied', async () => {
    const file = fileWith('Rufname,Zweitname,Email,Country,Farbe');
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
    expect(await reasonOf(send(fileWith('First name,Last name,Email,Country,Colour'), { mapping }))).toBe(refused);
  });
});

describe('a file that is no table of customers', () => {
  const customer = aRow().join(';');
  test.each<[string, string | Uint8Array, string]>([
    ['of 20,001 rows', `${heading}\n${`${customer}\n`.repeat(20_001)}`, '422 too_many_rows import_too_many_rows'],
    ['with an unclosed quote', `${heading}\n"${customer}\n${customer}\n`, '422 import_unreadable import_unfinished'],
    ['with a byte of nothing', `${heading}\nA\u0000da${customer}\n`, '422 import_unreadable import_charset'],
    ['of a heading alone', `${heading}\n`, '422 import_unreadable import_empty'],
    ['of nothing', '\n', '422 import_unreadable import_empty'],
    ['with two headings alike', `email;E-Mail\na;b\n`, '422 import_unreadable import_twice'],
    ['with two headings of one field', `mobile;telephone\na;b\n`, '422 import_unreadable import_twice'],
    [
      'of 300 columns',
      `${Array.from({ length: 300 }, (_, index) => `c${index}`).join(';')}\n1\n`,
      '422 import_unreadable import_columns',
    ],
    ['with a cell of 200,000 letters', `${heading}\n${'a'.repeat(200_000)};b\n`, '422 import_unreadable import_size'],
    ['of six megabytes', Buffer.alloc(6 * 1024 * 1024, 'a'), '413 file_too_large import_too_large'],
    ['with a cell of ten megabytes', Buffer.alloc(10 * 1024 * 1024 + 1, 'a'), '413 file_too_large'],
  ])('%s is refused with nothing stored', async (_what, csv, refused) => {
    const filesBefore = await storedRows();
    expect(await outcome(send(csv))).toContain(refused);
    expect(await storedRows()).toEqual(filesBefore);
  });

  test('names the line that cannot be read', async () => {
    const { body } = await send(`${heading}\n${customer}\n"${customer}\n`);
    expect(body).toMatchObject({ params: { line: expect.any(Number) as number, why: 'unfinished' } });
  });
});

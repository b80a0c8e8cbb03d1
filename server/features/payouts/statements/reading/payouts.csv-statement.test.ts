import { describe, expect, test } from 'vitest';
import { profileInput } from '#shared/payouts/payouts.accounts.contract.ts';
import { parseStatement } from '../payouts.statement.ts';
import type { StatementProfile } from './payouts.statement.values.ts';

const account = { currency: 'EUR', iban: 'DE75512108001245126199', accountNumber: null };
const layout: StatementProfile = {
  date: 'Date',
  amount: 'Amount',
  text: ['Text'],
  separator: ';',
  encoding: 'utf-8',
  dateFormat: 'DD.MM.YYYY',
  decimal: ',',
  sign: 'asWritten',
  skip: 0,
};
const { amount: _amount, ...withoutAmount } = layout;
const twoColumns: StatementProfile = { ...withoutAmount, debit: 'Debit', credit: 'Credit' };
const withDirection: StatementProfile = { ...layout, directionColumn: 'Af Bij', outWord: 'Af' };

function read(
  file: string | Uint8Array,
  profile = layout,
  changes: { currency?: string; accountConfirmed?: boolean } = {},
) {
  const { currency = 'EUR', accountConfirmed = true } = changes;
  const bytes = typeof file === 'string' ? Buffer.from(file) : file;
  return parseStatement({ bytes, profile, account: { ...account, currency }, accountConfirmed });
}

describe('a sum is read in its bank’s notation', () => {
  test.each([
    ['93,02-', 'out', '93.02'],
    ['93,02 -', 'out', '93.02'],
    ['93,02+', 'in', '93.02'],
    ['\u221293,02', 'out', '93.02'],
    ['\u201393,02', 'out', '93.02'],
    ['(93,02)', 'out', '93.02'],
    ['(€ 1.093,02)', 'out', '1093.02'],
    ['€ -93,02', 'out', '93.02'],
    ['-€93,02', 'out', '93.02'],
    ['93,02 €', 'in', '93.02'],
    ['EUR 93,02-', 'out', '93.02'],
    ['-93,02 EUR', 'out', '93.02'],
    ['93,02 DR', 'out', '93.02'],
    ['93,02Dr.', 'out', '93.02'],
    ['CR 93,02', 'in', '93.02'],
    ['-93,02 DR', 'out', '93.02'],
    ['-1 093,02', 'out', '1093.02'],
    ["-1'093,02", 'out', '1093.02'],
    ['-0093,020', 'out', '93.02'],
    ['-93', 'out', '93.00'],
  ])('%s is %s %s', (text, direction, amount) => {
    expect(read(`Date;Amount;Text\n24.11.2026;${text};rent\n`)).toMatchObject({
      statement: { lines: [{ direction, amount }] },
    });
  });

  test.each([
    ['₦93,000.00', 'NGN', '93000.00'],
    ['NGN 93,000.00', 'NGN', '93000.00'],
    ['Rs. 1,23,456.50', 'INR', '123456.50'],
    ['KSh 93.02', 'KES', '93.02'],
    ['$93.02', 'USD', '93.02'],
  ])('%s of %s is %s', (text, currency, amount) => {
    const file = `Date;Amount;Text\n24.11.2026;${text};rent\n`;
    expect(read(file, { ...layout, decimal: '.' }, { currency })).toMatchObject({ statement: { lines: [{ amount }] } });
  });

  test.each([
    '$ 93,02',
    '93,02 USD',
    '-93,02-',
    '(-93,02)',
    '93,02 CR DR',
    '93.02',
    '9,3,02',
    '93,021',
    '93,020',
    'rent',
    '1.23,45',
  ])('%s is refused with its text', (text) => {
    const refusal = { code: 'statement_unreadable', why: 'amount', line: 2, found: text };
    expect(read(`Date;Amount;Text\n24.11.2026;${text};rent\n`)).toEqual({ refusal });
  });
});

describe('a direction is read in its bank’s notation', () => {
  const out = { direction: 'out', amount: '93.02' };
  const back = { direction: 'in', amount: '50.00' };

  test('with a minus before each debit, or before none', () => {
    for (const sign of ['-', ''])
      expect(
        read(`Date;Debit;Credit;Text\n24.11.2026;${sign}93,02;;a\n25.11.2026;0,00;50,00;b\n`, twoColumns),
      ).toMatchObject({
        statement: { lines: [out, back] },
      });
    const mixed = 'Date;Debit;Credit;Text\n24.11.2026;-93,02;;a\n25.11.2026;50,00;;b\n';
    expect(read(mixed, twoColumns)).toMatchObject({ refusal: { why: 'amount', line: 2, found: '-93,02' } });
  });

  test('with a minus before a reversed credit, and before a reversed debit if no other debit has one', () => {
    const takenBack = { isReversal: true };
    const credit = 'Date;Debit;Credit;Text\n24.11.2026;;-93,02;a\n';
    expect(read(credit, twoColumns)).toMatchObject({ statement: { lines: [{ ...out, ...takenBack }] } });
    const debits = ['93,02', '7,00', '-50,00', '8,00'].map((sum) => `24.11.2026;${sum};;a\n`).join('');
    const plain = { direction: 'out', isReversal: false };
    expect(read(`Date;Debit;Credit;Text\n${debits}`, twoColumns)).toMatchObject({
      statement: { lines: [{ ...plain, ...out }, plain, { ...back, ...takenBack }, plain] },
    });
  });

  test.each(['-', '\u2013', ''])('with %j in the empty column', (nothing) => {
    const file = `Date;Debit;Credit;Text\n24.11.2026;93,02;${nothing};a\n25.11.2026;${nothing};50,00;b\n`;
    expect(read(file, twoColumns)).toMatchObject({ statement: { lines: [out, back] } });
  });

  test.each(['Af', 'AF', ' af '])('in its own column, with %j for out', (word) => {
    const file = `Date;Amount;Af Bij;Text\n24.11.2026;93,02;${word};a\n25.11.2026;50,00;Bij;b\n`;
    expect(read(file, withDirection)).toMatchObject({ statement: { lines: [out, back] } });
  });

  test('and not by a third word that the layout does not name', () => {
    const file = 'Date;Amount;Af Bij;Text\n24.11.2026;93,02;Bij;a\n25.11.2026;50,00;Debet;b\n';
    expect(read(file, withDirection)).toMatchObject({ refusal: { why: 'direction', line: 3, found: 'Debet' } });
  });

  test('and never against the mark beside it', () => {
    for (const cells of ['-93,02;Bij', '93,02 CR;Af', '93,02;'])
      expect(read(`Date;Amount;Af Bij;Text\n24.11.2026;${cells};a\n`, withDirection)).toMatchObject({
        refusal: { why: 'direction', line: 2 },
      });
    expect(read('Date;Amount;Text\n24.11.2026;-93,02 CR;a\n')).toMatchObject({ refusal: { why: 'direction' } });
  });
});

describe('a day is read in its bank’s notation', () => {
  test.each([
    ['DD-MMM-YYYY', '24-Nov-2026'],
    ['DD MMM YY', '24 NOV 26'],
    ['DD. MMMM YYYY', '24. November 2026'],
    ['D MMM YYYY', '24 nov. 2026'],
    ['MMM DD, YYYY', 'Nov 24, 2026'],
    ['DD MMM YYYY', '24 ноября 2026'],
    ['DD MMM YYYY', '24 kas 2026'],
    ['DD/M/YY', '24/11/26'],
    ['YYYYMMDD', '20261124'],
    ['DD.MM.YYYY', '24.11.2026 13:05'],
  ])('%s reads %s', (dateFormat, text) => {
    expect(read(`Date;Amount;Text\n${text};-93,02;a\n`, { ...layout, dateFormat })).toMatchObject({
      statement: { lines: [{ bookedOn: '2026-11-24' }] },
    });
  });

  test.each([
    ['24-Mrz-2026', '2026-03-24'],
    ['24-févr.-2026', '2026-02-24'],
    ['24-mär-2026', '2026-03-24'],
    ['24-ene-2026', '2026-01-24'],
    ['24-Sept-2026', '2026-09-24'],
    ['30-Feb-2026', '2026-02-28'],
  ])('the month of %s is that of %s', (text, bookedOn) => {
    const profile = { ...layout, dateFormat: 'DD-MMM-YYYY' };
    expect(read(`Date;Amount;Text\n${text};-93,02;a\n`, profile)).toMatchObject({
      statement: { lines: [{ bookedOn }] },
    });
  });

  test('a name of two possible months is refused with that name', () => {
    const file = 'Date;Amount;Text\n24-jui-2026;-93,02;a\n';
    const refusal = { why: 'date', line: 2, found: '24-jui-2026' };
    expect(read(file, { ...layout, dateFormat: 'DD-MMM-YYYY' })).toMatchObject({ refusal });
  });

  test('a layout with an unreadable date format is not saved', () => {
    const saved = (dateFormat: string) =>
      profileInput.safeParse({ ...layout, name: 'Bank', direction: 'statement', dateFormat }).success;
    expect(['DD.MM.YYYY', 'DD-MMM-YYYY', 'MM/DD/YY', 'D. MMMM YYYY'].map(saved)).toEqual([true, true, true, true]);
    expect(['DD.MM', 'dd.mm.yyyy', 'DD-MON-YYYY', 'DD.MM.YYYY HH:mm', 'DD/DD/YYYY'].map(saved)).not.toContain(true);
  });
});

describe('the rows around a table', () => {
  const row = '24.11.2026;-93,02;rent\n';
  test.each([
    ['a mark of the end', `Date;Amount;Text\n${row}***END OF FILE***\n`],
    ['a total', `Date;Amount;Text\n${row}Total;-93,02;\n`],
    ['a balance of a day', `Date;Amount;Text\n${row}Saldo 24.11.2026;4906,98;\n`],
    ['a booking without a day yet', `Date;Amount;Text\n;-5,00;pending\n${row}`],
    ['a day without a sum', `Date;Amount;Text\n24.11.2026;;opening\n${row}`],
  ])('%s is left out and counted', (_name, file) => {
    expect(read(file)).toMatchObject({ statement: { lines: [{ amount: '93.02' }] }, leftOut: 1 });
  });

  test('may precede the headings, which are found in any case', () => {
    const file = `My Bank\nAccount;DE75\n\ndate; AMOUNT ;Text\n${row}`;
    expect(read(file)).toMatchObject({ statement: { lines: [{ amount: '93.02', text: 'rent' }] }, leftOut: 0 });
  });

  test('are read without headings as a refusal that names each one', () => {
    expect(read(`Date;Sum;Purpose\n${row}`)).toMatchObject({
      refusal: { why: 'column', line: 1, found: 'Amount, Text' },
    });
  });

  test('may lack empty cells at their end, but no part of their sum', () => {
    const file = (first: string) => `Date;Amount;Text;Note\n${first}\n24.11.2026;-1,00;rent;x\n`;
    expect(read(file('24.11.2026;-93,02;rent'))).toMatchObject({ statement: { lines: [{}, {}] } });
    expect(read(file('24.11.2026;-9'))).toMatchObject({ refusal: { why: 'unfinished', line: 2 } });
    expect(read('Date;Amount;Text;Note\n24.11.2026;-93,02;re')).toMatchObject({
      refusal: { why: 'unfinished', line: 2 },
    });
  });

  test('with an unclosed quote do not join another booking', () => {
    const file = 'Date;Text;Amount\n01.02.2026;"Kauf A;-5,00\n02.02.2026;b;-6,00\n04.02.2026;"Kauf B;-7,00\n';
    expect(read(file)).toMatchObject({ refusal: { why: 'unfinished' } });
  });

  test.each([`'01.02.2026`, '="01.02.2026"', 'Kauf A'])('are refused if all their days are like %s', (day) => {
    expect(read(`Date;Amount;Text\n${day};-5,00;a\n`)).toMatchObject({ refusal: { why: 'date', line: 2 } });
  });

  test('may have a quote within a text', () => {
    const file = 'Date;Amount;Text\n24.11.2026;-93,02;Bar "Zum Hirsch" 5"\n';
    expect(read(file)).toMatchObject({ statement: { lines: [{ text: 'Bar "Zum Hirsch" 5"' }] } });
  });
});

test('a table in a DOS code page is read by its layout', () => {
  const bytes = Buffer.from('Date;Amount;Text\n24.11.2026;-93,02;M\u0081ller\n', 'latin1');
  expect(read(bytes, { ...layout, encoding: 'cp850' })).toMatchObject({ statement: { lines: [{ text: 'Müller' }] } });
});

test('a table with a column of the account has only the rows of its own account', () => {
  const profile = { ...layout, ownAccount: 'IBAN' };
  const ownIban = 'DE75 5121 0800 1245 1261 99';
  const otherIban = 'DE89370400440532013000';
  const file = `Date;Amount;Text;IBAN\n24.11.2026;-93,02;a;${ownIban}\n24.11.2026;-5,00;b;${otherIban}\nTotal;;;\n`;
  expect(read(file, profile, { accountConfirmed: false })).toMatchObject({
    statement: { lines: [{ amount: '93.02' }] },
    others: [{ account: '3000', lines: 1 }],
  });
  expect(read(file, layout, { accountConfirmed: false })).toMatchObject({ refusal: { why: 'no_account' } });
});

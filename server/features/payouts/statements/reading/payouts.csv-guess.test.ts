import { describe, expect, test } from 'vitest';
import { onThisMachine } from '#tests/setup/machine.ts';
import { previewStatement, type PreviewInput } from '../payouts.statement.preview.ts';
import { readCsvSum } from './payouts.csv-values.ts';
import { UnreadableStatement, type StatementProfile } from './payouts.statement.values.ts';

const euro = { id: 'euro', currency: 'EUR', iban: 'DE75512108001245126199', accountNumber: null };
const dollar = { id: 'dollar', currency: 'USD', iban: null, accountNumber: '4417164300' };
const naira = { id: 'naira', currency: 'NGN', iban: null, accountNumber: '1012345678' };

function preview(file: string | Uint8Array, changes: Partial<PreviewInput> = {}) {
  const bytes = typeof file === 'string' ? Buffer.from(file) : file;
  const result = previewStatement({ bytes, accounts: [euro, dollar, naira], profiles: [], ...changes });
  return 'preview' in result ? result.preview : result;
}

const paidLine = { bookedOn: '2026-11-24', direction: 'out', amount: '93.02' };
const back = { bookedOn: '2026-11-25', direction: 'in', amount: '1050.00' };

describe('the layout of a bank’s table is guessed', () => {
  test.each<[bank: string, file: string, layout: Partial<StatementProfile>]>([
    [
      'of Germany',
      'Buchungstag;Valuta;Auftraggeber/Empfänger;Verwendungszweck;Betrag;Saldo\n' +
        '24.11.2026;25.11.2026;Ada Obi;LF7K3MQ2;-93,02;906,98\n' +
        '25.11.2026;25.11.2026;Bo;rent;1.050,00;1.956,98\n',
      { date: 'Buchungstag', valueDate: 'Valuta', amount: 'Betrag', text: ['Verwendungszweck'], decimal: ',' },
    ],
    [
      'of the Netherlands',
      '"Datum","Naam / Omschrijving","Rekening","Tegenrekening","Af Bij","Bedrag (EUR)","Mededelingen"\n' +
        '"20261124","Ada Obi","DE75512108001245126199","NL91ABNA0417164300","Af","93,02","LF7K3MQ2"\n' +
        '"20261125","Bo","DE75512108001245126199","","Bij","1050,00","rent"\n',
      { ownAccount: 'Rekening', account: 'Tegenrekening', directionColumn: 'Af Bij', outWord: 'Af', separator: ',' },
    ],
    [
      'of Nigeria',
      'Statement of account\nAccount,1012345678\n\nTrans. Date,Reference,Debits,Credits,Balance,Remarks\n' +
        '24-Nov-2026,N1,93.02,,"9,906.98",LF7K3MQ2\n25-Nov-2026,N2,,"1,050.00","10,956.98",rent\n',
      { debit: 'Debits', credit: 'Credits', reference: 'Reference', dateFormat: 'DD-MMM-YYYY', decimal: '.' },
    ],
    [
      'of America',
      'Date,Description,Amount\n11/24/2026,LF7K3MQ2,-93.02\n11/25/2026,rent,"1,050.00"\n',
      { dateFormat: 'MM/DD/YYYY', decimal: '.' },
    ],
    [
      'of Brazil',
      'Data;Histórico;Valor\n24/11/2026;LF7K3MQ2;-93,02\n25/11/2026;aluguel;1.050,00\n',
      { text: ['Histórico'], dateFormat: 'DD/MM/YYYY', decimal: ',' },
    ],
    [
      'of Russia',
      'Дата операции\tНазначение платежа\tСписание\tЗачисление\n24.11.2026\tLF7K3MQ2\t93,02\t\n' +
        '25.11.2026\tаренда\t\t1 050,00\n',
      { separator: '\t', debit: 'Списание', credit: 'Зачисление' },
    ],
    [
      'of China',
      '交易日期,摘要,收入金额,支出金额,余额\n2026-11-24,LF7K3MQ2,,93.02,906.98\n2026-11-25,租金,1050.00,,1956.98\n',
      { date: '交易日期', debit: '支出金额', credit: '收入金额', text: ['摘要'] },
    ],
    [
      'of Korea',
      '거래일자|적요|출금액|입금액|잔액\n2026.11.24|LF7K3MQ2|93.02|0.00|906.98\n2026.11.25|월세|0.00|1,050.00|1,956.98\n',
      { separator: '|', debit: '출금액', credit: '입금액', dateFormat: 'YYYY.MM.DD' },
    ],
    [
      'with headings that nobody knows',
      'Wann;Was;Wieviel\n24.11.2026;LF7K3MQ2;-93,02\n25.11.2026;rent;1.050,00\n',
      { date: 'Wann', text: ['Was'], amount: 'Wieviel' },
    ],
  ])('%s', (_bank, file, layout) => {
    expect(preview(file)).toMatchObject({ format: 'csv', profileId: null, layout, lines: [paidLine, back], count: 2 });
  });

  test('in an older encoding, from the whole file', () => {
    const row = '24.11.2026;a;-93,02\n';
    const file = Buffer.from(`Datum;Text;Betrag\n${row.repeat(5_000)}24.11.2026;M\xfcller;-93,02\n`, 'latin1');
    expect(preview(file)).toMatchObject({ layout: { encoding: 'windows-1252' }, count: 5_001 });
  });

  test('with the date format that makes its days closest', () => {
    const file = 'Date,Description,Amount\n11/01/2026,a,-93.02\n11/02/2026,b,-1.00\n11/05/2026,c,-1.00\n';
    expect(preview(file)).toMatchObject({
      layout: { dateFormat: 'MM/DD/YYYY' },
      lines: [{ bookedOn: '2026-11-01' }, {}, {}],
    });
  });

  test.each([
    ['without days', 'Date;Text;Amount\nx;a;-93,02\n'],
    ['without sums', 'Date;Text;Amount\n24.11.2026;a;b\n'],
    ['of numbers', '1;2;3\n4;5;6\n'],
  ])('but not for one %s', (_name, file) => {
    expect(preview(file)).toMatchObject({ refusal: { why: 'layout' } });
  });

  const long = 20_000;
  test.each([
    ['digits', `${'1'.repeat(long)}xyz x`],
    ['points', `${'1.'.repeat(long / 2)}abcdef`],
    ['blanks', `1${' '.repeat(long)}abcdef1`],
  ])('without a delay by a hostile cell of %s', (_name, cell) => {
    const startedAt = performance.now();
    const guessed = preview(`Date;Text;Amount\n24.11.2026;x;${cell}\n25.11.2026;x;1,00\n`);
    expect(guessed).toMatchObject({ refusal: { why: 'layout' } });
    expect(() => readCsvSum(cell, ',', 'EUR', 1)).toThrow(UnreadableStatement);
    expect(performance.now() - startedAt).toBeLessThan(onThisMachine(500));
  });
});

describe('a file is shown as the import would read it', () => {
  const shape: StatementProfile = {
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
  const table = 'Date;Amount;Text\n24.11.2026;-93,02;LF7K3MQ2\n25.11.2026;1050,00;rent\nTotal;;\n';

  test('by the first saved layout that fits', () => {
    const profiles = [
      { id: 'other', shape: { ...shape, text: ['Purpose'] } },
      { id: 'days', shape: { ...shape, dateFormat: 'YYYY-MM-DD' } },
      { id: 'own', shape },
    ];
    const expected = { profileId: 'own', layout: null, lines: [paidLine, back], count: 2, leftOut: 1, missing: [] };
    expect(preview(table, { profiles })).toMatchObject(expected);
  });

  test('with each missing heading of the chosen layout, and the headings that would fit', () => {
    const profiles = [{ id: 'other', shape: { ...shape, text: ['Purpose'], reference: 'Ref' } }];
    expect(preview(table, { profiles, profileId: 'other' })).toMatchObject({
      profileId: 'other',
      missing: ['Purpose', 'Ref'],
      lines: [],
      layout: { text: ['Text'] },
    });
  });

  test('with its account, and the other accounts in it', () => {
    const mt940 = (account: string, currency: string) =>
      `:20:S\n:25:${account}\n:28C:1\n:60F:C261124${currency}100,00\n:61:2611241124D93,02NTRFNONREF//N1\n` +
      `:86:a\n:62F:C261124${currency}6,98\n`;
    const file = `${mt940('4417164300', 'USD')}${mt940('NL91ABNA0417164300', 'EUR')}`;
    expect(preview(file)).toMatchObject({
      format: 'mt940',
      accountId: 'dollar',
      profileId: null,
      layout: null,
      lines: [{ ...paidLine, currency: 'USD' }],
      others: [{ account: '4300', lines: 1 }],
    });
    expect(preview(mt940('', 'EUR'))).toMatchObject({ accountId: null, lines: [paidLine], others: [] });
  });

  test('in another currency if its account has one', () => {
    const file = 'Date;Amount;Text;Account\n24.11.2026;-93,02;a;4417164300\n';
    const profiles = [{ id: 'own', shape: { ...shape, ownAccount: 'Account' } }];
    expect(preview(file, { profiles })).toMatchObject({ accountId: 'dollar', lines: [{ currency: 'USD' }] });
  });

  test('with at most five lines', () => {
    const file = `Date;Amount;Text\n${'24.11.2026;-93,02;a\n'.repeat(9)}`;
    expect(preview(file)).toMatchObject({ count: 9, lines: [{}, {}, {}, {}, {}] });
  });
});

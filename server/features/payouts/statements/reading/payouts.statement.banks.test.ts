import { describe, expect, test } from 'vitest';
import { parseStatement, type StatementInput } from '../payouts.statement.ts';
import type { StatementAccount } from './payouts.statement.account.ts';

const german = { currency: 'EUR', iban: 'DE75512108001245126199', accountNumber: null };
const dutch = { ...german, iban: 'NL91ABNA0417164300' };
const polish = { currency: 'PLN', iban: 'PL61109010140000071219812874', accountNumber: null };
const nigerian = { currency: 'NGN', iban: null, accountNumber: '1012345678' };

interface StatementParts {
  /** Above field 20. */
  head?: string[];
  account?: string;
  opening?: string;
  booking?: string;
  details?: string[];
  closing?: string;
  /** Below the closing balance. */
  end?: string[];
}

const details = ':86:166?00SEPA?20EREF+LF-7K3M-Q2-1?21SVWZ+LF7K3MQ2?32Ada Obi';
const mt940 = (written: StatementParts = {}) =>
  [
    ...(written.head ?? []),
    ':20:STARTUMS',
    written.account ?? ':25:DE75512108001245126199',
    ':28C:1/1',
    `:60F:C261123${written.opening ?? 'EUR5000,00'}`,
    written.booking ?? ':61:2611241124D93,02NTRFNONREF//N1',
    ...(written.details ?? [details]),
    `:62F:C261124${written.closing ?? 'EUR4906,98'}`,
    ...(written.end ?? ['-']),
  ].join('\r\n');
const camt = (amount = '93.02', closing = '4906.98', refs = '<EndToEndId>LF-7K3M-Q2-1</EndToEndId>') =>
  '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt><Acct><Id>' +
  `<IBAN>${german.iban}</IBAN></Id><Ccy>EUR</Ccy></Acct>` +
  `<Bal><Tp><CdOrPrtry><Cd>OPBD</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">5000.00</Amt><CdtDbtInd>CRDT</CdtDbtInd></Bal>` +
  `<Bal><Tp><CdOrPrtry><Cd>CLBD</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">${closing}</Amt><CdtDbtInd>CRDT</CdtDbtInd></Bal>` +
  `<Ntry><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts>BOOK</Sts><BookgDt>` +
  `<Dt>2026-11-24</Dt></BookgDt><NtryDtls><TxDtls><Refs>${refs}</Refs></TxDtls></NtryDtls></Ntry>` +
  '</Stmt></BkToCstmrStmt></Document>';

const readStatement = (
  file: string | Uint8Array,
  account: StatementAccount = german,
  changes: Partial<StatementInput> = {},
) => parseStatement({ bytes: typeof file === 'string' ? Buffer.from(file) : file, account, ...changes });
const bookedFields = { bookedOn: '2026-11-24', direction: 'out', amount: '93.02' };

/** A file that is read: its only line, next to what is the same in all of them. */
type ReadingCase = [name: string, file: string | Uint8Array, line?: object, account?: StatementAccount];

const dutchHead = { account: ':25:417164300', booking: ':61:2611241124D93,02N192NONREF' };
const envelope = '{1:F01BANKDEFFXXXX0000000000}{2:O9400600261124BANKDEFF2611240600N}{3:{108:A1}{119:STP}}{4:';
const dos = (text: string, bytes: readonly number[]) =>
  Buffer.from(Array.from(text, (sign) => (sign === '\u00a4' ? (bytes[0] ?? 0) : sign.charCodeAt(0))));
const named = (byte: number) => dos(mt940({ details: [details.replace('Ada Obi', 'M\u00a4ller')] }), [byte]);

const readable: ReadingCase[] = [
  ['three lines of ABN AMRO above field 20', mt940({ head: ['ABNANL2A', '940', 'ABNANL2A'], ...dutchHead }), {}, dutch],
  ['field 940 of Rabobank above field 20', mt940({ head: [':940:'] })],
  ['a line of the transport above the envelope', mt940({ head: ['HDR 0001', envelope], end: ['-}{5:{CHK:1}}'] })],
  ['an account with its currency behind a blank', mt940({ account: `:25:${german.iban} EUR` })],
  ['an account behind a stroke', mt940({ account: `:25:/${german.iban}` })],
  ['an account behind the BIC of its bank', mt940({ account: `:25:BANKDEFFXXX/${german.iban}` })],
  ['an account of option P, its BIC below', mt940({ account: `:25P:${german.iban}\r\nBANKDEFF` })],
  [
    'padded numbers of Rabobank',
    mt940({ booking: ':61:261124D000000000093,02N544NONREF', closing: 'EUR000000004906,98' }),
  ],
  ['a blank before the type', mt940({ booking: ':61:2611241124D93,02 NTRFNONREF//N1' })],
  ['a blank before the sum', mt940({ booking: ':61:2611241124D 93,02NTRFNONREF//N1' })],
  ['a type with a blank in it', mt940({ booking: ':61:261124D93,02NGT NONREF' })],
  ['the letter of the currency between mark and sum', mt940({ booking: ':61:2611241124DR93,02NTRFNONREF//N1' })],
  [
    'a point for the comma',
    mt940({ booking: ':61:2611241124D93.02NTRFNONREF', opening: 'EUR5000.00', closing: 'EUR4906.98' }),
  ],
  ['a day of entry with its year', mt940({ booking: ':61:261124261124D93,02NTRFNONREF' })],
  ['no type, and no reference of the bank', mt940({ booking: ':61:2611241124D93,02NONREF' }), { text: 'LF7K3MQ2' }],
  ['no type but a reference of the bank', mt940({ booking: ':61:2611241124D93,02//ZB1' }), { bankRef: 'ZB1' }],
  ['a balance with blanks', mt940({ opening: ' EUR 5000,00', closing: ' EUR 4906,98' })],
  ['SOH and ETX round each message', `\u0001${envelope}\r\n${mt940({ end: ['-}\u0003'] })}`],
  ['the end of a DOS file', `${mt940()}\r\n\u001a`],
  ['a file filled with NUL', mt940() + '\0'.repeat(512)],
  [
    '30 February',
    mt940({ booking: ':61:2602300302D93,02NTRFNONREF' }),
    { bookedOn: '2026-03-02', valueOn: '2026-02-28' },
  ],
  [
    '31 November',
    mt940({ booking: ':61:2611311201D93,02NTRFNONREF' }),
    { bookedOn: '2026-12-01', valueOn: '2026-11-30' },
  ],
  ['29 February of a year without one', mt940({ booking: ':61:270229D93,02NTRFNONREF' }), { bookedOn: '2027-02-28' }],
  [
    'a broken time',
    mt940({ details: [':86:166?20SVWZ+vom 24.11.2026T14', ':26:37 LF7K3MQ2'] }),
    { references: ['LF-7K3M-Q2'] },
  ],
  [
    'a broken time like field 20',
    mt940({ details: [':86:166?20at 24.11. 14', ':20:15 LF7K3MQ2'] }),
    { references: ['LF-7K3M-Q2'] },
  ],
  ['a line that begins with a dash', mt940({ details: [':86:rent', '- LF7K3MQ2'] }), { references: ['LF-7K3M-Q2'] }],
  ['a line that begins with a brace', mt940({ details: [':86:rent', '{LF7K3MQ2}'] }), { references: ['LF-7K3M-Q2'] }],
  [
    'a question mark in a text',
    mt940({ details: [':86:166?20SVWZ+Paid? LF7K3MQ2?32Ada'] }),
    { references: ['LF-7K3M-Q2'], counterpartyName: 'Ada' },
  ],
  [
    'parts between strokes',
    mt940({ details: [':86:/TRTP/SEPA/IBAN/NL20INGB0001234567/NAME/ADA', 'OBI/REMI/LF7K3MQ2/EREF/LF-7K3M-Q2-1'] }),
    { counterpartyName: 'ADA OBI', counterpartyAccount: 'NL20INGB0001234567', endToEndId: 'LF-7K3M-Q2-1' },
  ],
  [
    'parts without a code',
    mt940({ details: [':86:?20LF7K3MQ2?32Ada'] }),
    { text: 'LF7K3MQ2', counterpartyName: 'Ada' },
  ],
  [
    'an IBAN in part 38',
    mt940({ details: [':86:020~20LF7K3MQ2~38PL61109010140000071219812874'] }),
    { counterpartyAccount: polish.iban },
  ],
  ['\u00fc of the DOS page 850', named(0x81), { counterpartyName: 'M\u00fcller' }],
  ['\u00e4 of the DOS page 437', named(0x84), { counterpartyName: 'M\u00e4ller' }],
  ['\u00fc of windows-1252', named(0xfc), { counterpartyName: 'M\u00fcller' }],
  ['camt.053 with noughts in front', camt('000000000000093.02', '000000000004906.98')],
  ['camt.053 with five decimals', camt('93.02000', '4906.98000')],
  ['camt.053 in an envelope', `<?xml version="1.0"?><BizMsgEnvlp><AppHdr><Id>1</Id></AppHdr>${camt()}</BizMsgEnvlp>`],
  ['camt.053 in two envelopes with prefixes', `<s:Envelope xmlns:s="urn:s"><s:Body>${camt()}</s:Body></s:Envelope>`],
  ['camt.053 below a blank line', `\r\n\r\n<?xml version="1.0"?>${camt()}`],
  ['camt.053 with a mark of its encoding and the end of a DOS file', `\ufeff<?xml version="1.0"?>${camt()}\u001a`],
];

test.each(readable)('%s is read', (_name, file, line = {}, account = german) => {
  expect(readStatement(file, account)).toMatchObject({ statement: { lines: [{ ...bookedFields, ...line }] } });
});

test('a balance without a day has the days of its bookings, so that a gap before it is seen', () => {
  const undated = mt940().replace(':60F:C261123', ':60F:C000000');
  const day = '2026-11-24';
  expect(readStatement(undated)).toMatchObject({ statement: { from: day, to: day } });
  expect(readStatement(undated.replace(':62F:C261124', ':62F:C000000'))).toMatchObject({
    statement: { from: day, to: day },
  });
  const empty = ':20:S\n:25:DE75512108001245126199\n:28C:1\n:60F:C000000EUR1,00\n:62F:C261124EUR1,00\n';
  expect(readStatement(empty)).toMatchObject({ statement: { from: day, to: day, lines: [] } });
});

test('a Nigerian bank’s file without types, with its currency letter, is read', () => {
  const money = { opening: 'NGN500000,00', closing: 'NGN407000,00' };
  const file = mt940({ account: ':25:1012345678', booking: ':61:2611241124DN93000,00//ZB1', ...money });
  expect(readStatement(file, nigerian)).toMatchObject({
    statement: { lines: [{ amount: '93000.00', bankRef: 'ZB1' }] },
  });
});

test('all fields 86 of a booking are its text, with names in the letters of their country', () => {
  const severalDetails = [':86:020', ':86:020~00IBCG~20LF7K3~21MQ2~32Ada~33Obi'];
  const money = { opening: 'PLN5000,00', closing: 'PLN4906,98', details: severalDetails };
  const file = mt940({ account: `:25:/${polish.iban}`, booking: ':61:2611241124D93,02S02097202028342', ...money });
  const expected = { references: ['LF-7K3M-Q2'], counterpartyName: 'AdaObi' };
  expect(readStatement(file, polish)).toMatchObject({ statement: { lines: [{ ...bookedFields, ...expected }] } });
  const central = dos(file.replace('Ada~33', '\u00a4uk\u00a4asz~33'), [0x88]);
  central[central.indexOf(0x88)] = 0x9d;
  expect(readStatement(central, polish)).toMatchObject({
    statement: { lines: [{ counterpartyName: '\u0141uk\u0142aszObi' }] },
  });
});

test('a collective booking without sums names each of its transfers', () => {
  const transfers = Array.from({ length: 15 }, (_, index) => {
    const text = 'x'.repeat(140);
    return (
      `</Refs><RmtInf><Ustrd>${index} ${text}</Ustrd></RmtInf></TxDtls><TxDtls><Refs>` +
      `<EndToEndId>LF-7K3M-${index + 10}-1</EndToEndId>`
    );
  });
  const result = readStatement(camt('93.02', '4906.98', transfers.join('')));
  const references = Array.from({ length: 15 }, (_, index) => `LF-7K3M-${index + 10}`);
  expect(result).toMatchObject({ statement: { lines: [{ ...bookedFields, endToEndId: '', references }] } });
});

describe('a file that is no statement is recognised', () => {
  const interim = [':20:S', ':25:DE75512108001245126199', ':28C:1/1', ':34F:EUR0,00', ':13D:2611241200+0100'];
  const excel = 'PK\u0003\u0004\u0014\0\u0006\0[Content_Types].xml';
  test.each<[string, string, object]>([
    ['an MT942', interim.join('\r\n'), { why: 'interim', line: 4 }],
    ['a camt.052', '<Document><BkToCstmrAcctRpt/></Document>', { why: 'interim' }],
    [
      'a camt.054 with prefixes',
      '<n:Document xmlns:n="a">\n<n:BkToCstmrDbtCdtNtfctn/></n:Document>',
      { why: 'advice' },
    ],
    ['a ZIP', 'PK\u0003\u0004\u0014\0statement.xml', { why: 'zip' }],
    ['a workbook', excel, { why: 'excel' }],
    ['a PDF', '%PDF-1.7', { why: 'pdf' }],
    ['a CSV without its layout', 'Date;Amount\n24.11.2026;1\n', { why: 'layout' }],
    [
      'a sum that is none',
      mt940({ booking: ':61:2611241124D93,0x2NTRF' }),
      { why: 'amount', line: 5, found: '2611241124D93,0x2NTRF' },
    ],
    ['a sum in two pieces', mt940({ booking: ':61:2611241124D93 02NTRF' }), { why: 'amount', line: 5 }],
    ['a sum with a third decimal', mt940({ booking: ':61:2611241124D93,021NTRF' }), { why: 'amount', found: '93,021' }],
    [
      'a sum between point and thousands',
      mt940({ booking: ':61:2611241124D1.200NTRF' }),
      { why: 'amount', found: '1.200' },
    ],
    ['a day that no month has', mt940({ booking: ':61:2611321124D93,02NTRF' }), { why: 'date', found: '2026-11-32' }],
  ])('%s', (_name, file, refusal) => {
    const bytes = file.startsWith('PK') ? Buffer.from(file, 'latin1') : file;
    expect(readStatement(bytes)).toMatchObject({ refusal: { code: 'statement_unreadable', ...refusal } });
  });
});

describe('the account of a file', () => {
  const otherAccountFile = mt940({ account: ':25:DE89370400440532013000' });
  const refusalOf = (reason: string, found: string) => {
    return { refusal: { code: 'statement_other_account', why: reason, found, own: '6199' } };
  };

  test('is refused if it is another one, with both numbers', () => {
    const foreignStatement = mt940({ account: ':25P:GB82WEST12345698765432\r\nWESTGB22' });
    expect(readStatement(foreignStatement)).toEqual(refusalOf('account', '5432'));
    expect(readStatement(otherAccountFile)).toEqual(refusalOf('account', '3000'));
    expect(readStatement(mt940({ account: ':25:/PL61109010140000071219812874PLN' }))).toEqual(
      refusalOf('account', '2874'),
    );
  });

  test('is chosen by a member if the file has none', () => {
    const nameless = camt().replace(/<Id><IBAN>.*?<\/Id>/, '');
    for (const file of [mt940({ account: ':25:' }), mt940({ account: ':21:x' }), nameless]) {
      expect(readStatement(file)).toEqual(refusalOf('no_account', ''));
      expect(readStatement(file, german, { accountConfirmed: true })).toMatchObject({
        statement: { lines: [bookedFields] },
      });
    }
    expect(readStatement(otherAccountFile, german, { accountConfirmed: true })).toEqual(refusalOf('account', '3000'));
  });

  test('selects its lines, and the other accounts are named', () => {
    const both = {
      statement: { closingBalance: '4906.98', lines: [bookedFields] },
      others: [{ account: '3000', lines: 2 }],
    };
    expect(readStatement([otherAccountFile, mt940(), otherAccountFile].join('\r\n'))).toMatchObject(both);
    const [head = '', statement = '', tail = ''] = camt().split(/(<Stmt>.*<\/Stmt>)/);
    const foreignStatement = statement.replace(german.iban, 'DE89370400440532013000');
    expect(readStatement(`${head}${foreignStatement}${statement}${foreignStatement}${tail}`)).toMatchObject(both);
  });

  test('selects the lines in its own currency', () => {
    const dollars = mt940({ opening: 'USD5000,00', closing: 'USD4906,98' });
    const lines = [{ ...bookedFields, currency: 'EUR' }];
    expect(readStatement(`${dollars}\r\n${mt940()}`)).toMatchObject({
      statement: { lines },
      others: [{ account: '6199', lines: 1 }],
    });
  });
});

import { expect, test } from 'vitest';
import { processorSeconds } from '#tests/setup/machine.ts';
import { parseStatement, type StatementInput, type StatementResult } from './payouts.statement.ts';
import type { StatementProfile } from './reading/payouts.statement.values.ts';

const account = { currency: 'EUR', iban: 'DE89370400440532013000', accountNumber: null };
const balance = (code: string, amount: string) =>
  `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">${amount}</Amt>` +
  '<CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-11-24</Dt></Dt></Bal>';
const entry = (amount: string, details = '', indicator = 'DBIT') =>
  `<Ntry><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>${indicator}</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts>` +
  '<BookgDt><Dt>2026-11-24</Dt></BookgDt><ValDt><Dt>2026-11-24</Dt></ValDt>' +
  `<AcctSvcrRef>N1</AcctSvcrRef>${details}</Ntry>`;
const details =
  '<NtryDtls><TxDtls><Refs><EndToEndId>LF-7K3M-Q2-1</EndToEndId></Refs><RltdPties><Cdtr><Pty>' +
  '<Nm>Ada Obi</Nm></Pty></Cdtr></RltdPties><RmtInf><Ustrd>LF7K3MQ2</Ustrd></RmtInf></TxDtls>' +
  '</NtryDtls>';
const camt = (
  entries = entry('93.02', details),
  { opening = '5000.00', closing = '4906.98', version = '08', head = '', iban = account.iban } = {},
) =>
  `${head}<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.${version}"><BkToCstmrStmt>` +
  `<GrpHdr><MsgId>S1</MsgId></GrpHdr><Stmt><Id>S1</Id><Acct><Id><IBAN>${iban}</IBAN></Id><Ccy>EUR</Ccy>` +
  `</Acct>${balance('OPBD', opening)}${balance('CLBD', closing)}${entries}</Stmt></BkToCstmrStmt>` +
  '</Document>';
const mt940 = [
  ':20:S1',
  ':25:DE89370400440532013000',
  ':28C:1/1',
  ':60F:C261123EUR5000,00',
  ':61:2611241124D93,02NTRFLF7K3MQ21//N1',
  ':86:166?00TRANSFER?20EREF+LF-7K3M-Q2-1?21SVWZ+LF7K3MQ2?32Ada Obi',
  ':62F:C261124EUR4906,98',
].join('\r\n');
const columns = { date: 'Date', valueDate: 'Value date', text: ['Text'], reference: 'Reference' };
const writtenFiles = {
  separator: ';',
  encoding: 'utf-8',
  dateFormat: 'DD.MM.YYYY',
  decimal: ',',
  sign: 'asWritten',
} as const;
const profile: StatementProfile = { ...columns, ...writtenFiles, amount: 'Amount', skip: 0 };
const csv = 'Date;Value date;Amount;Text;Reference\r\n24.11.2026;24.11.2026;-93,02;LF7K3MQ2 Ada Obi;N1\r\n';

const readStatement = (file: string | Uint8Array, changes: Partial<StatementInput> = {}): StatementResult =>
  parseStatement({
    bytes: typeof file === 'string' ? Buffer.from(file) : file,
    account,
    // A CSV names no account.
    accountConfirmed: changes.profile !== undefined,
    ...changes,
  });
const linesOf = (result: StatementResult) => ('statement' in result ? result.statement.lines : [result.refusal]);

const bookedFields = {
  bookedOn: '2026-11-24',
  valueOn: '2026-11-24',
  direction: 'out',
  amount: '93.02',
  bankRef: 'N1',
};

test.each(['02', '04', '08', '13'])('a camt.053.001.%s is read', (version) => {
  const result = readStatement(camt(undefined, { version }));
  expect(result).toMatchObject({
    statement: { format: 'camt053', openingBalance: '5000.00', closingBalance: '4906.98', from: '2026-11-24' },
  });
  const namedLine = { endToEndId: 'LF-7K3M-Q2-1', counterpartyName: 'Ada Obi', text: 'LF7K3MQ2' };
  expect(linesOf(result)).toMatchObject([{ ...bookedFields, ...namedLine, isReversal: false }]);
});

test('an old camt.053 with a prefix, status text and a name without a party is read too', () => {
  const oldStatement = camt()
    .replace('<Sts><Cd>BOOK</Cd></Sts>', '<Sts>BOOK</Sts>')
    .replace('<Pty><Nm>Ada Obi</Nm></Pty>', '<Nm>Ada Obi</Nm>')
    .replaceAll(/<(\/?)(?=\w)/g, '<$1n:')
    .replace('xmlns=', 'xmlns:n=');
  expect(linesOf(readStatement(oldStatement))).toMatchObject([{ ...bookedFields, counterpartyName: 'Ada Obi' }]);
});

test('a collective entry is one line for each transfer, or one line without their sums', () => {
  const transfer = (id: string, amount: string) =>
    `<TxDtls><Refs><EndToEndId>${id}</EndToEndId></Refs>${amount && `<Amt Ccy="EUR">${amount}</Amt>`}</TxDtls>`;
  const both = (first: string, second: string) => {
    const transfers = `${transfer('A', first)}${transfer('B', second)}`;
    return camt(entry('93.02', `<NtryDtls><Btch><MsgId>B-000007</MsgId></Btch>${transfers}</NtryDtls>`));
  };
  expect(linesOf(readStatement(both('60.00', '33.02')))).toMatchObject([
    { endToEndId: 'A', amount: '60.00' },
    { endToEndId: 'B', amount: '33.02' },
  ]);
  expect(linesOf(readStatement(both('', '')))).toMatchObject([{ amount: '93.02', text: 'A B B-000007' }]);
});

test('an entry that the bank has not booked yet is not read', () => {
  const pending = entry('10.00').replace('BOOK', 'PDNG');
  expect(linesOf(readStatement(camt(pending + entry('93.02', details))))).toMatchObject([bookedFields]);
});

test('an MT940 is read, with and without the envelope of SWIFT', () => {
  const wrapped = `{1:F01COBADEFFXXXX0000000000}{2:O9400000000000}{4:\r\n${mt940}\r\n-}`;
  for (const file of [mt940, wrapped]) {
    const namedLine = { endToEndId: 'LF-7K3M-Q2-1', text: 'LF7K3MQ21 LF7K3MQ2', counterpartyName: 'Ada Obi' };
    const balances = { openingBalance: '5000.00', closingBalance: '4906.98' };
    const statement = { format: 'mt940', ...balances, lines: [{ ...bookedFields, ...namedLine }] };
    expect(readStatement(file)).toMatchObject({ statement });
  }
});

test.each([
  ['C93,02', 'in', false],
  ['RD93,02', 'in', true],
  ['RC93,02', 'out', true],
])('the mark of the MT940 booking %s means %s', (mark, direction, isReversal) => {
  const closing = direction === 'in' ? '5093,02' : '4906,98';
  const file = mt940.replace('D93,02', mark).replace('4906,98', closing);
  expect(linesOf(readStatement(file.replace(/:86:.*/, ':86:free text lf 7k3m q2')))).toMatchObject([
    { direction, isReversal, text: 'LF7K3MQ21 free text lf 7k3m q2' },
  ]);
});

test('a CSV is read by its profile: separators, quotes, encodings, signs, grouped thousands', () => {
  expect(linesOf(readStatement(csv, { profile }))).toMatchObject([{ ...bookedFields, text: 'LF7K3MQ2 Ada Obi' }]);
  const groupedCsv = csv.replace('-93,02', '"1.293,02"').replace('Ada Obi', '"Müller ""A"""').replace('LF7K3MQ2 ', '');
  const latin = linesOf(
    readStatement(Buffer.from(groupedCsv, 'latin1'), { profile: { ...profile, encoding: 'iso-8859-1' } }),
  );
  expect(latin).toMatchObject([{ direction: 'in', amount: '1293.02', text: 'Müller "A"' }]);
  const american = { ...writtenFiles, dateFormat: 'MM/DD/YY', decimal: '.', separator: ',' } as const;
  const twoColumns: StatementProfile = { ...columns, ...american, debit: 'Out', credit: 'In', skip: 1 };
  const file = 'My bank\nDate,Value date,Out,In,Text,Reference\n11/24/26,,93.02,,a,\n11/24/26,,,"1,000.00",b,\n';
  expect(linesOf(readStatement(file, { profile: twoColumns }))).toMatchObject([
    { direction: 'out', amount: '93.02', valueOn: null },
    { direction: 'in', amount: '1000.00' },
  ]);
});

test('UTF-16 is read by its mark, and windows-1252 and ISO-8859-15 if declared', () => {
  const utf16 = Buffer.from(`\ufeff${camt().replace('Ada Obi', 'Łukasz')}`, 'utf16le');
  expect(linesOf(readStatement(utf16))).toMatchObject([{ counterpartyName: 'Łukasz' }]);
  for (const [encoding, byte] of [
    ['windows-1252', 0x80],
    ['ISO-8859-15', 0xa4],
  ] as const) {
    const text = camt(undefined, { head: `<?xml version="1.0" encoding="${encoding}"?>` }).replace('Ada Obi', '\u00a4');
    const bytes = Buffer.from(text, 'latin1').map((value) => (value === 0xa4 ? byte : value));
    expect(linesOf(readStatement(bytes))).toMatchObject([{ counterpartyName: '€' }]);
  }
});

const attributes = Array.from({ length: 20 }, (_, index) => `b${index}="1"`).join(' ');
const bomb = `<!DOCTYPE lolz [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>`;
test.each<[string, string | Uint8Array, string, number, Partial<StatementInput>?]>([
  ['an XML bomb', `<?xml version="1.0"?>\n${bomb}\n${camt()}`, 'doctype', 2],
  ['an external entity', `<!DOCTYPE a SYSTEM "file:///etc/passwd">${camt()}`, 'doctype', 1],
  ['an entity that is not declared', camt(undefined).replace('Ada Obi', '&secret;'), 'xml', 1],
  ['more than 64 levels', camt('<a>'.repeat(80) + '</a>'.repeat(80)), 'depth', 1],
  ['more than 16 attributes', camt(`<a ${attributes}/>`), 'attributes', 1],
  ['a file cut off', `\n\n${camt().slice(0, -40)}`, 'xml', 3],
  ['no bytes at all', '', 'format', 1],
  ['another XML document', '<Document><CstmrPmtStsRpt/></Document>', 'format', 1],
  ['bytes that are no UTF-8', Buffer.from(camt().replace('Ada Obi', 'M\u00fcller'), 'latin1'), 'charset', 1],
  ['an encoding that banks do not use', `<?xml version="1.0" encoding="utf-7"?>${camt()}`, 'charset', 1],
  ['a sum with a sign', camt(entry('-93.02')), 'amount', 1],
  ['a sum with an exponent', camt(entry('9.3e1')), 'amount', 1],
  ['a sum with three decimals', camt(entry('93.021')), 'amount', 1],
  ['a sum of 16 digits', camt(entry('12345678901234.56')), 'amount', 1],
  ['an unknown currency', camt(entry('93.02').replace('"EUR"', '"XYZ"')), 'currency', 1],
  ['a day that does not exist', camt(entry('93.02').replaceAll('2026-11-24', '2026-02-32')), 'date', 1],
  ['an MT940 with a sign', mt940.replace('D93,02', 'D-93,02'), 'amount', 5],
  ['an MT940 without its end', mt940.slice(0, mt940.indexOf(':62F')), 'unfinished', 1],
  ['a CSV without the column', csv.replace('Amount', 'Sum'), 'column', 1, { profile }],
  ['a CSV row cut off', `${csv}24.11.2026;24.11`, 'unfinished', 3, { profile }],
  ['a CSV quote left open', `${csv}"24.11.2026;`, 'unfinished', 3, { profile }],
  ['a CSV without a profile', csv, 'layout', 1],
  ['random bytes', Buffer.from([0x80, 0xff, 0x00, 0x3c]), 'format', 1],
])('%s is refused clearly with its line', (_name, file, reason, line, changes = {}) => {
  expect(readStatement(file, changes)).toMatchObject({ refusal: { code: 'statement_unreadable', line, why: reason } });
});

test('a statement with a wrong sum, or of another account or currency, is refused', () => {
  expect(readStatement(camt(undefined, { closing: '4906.99' }))).toEqual({ refusal: { code: 'statement_unbalanced' } });
  expect(readStatement(mt940.replace('4906,98', '4906,99'))).toEqual({ refusal: { code: 'statement_unbalanced' } });
  const otherRefusal = (reason: string, found: string, ownAccount: string) => {
    return { refusal: { code: 'statement_other_account', why: reason, found, own: ownAccount } };
  };
  expect(readStatement(camt(undefined, { iban: 'NL91ABNA0417164300' }))).toEqual(
    otherRefusal('account', '4300', '3000'),
  );
  expect(readStatement(mt940.replaceAll('EUR', 'USD'))).toEqual(otherRefusal('currency', 'USD', 'EUR'));
  const byNumber = mt940.replace('DE89370400440532013000', '37040044/532013000');
  expect(linesOf(readStatement(byNumber))).toMatchObject([bookedFields]);
});

test('megabytes of any content are read or refused within a moment', () => {
  const megabyte = 1024 * 1024;
  // The last one has the most lines, and is as large as a file may be.
  for (const [piece, megabytes] of [
    ['<a>', 2],
    ['<a b="', 2],
    ['"', 2],
    [';', 2],
    ['\u0000', 2],
    [':20:\n', 10],
  ] as const) {
    const bytes = Buffer.alloc(megabytes * megabyte, piece);
    for (const format of ['camt053', 'mt940', 'csv'] as const)
      expect(parseStatement({ bytes, format, profile, account })).toHaveProperty('refusal');
  }
}, 60_000);

test('a bank’s text about one booking is read up to 2,000 characters, in each format', () => {
  const long = 'x'.repeat(9 * 1024 * 1024);
  const files = [
    [camt(entry('93.02', details.replace('LF7K3MQ2', long)))],
    [mt940.replace(/:86:.*/, `:86:${long}`)],
    [csv.replace('LF7K3MQ2 Ada Obi', long), { profile }],
  ] as const;
  for (const [file, more] of files) {
    const [line] = linesOf(readStatement(file, more));
    expect(line).toMatchObject({ ...bookedFields, text: expect.stringMatching(/^.{2000}$/) as string });
  }
});

test('a line has at most twenty references', () => {
  const manyReferences = Array.from({ length: 900 }, (_, index) => `LF${String(index).padStart(6, '0')}`).join('');
  const [line, fullLine] = ['LF7K3MQ2', manyReferences].map((text) => {
    const namedDetails = details.replace('>LF7K3MQ2<', `>B-000007 ${text}<`);
    return linesOf(readStatement(camt(entry('93.02', namedDetails))))[0];
  });
  expect(line).toMatchObject({ references: ['LF-7K3M-Q2'], batchReferences: ['B-000007'] });
  expect(fullLine).toMatchObject({ references: expect.objectContaining({ length: 20 }) as string[] });
});

test('a collective booking of 40,000 transfers takes no longer for each than one of 5,000', async () => {
  const collective = (count: number) => {
    const transfer = `<TxDtls><Refs><EndToEndId>LF-7K3M-Q2-1</EndToEndId></Refs><Amt Ccy="EUR">1.00</Amt></TxDtls>`;
    const batch = `<NtryDtls><Btch><MsgId>B-000007</MsgId></Btch>${transfer.repeat(count)}</NtryDtls>`;
    return camt(entry(`${count}.00`, batch), { opening: `${count}.00`, closing: '0.00' });
  };
  const secondsOf = (file: string) =>
    processorSeconds(() => expect(readStatement(Buffer.from(file))).toHaveProperty('statement'));
  // The first reading is slower, before the code is compiled.
  const few = Math.min(await secondsOf(collective(5_000)), await secondsOf(collective(5_000)));
  const many = await secondsOf(collective(40_000));
  // Eight times as much, and room for the collector; squared it would be 64 times.
  expect(many / few).toBeLessThan(24);
}, 60_000);

test('days in one file continue each other in any order', () => {
  const day = (date: string, opening: string, closing: string) =>
    `:20:S1\r\n:25:${account.iban}\r\n:60F:C${date}EUR${opening}\r\n` +
    `:61:${date}D1,00NTRFNONREF//${date}\r\n:62F:C${date}EUR${closing}\r\n`;
  const first = day('261123', '10,00', '9,00');
  const second = day('261124', '9,00', '8,00');
  for (const file of [first + second, second + first])
    expect(readStatement(file)).toMatchObject({ statement: { openingBalance: '10.00', closingBalance: '8.00' } });
  expect(readStatement(first + second.replace('9,00', '7,00').replace('8,00', '6,00'))).toEqual({
    refusal: { code: 'statement_unbalanced' },
  });
});

test('a damaged file is never read as another one and never throws', () => {
  let seed = 7;
  const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below;
  for (const [file, format] of [
    [camt(), 'camt053'],
    [mt940, 'mt940'],
    [csv, 'csv'],
  ] as const)
    for (let round = 0; round < 400; round += 1) {
      const bytes = Buffer.from(file);
      for (let change = 0; change < 3; change += 1) bytes[random(bytes.length)] = random(256);
      const result = parseStatement({ bytes: bytes.subarray(0, random(bytes.length) + 1), format, profile, account });
      const amounts = linesOf(result).map((line) => ('amount' in line ? line.amount : '0'));
      for (const amount of amounts) expect(amount).toMatch(/^\d{1,13}(\.\d{2})?$/);
    }
});

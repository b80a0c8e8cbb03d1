import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { SaxesParser } from 'saxes';
import { expect, test } from 'vitest';
import { payoutShape } from '#shared/payouts/payouts.accounts.contract.ts';
import { latinText, textInEncoding } from '#shared/payouts/payouts.encoding.ts';
import readyProfiles from '#shared/payouts/ready-profiles.json' with { type: 'json' };
import { fileOf } from './payouts.file.ts';
import type { FileBatch, FileLine } from './payouts.file.types.ts';

const ofBank = { method: 'bank', accountNumber: 'NL91 ABNA 0417 1643 00', bankName: 'ABN AMRO' } as const;
const payee: FileLine['payee'] = {
  ...ofBank,
  accountName: 'Ada Obi',
  iban: null,
  bic: null,
  bankCode: null,
  country: null,
};
const ofOrder = { endToEndId: 'LF-7K3M-Q2-1', reference: 'LF-7K3M-Q2', amount: '93.02', currency: 'EUR' };
const line = (changes: Partial<FileLine> = {}, details: Partial<FileLine['payee']> = {}): FileLine => {
  return { ...ofOrder, ...changes, payee: { ...payee, ...details } };
};
const accountBank = { bankName: 'Commerzbank', bic: 'COBADEFFXXX', town: 'Berlin', country: 'DE', batchBooking: false };
const account = {
  holderName: 'Landfall Exchange Ltd',
  iban: 'DE89370400440532013000',
  accountNumber: null,
  ...accountBank,
};
const at = new Date('2026-11-23T09:30:00.123Z');
const batchFields = { reference: 'B-000007', currency: 'EUR', total: '1343.02', executeOn: '2026-11-23', at, account };
const batch = (lines: FileLine[], changes: Partial<FileBatch> = {}): FileBatch => ({
  ...batchFields,
  lines,
  ...changes,
});
const textOf = (...args: Parameters<typeof fileOf>) => fileOf(...args).bytes.toString();
const profile = (name: keyof typeof readyProfiles) => payoutShape.parse(readyProfiles[name]);

const golden = `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09"><CstmrCdtTrfInitn>
<GrpHdr><MsgId>B-000007</MsgId><CreDtTm>2026-11-23T09:30:00Z</CreDtTm><NbOfTxs>2</NbOfTxs><CtrlSum>1343.02</CtrlSum><InitgPty><Nm>Landfall Exchange Ltd</Nm></InitgPty></GrpHdr><PmtInf><PmtInfId>B-000007</PmtInfId><PmtMtd>TRF</PmtMtd><BtchBookg>false</BtchBookg><NbOfTxs>2</NbOfTxs><CtrlSum>1343.02</CtrlSum><PmtTpInf><SvcLvl><Cd>SEPA</Cd></SvcLvl></PmtTpInf><ReqdExctnDt><Dt>2026-11-23</Dt></ReqdExctnDt><Dbtr><Nm>Landfall Exchange Ltd</Nm><PstlAdr><TwnNm>Berlin</TwnNm><Ctry>DE</Ctry></PstlAdr></Dbtr><DbtrAcct><Id><IBAN>DE89370400440532013000</IBAN></Id><Ccy>EUR</Ccy></DbtrAcct><DbtrAgt><FinInstnId><BICFI>COBADEFFXXX</BICFI></FinInstnId></DbtrAgt><ChrgBr>SLEV</ChrgBr><CdtTrfTxInf><PmtId><EndToEndId>LF-7K3M-Q2-1</EndToEndId></PmtId><Amt><InstdAmt Ccy="EUR">93.02</InstdAmt></Amt><Cdtr><Nm>Ada Obi</Nm></Cdtr><CdtrAcct><Id><IBAN>NL91ABNA0417164300</IBAN></Id></CdtrAcct><RmtInf><Ustrd>LF-7K3M-Q2</Ustrd></RmtInf></CdtTrfTxInf>
<CdtTrfTxInf><PmtId><EndToEndId>LF-9XW2-4B-1</EndToEndId></PmtId><Amt><InstdAmt Ccy="EUR">1250.00</InstdAmt></Amt><CdtrAgt><FinInstnId><BICFI>KREDBEBB</BICFI></FinInstnId></CdtrAgt><Cdtr><Nm>Muller + Sohne</Nm></Cdtr><CdtrAcct><Id><IBAN>BE68539007547034</IBAN></Id></CdtrAcct><RmtInf><Ustrd>LF-9XW2-4B</Ustrd></RmtInf></CdtTrfTxInf></PmtInf></CstmrCdtTrfInitn></Document>
`;
const second = line(
  { endToEndId: 'LF-9XW2-4B-1', reference: 'LF-9XW2-4B', amount: '1250.00' },
  { accountName: 'Müller & Söhne', accountNumber: '1', iban: 'be68 5390 0754 7034', bic: 'kredbebb' },
);

test('a bank gets the credit transfer of ISO 20022 in the form of the standard', () => {
  expect(textOf('pain001', batch([line(), second]), null)).toBe(golden);
});

test('another parser reads a thousand transfers unchanged, and xmllint accepts the file', () => {
  const lines = Array.from({ length: 1_000 }, (_line, index) => {
    const number = index % 2 ? { accountNumber: `0${index}` } : { iban: 'NL91 ABNA 0417 1643 00' };
    const about = { endToEndId: `LF-${index}-1`, reference: `LF-${index}`, amount: `${index + 1}.0${index % 10}` };
    return line(about, { ...number, accountName: `Zoë & <Søn> ${index}`, bic: index % 3 ? 'kred be bb' : null });
  });
  const text = textOf('pain001', batch(lines, { total: '500545.00' }), null);
  const names = ['EndToEndId', 'InstdAmt', 'Id', 'IBAN', 'Nm', 'BICFI', 'Ustrd'];
  const readFields: Record<string, string[]> = Object.fromEntries(names.map((knownName) => [knownName, []]));
  const parser = new SaxesParser();
  let name = '';
  parser.on('opentag', (tag) => void (name = tag.name));
  parser.on('text', (value) => value.trim() && readFields[name]?.push(value));
  parser.write(text).close();
  expect(readFields.EndToEndId).toEqual(lines.map(({ endToEndId }) => endToEndId));
  expect(readFields.InstdAmt).toEqual(lines.map(({ amount }) => amount));
  expect(readFields.Nm?.slice(2)).toEqual(lines.map((_line, index) => `Zoe + Son ${index}`));
  expect([readFields.Id?.length, readFields.IBAN?.length, readFields.BICFI?.length, readFields.Ustrd?.length]).toEqual([
    500, 501, 667, 1_000,
  ]);
  const schema = fileURLToPath(new URL('pain001-part.xsd', import.meta.url));
  const checked = spawnSync('xmllint', ['--noout', '--schema', schema, '-'], { input: text, encoding: 'utf8' });
  expect(checked.error ? 'no xmllint here' : checked.stderr).toMatch(/^(no xmllint here|- validates\n)$/);
});

test('an account outside the euro has no service level, shared charges and its own number', () => {
  const usd = batch([line({ currency: 'USD' }, { accountNumber: '0123 456' })], { currency: 'USD' });
  const text = textOf('pain001', { ...usd, account: { ...usd.account, bic: null, town: null } }, null);
  expect(text).toContain('<Othr><Id>0123456</Id></Othr>');
  expect(text).toContain('<FinInstnId><Othr><Id>NOTPROVIDED</Id></Othr></FinInstnId>');
  expect(text).toContain('<ChrgBr>SHAR</ChrgBr>');
  expect(text).not.toMatch(/SvcLvl|PstlAdr/);
});

test.each([
  ['Müller & Söhne', 'Muller + Sohne'],
  ['Straße Łódź Øre Đặng', 'Strasse Lodz Ore Dang'],
  ['//a//b/ ', 'a/b'],
  ['<Nm>&lt;', 'Nm+lt'],
  ['Ада Оби', 'Ada Obi'],
  ['Þór Guðrún', 'Thor Gudrun'],
  ['Ilgın Yıldız', 'Ilgin Yildiz'],
  ['Αλέξανδρος Papadopoulos', 'Alexandros Papadopoulos'],
  ['王小明', ''],
  ['x'.repeat(90), 'x'.repeat(70)],
])('a name %s reaches a European bank as %s', (name, writtenName) => {
  expect(latinText(name)).toBe(writtenName);
});

test('PayPal, Wise and a bank in Nigeria get their rows, and no spreadsheet runs a name', () => {
  const usd = line({ currency: 'USD' }, { method: 'paypal', accountNumber: 'ada@example.com' });
  expect(textOf('paypal', batch([usd]), null)).toBe('ada@example.com,93.02,USD,LF-7K3M-Q2-1,LF-7K3M-Q2,PayPal\r\n');
  expect(textOf('wise', batch([line()]), profile('wise'))).toBe(
    'name,recipientEmail,paymentReference,receiverType,amountCurrency,amount,sourceCurrency,targetCurrency,IBAN\r\n' +
      'Ada Obi,,LF-7K3M-Q2-1,PERSON,target,93.02,EUR,EUR,NL91ABNA0417164300\r\n',
  );
  const naira = line(
    { endToEndId: 'LF-5T2R-8C-1', amount: '14020.00', currency: 'NGN' },
    { accountName: '=HYPERLINK("x")', accountNumber: '0152792740', bankCode: '058' },
  );
  expect(textOf('csv', batch([naira]), profile('ng-transfer'))).toBe(
    'Account Number;Bank Code;Beneficiary;Amount;Narration\r\n' +
      `0152792740;058;'=HYPERLINK("x");14020.00;LF-5T2R-8C-1\r\n`,
  );
});

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\r=1', 'a\r\nb,2'])('the name %j stays one cell of text', (name) => {
  const text = textOf('csv', batch([line({}, { accountName: name })]), profile('br-pix'));
  expect(text.split('\r\n')).toHaveLength(3);
  expect(text.split('\r\n')[1]?.split(';')[1]).toMatch(/^"?['a]/);
  const coded = textOf('csv', batch([line({}, { bankCode: '=1+1' })]), profile('ng-transfer'));
  expect(coded).toContain(`;'=1+1;`);
});

test('a character that the encoding lacks becomes a question mark and is reported', () => {
  const shape = { ...profile('ng-transfer'), encoding: 'windows-1252' } as const;
  const lines = [line({}, { accountName: 'Zoë €' }), line({}, { accountName: 'Ặng' })];
  const file = fileOf('csv', batch(lines), shape);
  expect(['Zoë €', 'Ặng', '?'].map((name) => textInEncoding(name, 'windows-1252'))).toEqual(['Zoë €', '?ng', '?']);
  expect(file.bytes.toString('latin1')).toContain('Zo\u00eb \u0080');
  expect(file.bytes.toString('latin1')).toContain(';?ng;');
});

test('a file has no more rows than its bank takes', () => {
  const lines = Array.from({ length: 1_001 }, () => line());
  const tooMany = expect.objectContaining({ code: 'too_many_rows' }) as Error;
  expect(() => fileOf('wise', batch(lines), profile('wise'))).toThrow(tooMany);
});

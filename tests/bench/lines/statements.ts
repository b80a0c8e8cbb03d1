import { randomUUID } from 'node:crypto';
import type { BenchDatabases } from '../cluster.ts';
import { megabyte, processorMs, signIn, startProduct, waitsDuring } from '../programs.ts';
import { atMost, type Measurement } from '../statistics.ts';

/** One account for each format, so that each file is new to its account. */
const ibans = { csv: 'DE89370400440532013000', mt940: 'NL91ABNA0417164300', camt053: 'GB82WEST12345698765432' };
type Format = keyof typeof ibans;

const size = 10 * megabyte - 10_000;

/** The bookings of a file of ten megabytes, each with its own sum, day and text. */
function bookings(textAt: (at: number) => string): string[] {
  const lines: string[] = [];
  for (let bytes = 0; ;) {
    const line = textAt(lines.length);
    bytes += Buffer.byteLength(line) + 1;
    if (bytes > size) return lines;
    lines.push(line);
  }
}

const day = (at: number) => String(1 + (at % 28)).padStart(2, '0');
const textOf = (at: number) => `SEPA transfer invoice ${at} of customer ${at % 977} Ada Obi`;

const files: Record<Format, () => Buffer> = {
  csv: () => {
    const rows = bookings((at) => `${day(at)}.11.2026;${day(at)}.11.2026;-${1 + (at % 900)},02;${textOf(at)};N${at}`);
    return Buffer.from(['Date;Value date;Amount;Text;Reference', ...rows, ''].join('\n'));
  },
  mt940: () => {
    const lines = bookings(
      (at) =>
        `:61:2611${day(at)}11${day(at)}D${1 + (at % 900)},02NTRFNONREF//N${at}\n:86:166?20${textOf(at)}?32Ada Obi`,
    );
    const cents = lines.reduce((sum, _line, at) => sum + (1 + (at % 900)) * 100 + 2, 0);
    const openingBalance = `:60F:C261101EUR${(cents / 100).toFixed(2).replace('.', ',')}`;
    return Buffer.from(
      [':20:S1', `:25:${ibans.mt940}`, ':28C:1/1', openingBalance, ...lines, ':62F:C261128EUR0,00', ''].join('\n'),
    );
  },
  camt053: () => {
    const entries = bookings(
      (at) =>
        `<Ntry><Amt Ccy="EUR">${1 + (at % 900)}.02</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts>` +
        `<BookgDt><Dt>2026-11-${day(at)}</Dt></BookgDt><ValDt><Dt>2026-11-${day(at)}</Dt></ValDt>` +
        `<AcctSvcrRef>N${at}</AcctSvcrRef><NtryDtls><TxDtls><Refs><EndToEndId>E${at}</EndToEndId></Refs>` +
        `<RltdPties><Cdtr><Nm>Ada Obi</Nm></Cdtr></RltdPties><RmtInf><Ustrd>${textOf(at)}</Ustrd></RmtInf>` +
        '</TxDtls></NtryDtls></Ntry>',
    );
    return Buffer.from(
      `<Document><BkToCstmrStmt><Stmt><Id>S1</Id><Acct><Id><IBAN>${ibans.camt053}</IBAN></Id><Ccy>EUR</Ccy>` +
        `</Acct>${entries.join('\n')}</Stmt></BkToCstmrStmt></Document>`,
    );
  },
};

/**
 * Statements of ten megabytes in each format, previewed and then imported; the second, with other bookings, is
 * measured.
 */
export async function statementFileLines(databases: BenchDatabases): Promise<Measurement[]> {
  const product = await startProduct({ DATABASE_URL: await databases.fresh('bench_statement_files') });
  const { ok } = await signIn(product.url, 'admin');
  const account = { currency: 'EUR', format: 'by_hand', holderName: 'Landfall Ltd', bankName: 'Bank' };
  const layout = { direction: 'statement', name: 'Bench', date: 'Date', valueDate: 'Value date', amount: 'Amount' };
  const columnOptions = {
    text: ['Text'],
    reference: 'Reference',
    dateFormat: 'DD.MM.YYYY',
    decimal: ',',
    separator: ';',
  };
  const { id: profileId } = await ok('POST', 'admin/payout-profiles', { json: { ...layout, ...columnOptions } });
  const measured: Measurement[] = [];
  for (const format of ['csv', 'mt940', 'camt053'] as const) {
    const json = { ...account, name: format, iban: ibans[format] };
    const { id: accountId } = await ok('POST', 'admin/desk-accounts', { json });
    const statement = { bytes: files[format](), name: `statement.${format}` };
    const form = { accountId: String(accountId), statement, ...(format === 'csv' && { profileId: String(profileId) }) };
    const preview = await waitsDuring(
      product,
      () => ok('POST', 'admin/statements', { form: { ...form, preview: 'true' } }),
      10,
    );
    let addedLines = 0;
    const importing = async () => {
      const importedStatement = await ok('POST', 'admin/statements', { key: randomUUID(), form });
      addedLines = Number(importedStatement.added);
    };
    const msBefore = processorMs(product);
    const importWaits = await waitsDuring(product, importing, 10);
    const note = ` (processor ${processorMs(product) - msBefore} ms)`;
    const wait = Math.max(...preview.waits, ...importWaits.waits);
    measured.push(
      atMost(`statements: 10 MB of ${format} shown`, preview.ms, 5_000, 'ms'),
      atMost(`statements: 10 MB of ${format} imported (${addedLines} lines)`, importWaits.ms, 5_000, 'ms', note),
      atMost(`statements: longest wait of another call meanwhile, ${format}`, wait, 200, 'ms'),
    );
  }
  return measured;
}

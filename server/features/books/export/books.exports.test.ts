import { describe, expect, test } from 'vitest';
import { readCsv } from '#server/lib/csv-reading.ts';
import { csvOf } from '#server/lib/csv.ts';
import { journalLayout, programLayouts } from './books.columns.ts';
import type { ExportedEntry } from './books.export.types.ts';
import { hledgerOf } from './books.hledger.ts';

const order = '7d0f3c1e-5b1a-4c59-8c8e-0d8f6a1f2b33';
const entry = (fields: Partial<ExportedEntry>): ExportedEntry => ({
  id: '0b9e7a52-4a43-4d0c-9d0a-0c8a3b1d7f10',
  key: 'settled:x:1',
  kind: 'settled',
  at: '2026-11-28T09:31:00.000Z',
  bookedIn: '2026-11',
  order: { reference: 'LF-7K3M-Q2' },
  reason: null,
  reversalOf: null,
  late: false,
  lines: [],
  ...fields,
});
const arrived = entry({
  key: 'transfer.arrived:t:1',
  kind: 'transfer.arrived',
  lines: [{ from: 'coins:bitcoin', to: `held:${order}`, unit: 'bitcoin', amount: '0.0125', base: null }],
});
const settled = entry({
  lines: [
    { from: `held:${order}`, to: 'position', unit: 'bitcoin', amount: '0.011', base: '430.60' },
    { from: 'position', to: `owed:${order}`, unit: 'USD', amount: '409.07', base: '409.07' },
    { from: 'position', to: 'fees', unit: 'USD', amount: '21.53', base: '21.53' },
  ],
});
const late = entry({
  key: 'cost:a:1',
  kind: 'cost',
  at: '2026-09-30T00:00:00.000Z',
  late: true,
  order: null,
  reason: '=HYPERLINK("http://x")\n2026-01-01 forged',
  lines: [{ from: 'cost:network', to: 'coins:tether-trc20', unit: 'tether-trc20', amount: '1.5', base: '1.50' }],
});

async function* inBatches() {
  yield await Promise.resolve([arrived]);
  yield [settled, late];
}
async function textOf(chunks: AsyncIterable<Buffer>): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of chunks) pieces.push(piece);
  return Buffer.concat(pieces).toString();
}
async function* rowsOf<Row>(rows: (entries: readonly ExportedEntry[]) => Row[]) {
  for await (const entries of inBatches()) yield rows(entries);
}

describe('the journal in the columns of another program', () => {
  test('has a row for each line, and no cell that runs as a formula', async () => {
    const text = await textOf(csvOf(rowsOf(journalLayout.rowsOf), journalLayout.columns));
    const { rows } = readCsv(Buffer.from(text), { maxBytes: 100_000, maxRows: 100 });
    expect(rows).toHaveLength(6);
    expect(rows[1]?.cells.slice(7, 12)).toEqual(['coins:bitcoin', `held:${order}`, '0.0125', 'bitcoin', '']);
    expect(rows[5]?.cells.at(-1)).toMatch(/^'=HYPERLINK/);
  });

  test.each(['xero', 'quickbooks', 'odoo'] as const)('has equal debits and credits for %s', async (program) => {
    const { columns, rowsOf: rows } = programLayouts[program];
    const text = await textOf(csvOf(rowsOf(rows), columns));
    const [heading, ...read] = readCsv(Buffer.from(text), { maxBytes: 100_000, maxRows: 100 }).rows;
    expect(heading?.cells).toEqual(columns.map(([name]) => name));
    expect(read).toHaveLength(10);
    const signed = read.map(({ cells }) => signOf(program, cells));
    expect(signed.filter((sum) => sum === '')).toHaveLength(2);
    expect(signed.filter((sum) => sum.startsWith('-')).map((sum) => sum.slice(1))).toEqual(
      signed.filter((sum) => sum !== '' && !sum.startsWith('-')),
    );
  });
});

/** Returns the debit of a row, or its credit with a minus. */
function signOf(program: 'xero' | 'quickbooks' | 'odoo', cells: readonly string[]): string {
  if (program === 'xero') return cells.at(-1) ?? '';
  const [debit = '', credit = ''] = program === 'quickbooks' ? cells.slice(3, 5) : cells.slice(4, 6);
  return debit || (credit && `-${credit}`);
}

describe('the journal for hledger', () => {
  test('debits incoming money and dates a late entry', async () => {
    const text = await textOf(hledgerOf('2026-11', inBatches()));
    expect(text).toContain('    coins:bitcoin  0.0125 "bitcoin"  ; no rate\n');
    expect(text).toContain('2026-11-01 * (cost:a:1) cost\n    ; happened on 2026-09-30, when its month was closed\n');
    expect(text).not.toContain('\n2026-01-01');
  });
});

import { Unprocessable } from '#server/lib/refusal.ts';
import { reasonWith } from '#shared/kernel/reason.ts';
import type { PayoutShape } from '#shared/payouts/payouts.accounts.contract.ts';
import type { FileFormat } from '#shared/payouts/payouts.lifecycle.ts';
import { csvFile, paypalFile } from './payouts.csv.ts';
import type { FileBatch } from './payouts.file.types.ts';
import { pain001 } from './payouts.pain001.ts';

/** Maximum number of transfers in each kind of file. */
export const maxRows: Readonly<Record<FileFormat, number>> = { pain001: 5_000, paypal: 5_000, wise: 1_000, csv: 5_000 };

/** Writes the file of a batch. Refuses with too_many_rows; a payee that a file cannot carry was refused before. */
export function fileOf(
  format: FileFormat,
  batch: FileBatch,
  shape: PayoutShape | null,
): { name: string; bytes: Buffer } {
  const max = maxRows[format];
  if (batch.lines.length > max) throw new Unprocessable('too_many_rows', reasonWith('too_many_rows', { max }));
  if (format === 'pain001') return { name: `${batch.reference}.xml`, bytes: Buffer.from(pain001(batch)) };
  const bytes = format === 'paypal' || shape === null ? paypalFile(batch) : csvFile(batch, shape);
  return { name: `${batch.reference}.csv`, bytes };
}

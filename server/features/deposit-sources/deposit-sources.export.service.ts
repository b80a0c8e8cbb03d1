import { exportForAdmin } from '#server/features/audit/audit.export.service.ts';
import type { SettingsPorts } from '#server/features/settings/settings.ports.ts';
import { settingsOf } from '#server/features/settings/settings.service.ts';
import type { Actor } from '#server/http/guards/actor.ts';
import type { FileAnswer } from '#server/http/serving/send-file.ts';
import { csvOf, textCell, type CsvColumn } from '#server/lib/csv.ts';
import { NotFound } from '#server/lib/refusal.ts';
import type { Platform } from '#server/platform.ts';
import { listAddresses, type AddressRow } from './deposit-sources.addresses.queries.ts';
import { findSource, type SourceRow } from './deposit-sources.queries.ts';

type Line = { row: AddressRow; coin: string; received: string; path: string };

const columns: CsvColumn<Line>[] = [
  ['address', ({ row }) => row.address],
  ['tag', ({ row }) => row.tag],
  ['index', ({ row }) => String(row.addressIndex)],
  ['path', ({ path }) => path],
  ['coin', ({ coin }) => coin],
  ['received', ({ received }) => received],
  // What left an address is seen by no reader.
  ['balance', () => ''],
  ['state', ({ row }) => row.state],
  ['reference', ({ row }) => textCell(row.reference)],
];

const batchSize = 500;

/** The addresses of a source as a CSV, for sweeping in the operator's wallet. Refuses with not_found. */
export async function exportAddresses(deps: Platform & SettingsPorts, actor: Actor, id: string): Promise<FileAnswer> {
  const source = await findSource(deps.db, id);
  if (!source) throw new NotFound('source_not_found');
  return exportForAdmin(deps, actor, {
    action: 'source.exported',
    name: 'addresses',
    format: 'csv',
    filter: { sourceId: id },
    chunks: () => csvOf(lines(deps, source), columns),
  });
}

async function* lines(deps: Platform & SettingsPorts, source: SourceRow): AsyncGenerator<Line[]> {
  const restDays = settingsOf(deps).deposits.poolRestDays;
  for (let offset = 0; ; offset += batchSize) {
    const range = { now: deps.now(), restDays, limit: batchSize, offset };
    const { rows } = await listAddresses(deps.db, { sourceId: source.id }, range);
    yield rows.flatMap((row) => linesOf(source, row));
    if (rows.length < batchSize) return;
  }
}

/** A line for each coin that came; one without where nothing did. */
function linesOf({ kind, coinIds }: SourceRow, row: AddressRow): Line[] {
  const path = kind === 'xpub' ? `0/${row.addressIndex}` : '';
  const received = row.coins as { cryptoId: string; received: string }[];
  const shown = received.length > 0 ? received : [{ cryptoId: coinIds[0] ?? '', received: '0' }];
  return shown.map((found) => ({
    row,
    path,
    coin: found.cryptoId,
    received: found.received.replace(/\.?0+$/, '') || '0',
  }));
}

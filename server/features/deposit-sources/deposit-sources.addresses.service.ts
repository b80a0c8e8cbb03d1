import { exportForAdmin } from '#server/features/audit/audit.export.service.ts';
import { auditRecord } from '#server/features/audit/audit.service.ts';
import { balancesAt } from '#server/features/chains/chains.service.ts';
import { settingsOf } from '#server/features/settings/settings.service.ts';
import type { Actor } from '#server/http/guards/actor.ts';
import type { FileAnswer } from '#server/http/reply.ts';
import { csvOf, textCell, type CsvColumn } from '#server/lib/csv.ts';
import { NotFound } from '#server/lib/refusal.ts';
import type { OwnAddressView } from '#shared/deposit-sources/deposit-sources.contract.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { decimal, none, toText } from '#shared/kernel/money.ts';
import { listAddresses, type AddressFilter, type AddressRow } from './deposit-sources.addresses.queries.ts';
import type { DepositSourcesDeps } from './deposit-sources.ports.ts';
import { presentAddress, type HeldCoins } from './deposit-sources.present.ts';
import { findSource, type SourceRow } from './deposit-sources.queries.ts';

type HeldAddress = { row: AddressRow; held: readonly HeldCoins[] };

async function requireSource({ db }: DepositSourcesDeps, id: Id<'depositSource'>): Promise<SourceRow> {
  const source = await findSource(db, { id });
  if (!source) throw new NotFound('source_not_found');
  return source;
}

/** Addresses with their balances. All tags share one address, so the coins that left it belong to no tag. */
async function readAddresses(
  deps: DepositSourcesDeps,
  { chain, kind }: SourceRow,
  filter: AddressFilter,
  page: { limit: number; offset: number },
): Promise<{ addresses: HeldAddress[]; total: number }> {
  const restDays = settingsOf(deps).deposits.poolRestDays;
  const { rows, total } = await listAddresses(deps.db, filter, { now: deps.now(), restDays, ...page });
  const paidPairs = rows.flatMap(({ coins, address }) => coins.map(({ cryptoId }) => ({ coinId: cryptoId, address })));
  const remainingBalances = kind === 'tags' ? [] : [...(await balancesAt(deps, chain, paidPairs))];
  const heldCoins = ({ coins }: AddressRow) =>
    coins.map((coin) => ({ ...coin, balance: remainingBalances.shift() ?? null }));
  return { addresses: rows.map((row) => ({ row, held: heldCoins(row) })), total };
}

/** A page of the addresses of a source. Refuses with not_found. */
export async function pageOfAddresses(
  deps: DepositSourcesDeps,
  { page, pageSize, ...filter }: AddressFilter & { page: number; pageSize: number },
): Promise<{ rows: OwnAddressView[]; total: number }> {
  const source = await requireSource(deps, filter.sourceId);
  const range = { limit: pageSize, offset: (page - 1) * pageSize };
  const { addresses, total } = await readAddresses(deps, source, filter, range);
  return { rows: addresses.map(({ row, held }) => presentAddress(row, held)), total };
}

/** One address of a source. Refuses with not_found. */
export async function readAddress(
  deps: DepositSourcesDeps,
  sourceId: Id<'depositSource'>,
  id: Id<'depositAddress'>,
): Promise<OwnAddressView> {
  const source = await requireSource(deps, sourceId);
  const [foundAddress] = (await readAddresses(deps, source, { sourceId, id }, { limit: 1, offset: 0 })).addresses;
  if (!foundAddress) throw new NotFound('source_not_found');
  return presentAddress(foundAddress.row, foundAddress.held);
}

type Line = HeldCoins & { row: AddressRow; path: string };

const columns: CsvColumn<Line>[] = [
  ['address', ({ row }) => row.address],
  ['tag', ({ row }) => row.tag],
  ['index', ({ row }) => String(row.addressIndex)],
  ['path', ({ path }) => path],
  ['coin', ({ cryptoId }) => cryptoId],
  ['received', ({ received }) => toText(decimal(received))],
  ['balance', ({ balance }) => (balance ? toText(balance) : '')],
  ['state', ({ row }) => row.state],
  ['reference', ({ row }) => textCell(row.reference)],
];

const batchSize = 200;

/** The addresses of a source as a CSV, for sweeping in the operator's wallet. Refuses with not_found. */
export async function exportAddresses(
  deps: DepositSourcesDeps,
  actor: Actor,
  id: Id<'depositSource'>,
): Promise<FileAnswer> {
  const source = await requireSource(deps, id);
  return exportForAdmin(deps, actor, {
    audited: auditRecord('source.exported', { format: 'csv', sourceId: id }),
    name: 'addresses',
    format: 'csv',
    chunks: () => csvOf(lines(deps, source), columns),
  });
}

/** A line for each coin that arrived; one without where nothing did. */
async function* lines(deps: DepositSourcesDeps, source: SourceRow): AsyncGenerator<Line[]> {
  const emptySum = { cryptoId: source.coinIds[0] ?? '', received: '0', balance: none.coin };
  for (let offset = 0; ; offset += batchSize) {
    const range = { limit: batchSize, offset };
    const { addresses } = await readAddresses(deps, source, { sourceId: source.id }, range);
    yield addresses.flatMap(({ row, held }) => {
      const path = source.kind === 'xpub' ? `0/${row.addressIndex}` : '';
      return (held.length > 0 ? held : [emptySum]).map((item) => ({ ...item, row, path }));
    });
    if (addresses.length < batchSize) return;
  }
}

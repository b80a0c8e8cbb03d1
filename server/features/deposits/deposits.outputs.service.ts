import type { Db, Tx } from '#server/db/connection.ts';
import type { ChainsPorts } from '#server/features/chains/chains.ports.ts';
import {
  chainStateOf,
  searchTransaction,
  listSpent,
  transfersTo,
  type ChainState,
  type TransferRow,
} from '#server/features/chains/chains.service.ts';
import type { NamedSale } from '#server/features/orders/orders.ports.ts';
import type { SettingsPorts } from '#server/features/settings/settings.ports.ts';
import { settingsOf } from '#server/features/settings/settings.service.ts';
import { FeedError } from '#server/lib/feed-error.ts';
import type { Platform } from '#server/platform.ts';
import { isEffective } from '#shared/chains/chains.transfers.ts';
import { contestingOrders, type Agreed, type Output } from '#shared/deposits/deposits.outputs.ts';
import type { DepositTerms, NamingOrder } from '#shared/deposits/deposits.terms.ts';
import { amountOf } from '#shared/kernel/money.ts';
import { dayMs } from '#shared/reference/units-of-time.ts';
import type { DepositsDeps } from './deposits.ports.ts';
import { listNaming, type SaleRow } from './deposits.sales.queries.ts';
import { listClaims } from './deposits.verdict.queries.ts';

/**
 * Reads a transaction from its chain and stores its payments to the operator; does nothing if the chain is not read.
 */
export async function readTransaction(deps: DepositsDeps, coinId: string, hash: string): Promise<void> {
  const addresses = (await deps.watchedAddresses(deps.db, [coinId])).map(({ address }) => address);
  await tryTransactionSearch(deps, { coinId, addresses }, hash);
}

/**
 * Looks up a transaction, or only checks that the source answers; false where it does not, which is logged: the verdict
 * shows its age.
 */
export async function tryTransactionSearch(
  deps: DepositsDeps,
  { coinId, addresses }: { coinId: string; addresses: readonly string[] },
  txHash: string | null,
): Promise<boolean> {
  try {
    await searchTransaction(deps, { coinId, addresses }, txHash);
    return true;
  } catch (error) {
    if (!(error instanceof FeedError)) throw error;
    deps.log.warn({ coinId, reason: error.message }, 'A deposit could not be looked for');
    return false;
  }
}

/** Without a quote the coins may have come before the order. */
const unquotedMs = dayMs;

/** The agreed terms of the deposit of a sale. */
export function termsOf({ id, createdAt, quotedAt, amount, valueUsd, ...sale }: SaleRow): DepositTerms {
  return {
    orderId: id,
    coinId: sale.coinId,
    amount: amountOf('coin', amount, sale.coinId),
    valueUsd: amountOf('usd', valueUsd),
    address: sale.address,
    tag: sale.tag,
    grade: sale.isOwn ? 'own' : 'shared',
    transactionHash: sale.transactionHash,
    quotedAt: quotedAt ?? createdAt,
    countsFrom: quotedAt ?? new Date(createdAt.getTime() - unquotedMs),
  };
}

type NamedTransaction = Pick<NamedSale, 'coinId' | 'hash' | 'orderId'> & Omit<Agreed, 'countsFrom'>;

/** The other orders that name the transaction of a sale and could own its outputs; without a chain all that name it. */
export async function contestedBy(
  deps: Pick<Platform, 'now'> & SettingsPorts,
  db: Db,
  terms: DepositTerms,
  chain: ChainState | undefined,
): Promise<NamingOrder[]> {
  const { transactionHash: hash } = terms;
  // Only one customer is shown an own address, so it does not matter who names a transaction to it.
  if (hash === null || terms.grade === 'own') return [];
  const otherNaming = await listNaming(db, { coinId: terms.coinId, hash, exceptId: terms.orderId });
  if (otherNaming.length === 0) return [];
  const outputs = chain && (await freeOutputs(deps, db, { ...terms, hash }, otherNaming));
  const namingOrders = otherNaming.map((row) => ({ ...termsOf(row), reference: row.reference }));
  return contestingOrders(terms, namingOrders, outputs, settingsOf(deps).deposits).map(({ orderId, reference }) => ({
    orderId,
    reference,
  }));
}

/** True if a stored transaction that other orders of the customer name pays this sale as well. */
export async function hasFreeOutput(
  tx: Tx,
  deps: Pick<Platform, 'now'> & SettingsPorts & Pick<ChainsPorts, 'chainReaders'>,
  sale: NamedSale,
) {
  if (!(await chainStateOf({ ...deps, db: tx }, sale.coinId))) return false;
  const ownNaming = (await listNaming(tx, { coinId: sale.coinId, hash: sale.hash, exceptId: sale.orderId })).filter(
    ({ userId }) => userId === sale.userId,
  );
  const outputs = (await freeOutputs(deps, tx, sale, ownNaming)) ?? [];
  return (
    outputs.length > 0 &&
    contestingOrders(sale, ownNaming.map(termsOf), outputs, settingsOf(deps).deposits).length === 0
  );
}

/** The outputs of a transaction to these sales that prove no other sale; undefined if none is known. */
async function freeOutputs(
  { now }: Pick<Platform, 'now'> & SettingsPorts,
  db: Db,
  { coinId, address, hash: txHash, orderId }: NamedTransaction,
  sales: readonly SaleRow[],
): Promise<Output[] | undefined> {
  const storedTransfers: TransferRow[] = [];
  for (const to of new Set([address, ...sales.map((item) => item.address)])) {
    const transfers = await transfersTo(db, { coinId, address: to, since: now(), txHash });
    storedTransfers.push(...transfers.filter((item) => item.coinId === coinId && item.txHash === txHash));
  }
  if (storedTransfers.length === 0) return undefined;
  const transferIds = storedTransfers.map(({ id }) => id);
  const claims = await listClaims(db, { transferIds });
  const spentTransfers = await listSpent(db, transferIds);
  const isFree = ({ id }: TransferRow) => {
    const claim = claims.find(({ transferId }) => transferId === id);
    return claim ? claim.orderId === orderId : !spentTransfers.has(id);
  };
  return storedTransfers
    .filter((item) => isEffective(item.state) && isFree(item))
    .map(({ amount, ...output }) => ({ ...output, amount: amountOf('coin', amount, output.coinId) }));
}

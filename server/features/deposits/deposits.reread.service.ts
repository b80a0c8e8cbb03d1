import type { Db, Tx } from '#server/db/connection.ts';
import type { Id } from '#shared/kernel/ids.ts';
import type { DepositsDeps } from './deposits.ports.ts';
import { listCounted } from './deposits.verdict.queries.ts';
import { verdictOn } from './deposits.verdict.service.ts';

/** Asks the nodes once more for the transfers that prove these orders, before the transaction that pays them. */
export async function rereadOrders(
  { db, chainReaders, rereads }: DepositsDeps,
  orderIds: readonly Id<'order'>[],
): Promise<void> {
  if (chainReaders.size > 0) await rereads.request(await listCounted(db, orderIds));
}

/** Asks the node again about a sale that is to be approved: its counted transfers, else those its verdict rests on. */
export async function rereadSale(deps: DepositsDeps, orderId: Id<'order'>): Promise<void> {
  const { db, chainReaders, rereads } = deps;
  if (chainReaders.size === 0) return;
  const countedParts = await listCounted(db, [orderId]);
  await rereads.request(countedParts.length > 0 ? countedParts : await transfersOfVerdict(deps, db, orderId));
}

async function transfersOfVerdict(deps: DepositsDeps, db: Db, orderId: Id<'order'>) {
  const verdict = await verdictOn(deps, db, orderId);
  if (!verdict) return [];
  const chosenOutputs = new Set(verdict.verdict.transfers.map(({ txHash, outIndex }) => `${txHash} ${outIndex}`));
  return verdict.candidates
    .filter(({ txHash, outIndex }) => chosenOutputs.has(`${txHash} ${outIndex}`))
    .map((item) => ({ ...item, amount: item.amount.toFixed() }));
}

type Doubt = 'node_differs' | 'node_away';

/** Returns the doubts about paying these orders by answers of the last minute; a node that was not asked is away. */
export async function doubtsOf(
  tx: Tx,
  { chainReaders, rereads }: Pick<DepositsDeps, 'chainReaders' | 'rereads'>,
  orderIds: readonly Id<'order'>[],
): Promise<ReadonlyMap<string, Doubt>> {
  const doubts = new Map<string, Doubt>();
  if (chainReaders.size === 0) return doubts;
  for (const { orderId, ...transfer } of await listCounted(tx, orderIds)) {
    const result = rereads.resultOf(transfer) ?? 'away';
    if (!chainReaders.has(transfer.chain) || result === 'same' || doubts.get(orderId) === 'node_differs') continue;
    doubts.set(orderId, result === 'differs' ? 'node_differs' : 'node_away');
  }
  return doubts;
}

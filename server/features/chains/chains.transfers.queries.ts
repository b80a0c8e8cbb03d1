import { and, asc, eq, gte, like, or } from 'drizzle-orm';
import type { Db } from '#server/db/connection.ts';
import type { ChainName } from '#shared/reference/chains.ts';
import type { TransferRow } from './chains.queries.ts';
import { chainTransfers } from './chains.tables.ts';

const maxCandidates = 200;

type Wanted = {
  chain: ChainName | undefined;
  coinId: string;
  address: string;
  since: Date;
  txHash: string | null;
};

/** Transfers of a coin to an address since a moment, and of one hash to it whatever their coin and age; oldest first. */
export async function listTransfersAt(
  db: Db,
  { chain, coinId, address, since, txHash }: Wanted,
): Promise<TransferRow[]> {
  if (!chain) return [];
  const { firstSeenAt, id } = chainTransfers;
  const recent = db
    .select()
    .from(chainTransfers)
    .where(and(eq(chainTransfers.coinId, coinId), eq(chainTransfers.toAddress, address), gte(firstSeenAt, since)))
    .orderBy(asc(firstSeenAt))
    .limit(maxCandidates);
  const ofCoin = or(eq(chainTransfers.coinId, coinId), like(chainTransfers.coinId, 'token:%'));
  const named = db
    .select()
    .from(chainTransfers)
    .where(
      and(
        eq(chainTransfers.chain, chain),
        eq(chainTransfers.txHash, txHash ?? ''),
        eq(chainTransfers.toAddress, address),
        ofCoin,
      ),
    )
    .orderBy(asc(id))
    .limit(maxCandidates);
  const rows = txHash === null ? await recent : [...(await named), ...(await recent)];
  return [...new Map(rows.map((row) => [row.id, row])).values()].toSorted(
    (one, other) => one.firstSeenAt.getTime() - other.firstSeenAt.getTime(),
  );
}

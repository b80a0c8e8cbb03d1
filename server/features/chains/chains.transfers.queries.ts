import { and, asc, between, eq, gte, inArray, like, or } from 'drizzle-orm';
import type { Db } from '#server/db/connection.ts';
import type { ChainName } from '#shared/reference/chains.ts';
import type { TransferRow } from './chains.queries.ts';
import { chainTransfers } from './chains.tables.ts';

const maxCandidates = 200;

export type WantedTransfers = {
  coinId: string;
  address: string;
  since: Date;
  /** Only of these amounts, as text: a shared address receives hundreds of others. */
  amounts?: { min: string; max: string };
  txHash: string | null;
  /** Transfers that are wanted whatever their amount and age. */
  ids?: readonly string[];
};

/** Transfers of a coin to an address since a moment, and of one hash to it whatever their coin and age; oldest first. */
export async function listTransfersAt(
  db: Db,
  { chain, coinId, address, since, amounts, txHash, ids = [] }: WantedTransfers & { chain: ChainName | undefined },
): Promise<TransferRow[]> {
  if (!chain) return [];
  const { amount, firstSeenAt, id, toAddress } = chainTransfers;
  const recent = await db
    .select()
    .from(chainTransfers)
    .where(
      and(
        eq(chainTransfers.coinId, coinId),
        eq(toAddress, address),
        gte(firstSeenAt, since),
        amounts && between(amount, amounts.min, amounts.max),
      ),
    )
    .orderBy(asc(firstSeenAt))
    .limit(maxCandidates);
  const ofHash = and(eq(chainTransfers.chain, chain), eq(chainTransfers.txHash, txHash ?? ''));
  const ofCoin = or(eq(chainTransfers.coinId, coinId), like(chainTransfers.coinId, 'token:%'));
  const named =
    txHash === null && ids.length === 0
      ? []
      : await db
          .select()
          .from(chainTransfers)
          .where(and(or(ofHash, inArray(id, [...ids])), eq(toAddress, address), ofCoin))
          .orderBy(asc(id))
          .limit(maxCandidates);
  return [...new Map([...named, ...recent].map((row) => [row.id, row])).values()].toSorted(
    (one, other) => one.firstSeenAt.getTime() - other.firstSeenAt.getTime(),
  );
}

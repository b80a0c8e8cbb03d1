import { z } from 'zod';
import { FeedError } from '#server/lib/feed-error.ts';
import { fromUnits, wholeNumber } from './chain.amounts.ts';
import { readAs } from './chain.http.ts';
import { otherToken, transferOf, type ChainTransfer, type WatchedAddress } from './chain.ts';

export const hash = z
  .string()
  .regex(/^[0-9A-Fa-f]{64}$/)
  .toLowerCase();
export const index = z.coerce.number().int().min(0);
/** The ledger counts seconds from the start of the year 2000. */
export const ledgerTime = z
  .int()
  .min(0)
  .transform((seconds) => new Date((seconds + 946_684_800) * 1000));

const issued = z.object({ currency: z.string(), issuer: z.string(), value: z.string() });
const multiPurpose = z.object({ mpt_issuance_id: z.string(), value: z.string() });
export const paymentMeta = z.object({
  TransactionResult: z.string(),
  /** What really arrived. `Amount` is only what was asked for: a partial payment delivers less. */
  delivered_amount: z.union([wholeNumber, z.literal('unavailable'), issued, multiPurpose]).optional(),
});
export const payment = z.object({
  TransactionType: z.string(),
  Account: z.string(),
  Destination: z.string().optional(),
  DestinationTag: z.int().min(0).optional(),
});

/** A transaction of a ledger as the node returns it. Its fields are at the top level (the older form) or in `tx_json`. */
export type LedgerEntry = { [field: string]: unknown };

type Payment = z.output<typeof payment>;
type PaymentMeta = z.output<typeof paymentMeta>;

/** A closed account leaves what it holds to another one. */
const delivering = new Set(['Payment', 'AccountDelete']);

/** The payments to the watched addresses in a whole ledger; throws FeedError for a missing or repeated index. */
export function readPayments(
  entries: readonly LedgerEntry[],
  watched: readonly WatchedAddress[],
): Omit<ChainTransfer, 'block'>[] {
  const own = new Set(watched.map(({ address }) => address));
  const places = new Set<unknown>();
  const paid: Omit<ChainTransfer, 'block'>[] = [];
  for (const entry of entries) {
    const [sent, meta] = [fieldsOf(entry.tx_json ?? entry), fieldsOf(entry.metaData ?? entry.meta)];
    const place = meta.TransactionIndex;
    if (!Number.isInteger(place) || Number(place) < 0 || Number(place) >= entries.length || places.has(place)) {
      throw new FeedError('the node left out transactions of a ledger');
    }
    places.add(place);
    if (typeof sent.Destination !== 'string' || !own.has(sent.Destination)) continue;
    const txHash = readAs(hash, entry.hash ?? sent.hash);
    const one = paidTo(readAs(payment, sent), txHash, readAs(paymentMeta, meta), watched);
    if (one) paid.push(one);
  }
  return paid;
}

function fieldsOf(value: unknown): LedgerEntry {
  return typeof value === 'object' && value !== null ? (value as LedgerEntry) : {};
}

/** What a validated payment brought a watched address; undefined for none. Throws FeedError without a delivered amount. */
export function paidTo(
  { TransactionType, Account, Destination, DestinationTag }: Payment,
  txHash: string,
  { TransactionResult, delivered_amount: delivered }: PaymentMeta,
  watched: readonly WatchedAddress[],
): Omit<ChainTransfer, 'block'> | undefined {
  const own = watched.find(({ address }) => address === Destination);
  if (!own || Account === Destination || !delivering.has(TransactionType)) return undefined;
  const failed = TransactionResult !== 'tesSUCCESS';
  if (!failed && (delivered === undefined || delivered === 'unavailable')) {
    throw new FeedError('the node does not say what a payment delivered');
  }
  const units = typeof delivered === 'bigint' ? delivered : 0n;
  const other = typeof delivered === 'object' ? otherToken(tokenOf(delivered)) : undefined;
  if (!failed && !other && units <= 0n) return undefined;
  const tag = DestinationTag === undefined ? null : String(DestinationTag);
  const parties = { to: own.address, tag, from: [Account] };
  const amount = fromUnits(failed ? 0n : units, 6);
  return transferOf({ ...parties, txHash: txHash.toLowerCase(), coinId: other ?? own.coinId, amount, failed });
}

function tokenOf(amount: z.output<typeof issued> | z.output<typeof multiPurpose>): string {
  return 'mpt_issuance_id' in amount ? amount.mpt_issuance_id : `${amount.currency}.${amount.issuer}`;
}

import type { Platform } from '#server/platform.ts';
import type { DepositSourceView, OwnAddressView } from '#shared/deposit-sources/deposit-sources.contract.ts';
import { decimal, toWire } from '#shared/kernel/money.ts';
import type { AddressRow, countAddresses } from './deposit-sources.addresses.queries.ts';
import type { SourceRow } from './deposit-sources.queries.ts';
import { isOwnSource, type KeyDeps } from './deposit-sources.rows.ts';

type Counted = Awaited<ReturnType<typeof countAddresses>>;

const lowShare = 0.2;
const tagsThereAre = 4_294_967_295 - 10_000 + 1;

/** How many issued addresses lie above the highest paid one. */
export function unpaidAheadOf({ nextIndex, highestPaid }: Pick<SourceRow, 'nextIndex' | 'highestPaid'>): number {
  return nextIndex - 1 - (highestPaid ?? -1);
}

export function sourceStateOf(
  { stoppedAt, isActive, liveAt }: Pick<SourceRow, 'stoppedAt' | 'isActive' | 'liveAt'>,
  now: Date,
): DepositSourceView['state'] {
  if (stoppedAt) return 'stopped';
  if (!isActive) return 'off';
  return liveAt > now ? 'waiting' : 'active';
}

/** A source for its administrators, who must see one that was forged. Never with its key. */
export function presentSource(
  deps: KeyDeps & Pick<Platform, 'now'>,
  row: SourceRow,
  counted: Counted,
): DepositSourceView {
  const of = (state: string) => counted.find((found) => found.sourceId === row.id && found.state === state)?.count ?? 0;
  const total = counted.filter(({ sourceId }) => sourceId === row.id).reduce((sum, { count }) => sum + count, 0);
  const lookAhead = row.kind === 'xpub' ? unpaidAheadOf(row) : null;
  const issuable = lookAhead === null ? 0 : Math.max(0, (row.gapLimit ?? 0) - lookAhead);
  const free = row.kind === 'tags' ? tagsThereAre - total : of('free') + issuable;
  const capacity = row.kind === 'pool' ? total : (row.gapLimit ?? 0);
  const { id, kind, chain, coinIds, liveAt, version, whenEmpty, scriptType, fingerprint, gapLimit, address } = row;
  return {
    id,
    kind,
    chain,
    coinIds,
    state: sourceStateOf(row, deps.now()),
    liveAt: liveAt.toISOString(),
    version,
    whenEmpty,
    addedBy: row.addedByEmail,
    addedAt: row.addedAt.toISOString(),
    tampered: !isOwnSource(deps, row),
    counts: {
      total,
      free,
      leased: of('leased'),
      resting: of('resting'),
      paid: of('paid'),
      stopped: of('stopped'),
      waiting: of('waiting'),
    },
    isLow: kind !== 'tags' && free < capacity * lowShare,
    scriptType,
    fingerprint,
    keyEnding: row.keyEnding,
    gapLimit,
    lookAhead,
    nextIndex: kind === 'xpub' ? row.nextIndex : null,
    address,
  };
}

/** What left an address is seen by no reader yet: the balance is left empty, not guessed. */
export function presentAddress(row: AddressRow): OwnAddressView {
  const received = row.coins as { cryptoId: string; received: string }[];
  const { quoteId, reference, userId, userName, leasedAt, expiresAt, watchedUntil } = row;
  const isLeased = quoteId && reference && userId && leasedAt && expiresAt && watchedUntil;
  return {
    id: row.id,
    index: row.addressIndex,
    address: row.address,
    tag: row.tag || null,
    state: row.state,
    coins: received.map(({ cryptoId, received: amount }) => ({
      cryptoId,
      received: toWire(decimal(amount)),
      balance: null,
    })),
    lease: isLeased
      ? {
          quoteId,
          orderId: row.orderId,
          reference,
          userId,
          userName: userName ?? '',
          leasedAt: leasedAt.toISOString(),
          endsAt: (row.endedAt ?? expiresAt).toISOString(),
          watchedUntil: watchedUntil.toISOString(),
        }
      : null,
  };
}

import { and, eq, gte, inArray, isNull, lte, or, sql } from 'drizzle-orm';
import {
  exists,
  placeholderValues,
  first,
  isOneOf,
  rows,
  type Blanks,
  type Drizzle,
  type Reads,
} from '#server/db/query.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { toCoins } from './deposit-sources.queries.ts';
import { addressLeases, depositAddresses, depositSourceCoins } from './deposit-sources.tables.ts';

/** The addresses of these coins at which a payment is expected. */
export const listAwaited = rows((db: Reads, { coinIds }: Blanks<{ coinIds: readonly string[] }>) => {
  const sources = db
    .select({ id: depositSourceCoins.sourceId })
    .from(depositSourceCoins)
    .where(isOneOf(depositSourceCoins.cryptoId, coinIds));
  return db
    .selectDistinct({ address: depositAddresses.address })
    .from(addressLeases)
    .innerJoin(depositAddresses, eq(depositAddresses.id, addressLeases.addressId))
    .where(and(isNull(addressLeases.endedAt), inArray(depositAddresses.sourceId, sources)));
});

/** All addresses of a list. */
export const listListed = rows((db: Reads, { sourceId }: Blanks<{ sourceId: Id<'depositSource'> }>) =>
  db
    .select({ address: depositAddresses.address })
    .from(depositAddresses)
    .where(eq(depositAddresses.sourceId, sourceId)),
);

/** Addresses that an account key gave out from an index on, in order and without a gap. */
export const listIssued = rows(
  (db: Reads, { sourceId, from }: Blanks<{ sourceId: Id<'depositSource'>; from: number }>) =>
    db
      .select({ address: depositAddresses.address })
      .from(depositAddresses)
      .where(and(eq(depositAddresses.sourceId, sourceId), gte(depositAddresses.addressIndex, from)))
      .orderBy(depositAddresses.addressIndex),
);

/** An address of a source, with the coins that are received there. */
export const findOwn = first(
  (db: Reads, { sourceId, id }: Blanks<{ sourceId: Id<'depositSource'>; id: Id<'depositAddress'> }>) => {
    const coins = db
      .select({ id: depositSourceCoins.cryptoId })
      .from(depositSourceCoins)
      .where(eq(depositSourceCoins.sourceId, depositAddresses.sourceId))
      .orderBy(depositSourceCoins.cryptoId);
    return db
      .select({
        chain: depositAddresses.chain,
        address: depositAddresses.address,
        coinIds: sql`array${coins}`.mapWith(toCoins),
      })
      .from(depositAddresses)
      .where(and(eq(depositAddresses.sourceId, sourceId), eq(depositAddresses.id, id)));
  },
);

/** Records that an address is checked now; false if it was checked since that moment. */
export const markChecked = exists(
  (db: Drizzle, { id, now, since }: Blanks<{ id: Id<'depositAddress'>; now: Date; since: Date }>) =>
    db
      .update(depositAddresses)
      .set(placeholderValues({ checkedAt: now }))
      .where(
        and(
          eq(depositAddresses.id, id),
          or(isNull(depositAddresses.checkedAt), lte(depositAddresses.checkedAt, since)),
        ),
      )
      .returning({ id: depositAddresses.id }),
);

import { and, eq, sql } from 'drizzle-orm';
import type { Tx } from '#server/db/connection.ts';
import { first, sent, type Blanks, type Drizzle, type Reads } from '#server/db/query.ts';
import { depositOffers } from './settlements.tables.ts';

export type OfferRow = typeof depositOffers.$inferSelect;
export type OfferKind = OfferRow['kind'];

type OfOrder = Pick<OfferRow, 'orderId' | 'kind'>;

/** What an order was offered last, standing or not. */
export const findOffer = first((db: Reads, { orderId, kind }: Blanks<OfOrder>) =>
  db
    .select()
    .from(depositOffers)
    .where(and(eq(depositOffers.orderId, orderId), eq(depositOffers.kind, kind))),
);

export type NewOffer = Omit<OfferRow, 'id'>;

const replaceOffer = sent((db: Drizzle, offer: Blanks<NewOffer & { former: string | null }>) =>
  db
    .insert(depositOffers)
    .values({
      orderId: offer.orderId,
      kind: offer.kind,
      parts: offer.parts,
      net: offer.net,
      received: offer.received,
      madeAt: offer.madeAt,
      validUntil: offer.validUntil,
    })
    .onConflictDoUpdate({
      target: [depositOffers.orderId, depositOffers.kind],
      set: {
        id: sql`gen_random_uuid()`,
        parts: sql`excluded.parts`,
        net: sql`excluded.net`,
        received: sql`excluded.received`,
        madeAt: sql`excluded.made_at`,
        validUntil: sql`excluded.valid_until`,
      },
      setWhere: sql`${depositOffers.id} = ${offer.former}::uuid`,
    }),
);

/** Writes an offer in the place of the one that ended, unless another reader did so meanwhile; answers the one that stands. */
export async function writeOffer(tx: Tx, offer: NewOffer, former: OfferRow | undefined): Promise<OfferRow | undefined> {
  await replaceOffer(tx, { ...offer, former: former?.id ?? null });
  return findOffer(tx, offer);
}

import type { Tx } from '#server/db/connection.ts';
import { column, type RowOf } from '#server/db/rows.ts';
import { readStatement, writeStatement } from '#server/db/statements.ts';
import { columnsOf } from '#server/db/table-columns.ts';
import { depositOffers } from './settlements.tables.ts';

const offer = columnsOf(depositOffers, 'f', 'id', 'kind', 'net', 'received', 'validUntil');
const offerRow = { ...offer.row, parts: { ...column.json, type: 'jsonb' } };
export type OfferRow = RowOf<typeof offerRow>;
export type OfferKind = OfferRow['kind'];

/** What an order was offered last, standing or not. */
export const findOffer = readStatement(offerRow).first<[orderId: string, kind: OfferKind]>()`
  select ${offer.sql}, f.parts from deposit_offers f where f.order_id = $1 and f.kind = $2`;

const replaceOffer = writeStatement({}).send<
  [
    orderId: string,
    kind: OfferKind,
    parts: string,
    net: string,
    received: string,
    madeAt: Date,
    validUntil: Date,
    former: string | null,
  ]
>()`
  insert into deposit_offers as f (order_id, kind, parts, net, received, made_at, valid_until)
  values ($1, $2, $3::jsonb, $4, $5, $6, $7)
  on conflict (order_id, kind) do update set id = gen_random_uuid(), parts = excluded.parts, net = excluded.net,
    received = excluded.received, made_at = excluded.made_at, valid_until = excluded.valid_until
  where f.id = $8::uuid`;

export type NewOffer = {
  kind: OfferKind;
  parts: string;
  net: string;
  received: string;
  madeAt: Date;
  validUntil: Date;
};

/** Writes an offer in the place of the one that ended, unless another reader did so meanwhile; answers the one that stands. */
export async function writeOffer(
  tx: Tx,
  orderId: string,
  { kind, parts, net, received, madeAt, validUntil }: NewOffer,
  former: OfferRow | undefined,
): Promise<OfferRow | undefined> {
  await replaceOffer(tx, orderId, kind, parts, net, received, madeAt, validUntil, former?.id ?? null);
  return findOffer(tx, orderId, kind);
}

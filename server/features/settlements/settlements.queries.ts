import { and, desc, eq, exists, getTableColumns, inArray, isNotNull, isNull, notExists, or, sql } from 'drizzle-orm';
import type { Db, Tx } from '#server/db/connection.ts';
import {
  placeholderValues,
  first,
  isOneOf,
  rowOf,
  rows,
  sent,
  type Blanks,
  type Drizzle,
  type Reads,
} from '#server/db/query.ts';
import { recordsOf, type UserId } from '#server/db/records.ts';
import { transferClaims } from '#server/features/deposits/deposits.tables.ts';
import { settledRateOf } from '#server/features/orders/orders.service.ts';
import { orders } from '#server/features/orders/orders.tables.ts';
import { payouts } from '#server/features/payouts/payouts.tables.ts';
import { sellQuotes } from '#server/features/sell/sell.tables.ts';
import { dependsOnTransfer } from '#shared/deposits/deposits.counted.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { toText } from '#shared/kernel/money.ts';
import { openStatuses } from '#shared/orders/orders.lifecycle.ts';
import type { AskedParty } from '#shared/orders/orders.stage.ts';
import type { CustomerChoice, Part } from '#shared/settlements/settlement.terms.ts';
import type { Settlement } from '#shared/settlements/settlement.ts';
import {
  depositChoices,
  depositOffers,
  depositQuestions,
  orderSettlements,
  type ChosenOffer,
  type SettlementPart,
} from './settlements.tables.ts';

export type { ChosenOffer } from './settlements.tables.ts';

type OfOrder = { orderId: Id<'order'> };

const settlementsOf = rows((db: Reads, { orderId }: Blanks<{ orderId: Id<'order'> }>) =>
  db
    .select({ settlement: getTableColumns(orderSettlements), currency: orders.payoutCurrency, agreed: orders.rate })
    .from(orderSettlements)
    .innerJoin(orders, eq(orders.id, orderSettlements.orderId))
    .where(eq(orderSettlements.orderId, orderId))
    .orderBy(isNotNull(orderSettlements.voidedAt), desc(orderSettlements.acceptedAt), orderSettlements.id)
    .limit(100),
);
export type SettlementRow = typeof orderSettlements.$inferSelect & {
  currency: string;
  /** Rate over all parts, if they were paid at several. */
  rate: string;
};

/** The settlements of an order, the live one first. */
export async function listSettlements(db: Pick<Db, 'ask'>, orderId: Id<'order'>): Promise<SettlementRow[]> {
  const settlements = await settlementsOf(db, { orderId });
  return settlements.map(({ settlement: row, currency, agreed }) => ({
    ...row,
    currency,
    rate: toText(settledRateOf(row, agreed)),
  }));
}

type SettlementInsert = Omit<typeof orderSettlements.$inferSelect, 'id' | 'voidedAt' | 'voidReason'>;

const insert = sent((db: Drizzle, settlement: Blanks<SettlementInsert>) =>
  db.insert(orderSettlements).values(rowOf(orderSettlements, settlement, 'id', 'voidedAt', 'voidReason')),
);

/** Returns the parts of a settlement as decimal text, in the form of a row. */
export const storedParts = (parts: readonly Part[]): SettlementPart[] =>
  parts.map(({ transferIds, amount, rate, kind }) => ({
    transferIds: [...transferIds],
    amount: toText(amount),
    rate: toText(rate),
    kind,
  }));

export type Acceptance = { acceptedBy: string; reason: string | null; now: Date };

/** Writes the live settlement of an order; the one before was voided. */
export async function insertSettlement(
  tx: Tx,
  orderId: Id<'order'>,
  { outcome, received, paidFor, rest, parts, gross, feePercent, fee, net }: Settlement,
  { acceptedBy, reason, now }: Acceptance,
): Promise<void> {
  await insert(tx, {
    orderId,
    outcome,
    received: toText(received),
    paidFor: toText(paidFor),
    rest: toText(rest),
    parts: storedParts(parts),
    gross: toText(gross),
    feePercent: toText(feePercent),
    fee: toText(fee),
    net: toText(net),
    acceptedBy,
    acceptedAt: now,
    reason,
  });
}

export const voidSettlement = sent(
  (db: Drizzle, { orderId, reason, now }: Blanks<OfOrder & { reason: string; now: Date }>) =>
    db
      .update(orderSettlements)
      .set(placeholderValues({ voidedAt: now, voidReason: reason }))
      .where(and(eq(orderSettlements.orderId, orderId), isNull(orderSettlements.voidedAt))),
);

/** Last choice of the customer, and the offer that it agreed to. */
export const findChoice = first((db: Reads, { orderId }: Blanks<OfOrder>) =>
  db
    .select({ choice: depositChoices.choice, offer: depositChoices.offer })
    .from(depositChoices)
    .where(eq(depositChoices.orderId, orderId))
    .orderBy(desc(depositChoices.madeAt), depositChoices.id)
    .limit(1),
);

type NewChoice = OfOrder & { choice: CustomerChoice; offer: ChosenOffer | null; now: Date };

export const insertChoice = sent((db: Drizzle, { orderId, choice, offer, now }: Blanks<NewChoice>) =>
  db.insert(depositChoices).values({ orderId, choice, offer, madeAt: now }),
);

export type OfferRow = typeof depositOffers.$inferSelect;
export type OfferKind = OfferRow['kind'];

/** The last offer of an order, standing or not. */
export const findOffer = first((db: Reads, { orderId, kind }: Blanks<OfOrder & { kind: OfferKind }>) =>
  db
    .select()
    .from(depositOffers)
    .where(and(eq(depositOffers.orderId, orderId), eq(depositOffers.kind, kind))),
);

export type NewOffer = Omit<OfferRow, 'id'>;

const replaceOffer = sent((db: Drizzle, offer: Blanks<NewOffer & { former: string | null }>) =>
  db
    .insert(depositOffers)
    .values(rowOf(depositOffers, offer, 'id'))
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

/** Stores an offer in place of the ended one, unless another reader did so meanwhile; returns the open one. */
export async function writeOffer(
  tx: Tx,
  offer: NewOffer,
  formerOffer: OfferRow | undefined,
): Promise<OfferRow | undefined> {
  await replaceOffer(tx, { ...offer, former: formerOffer?.id ?? null });
  return findOffer(tx, offer);
}

const putQuestion = sent((db: Drizzle, { orderId, who, now }: Blanks<OfOrder & { who: AskedParty; now: Date }>) =>
  db
    .insert(depositQuestions)
    .values({ orderId, asked: who, askedAt: now })
    .onConflictDoUpdate({
      target: depositQuestions.orderId,
      set: { asked: sql`excluded.asked`, askedAt: sql`excluded.asked_at` },
    }),
);

const endQuestion = sent((db: Drizzle, { orderId }: Blanks<OfOrder>) =>
  db.delete(depositQuestions).where(eq(depositQuestions.orderId, orderId)),
);

/** Records who is asked about the coins of a sale; null ends the question. */
export async function setAsked(tx: Tx, orderId: Id<'order'>, askedParty: AskedParty | null, now: Date): Promise<void> {
  if (askedParty === null) await endQuestion(tx, { orderId });
  else await putQuestion(tx, { orderId, who: askedParty, now });
}

/** The open sales with own addresses of these coins, oldest first. */
export const listToSettle = rows((db: Reads, { coinIds }: Blanks<{ coinIds: readonly string[] }>) =>
  db
    .select({ id: orders.id })
    .from(orders)
    .innerJoin(sellQuotes, and(eq(sellQuotes.id, orders.quoteId), isNotNull(sellQuotes.leaseId)))
    .where(
      and(
        eq(orders.type, 'sell'),
        inArray(orders.status, [...openStatuses]),
        isOneOf(orders.cryptoId, coinIds),
        inArray(orders.stage, ['confirming', 'confirmed', 'short', 'question', 'approved']),
      ),
    )
    .orderBy(orders.createdAt, orders.id)
    .limit(1000),
);

type OfTransfers = { transferIds: readonly Id<'transfer'>[] };
const isClaimed = ({ transferIds }: Blanks<OfTransfers>) =>
  and(isNull(transferClaims.releasedAt), isOneOf(transferClaims.transferId, transferIds));

const settledWith = rows((db: Reads, blanks: Blanks<OfTransfers>) =>
  db
    .select({
      orderId: orderSettlements.orderId,
      parts: orderSettlements.parts,
      transferId: sql`${transferClaims.transferId}`.mapWith(String),
    })
    .from(orderSettlements)
    .innerJoin(transferClaims, eq(transferClaims.orderId, orderSettlements.orderId))
    .where(and(isNull(orderSettlements.voidedAt), isClaimed(blanks))),
);

/** The orders whose live settlement rests on one of these transfers. */
export async function listSettledBy(
  db: Pick<Db, 'ask'>,
  transferIds: readonly Id<'transfer'>[],
): Promise<Id<'order'>[]> {
  const dependents = (await settledWith(db, { transferIds })).filter(({ parts, transferId }) =>
    dependsOnTransfer(parts, transferId),
  );
  return [...new Set(dependents.map(({ orderId }) => orderId))];
}

/** The approved orders without a settlement that are paid for one of these transfers: those at a shared address. */
export const listApprovedBy = rows((db: Reads, blanks: Blanks<OfTransfers>) => {
  const liveSettlements = db
    .select()
    .from(orderSettlements)
    .where(and(eq(orderSettlements.orderId, payouts.orderId), isNull(orderSettlements.voidedAt)));
  return db
    .selectDistinct({ id: payouts.orderId })
    .from(payouts)
    .innerJoin(transferClaims, eq(transferClaims.orderId, payouts.orderId))
    .where(and(eq(payouts.kind, 'order'), isClaimed(blanks), notExists(liveSettlements)));
});

const settlementsOfOrder = sql`(select json_agg(json_build_object('outcome', ${orderSettlements.outcome},
    'received', ${orderSettlements.received}::text, 'paidFor', ${orderSettlements.paidFor}::text,
    'gross', ${orderSettlements.gross}::text, 'fee', ${orderSettlements.fee}::text, 'net', ${orderSettlements.net}::text,
    'at', ${orderSettlements.acceptedAt}, 'voidedAt', ${orderSettlements.voidedAt}) order by ${orderSettlements.acceptedAt})
  from ${orderSettlements} where ${orderSettlements.orderId} = ${orders.id})`;
const choicesOfOrder = sql`(select json_agg(json_build_object('choice', ${depositChoices.choice}, 'at', ${depositChoices.madeAt})
    order by ${depositChoices.madeAt})
  from ${depositChoices} where ${depositChoices.orderId} = ${orders.id})`;

/** Deposits of a customer's sales and their choices, for the data export. */
export const exportSettlementsPersonalData = recordsOf((db: Reads, { userId }: Blanks<UserId>) => {
  const settled = db.select().from(orderSettlements).where(eq(orderSettlements.orderId, orders.id));
  const orderChoice = db.select().from(depositChoices).where(eq(depositChoices.orderId, orders.id));
  const records = sql`json_build_object('reference', ${orders.reference},
    'settlements', coalesce(${settlementsOfOrder}, '[]'::json), 'choices', coalesce(${choicesOfOrder}, '[]'::json))`;
  return db
    .select({ records: sql`coalesce(json_agg(${records} order by ${orders.createdAt}), '[]'::json)` })
    .from(orders)
    .where(and(eq(orders.userId, userId), or(exists(settled), exists(orderChoice))));
});

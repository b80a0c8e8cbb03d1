import type { Db } from '#server/db/connection.ts';
import { settledRateOf } from '#server/features/orders/orders.service.ts';
import { textToWire } from '#server/lib/wire.ts';
import type { Platform } from '#server/platform.ts';
import type { DepositChoices } from '#shared/deposits/deposits.contract.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { amountOf, toText, toWire } from '#shared/kernel/money.ts';
import { offerMs } from '#shared/orders/orders.stages.ts';
import { customerChoices, type CustomerChoice } from '#shared/settlements/settlement.terms.ts';
import { offerFor, settle, type Settlement } from '#shared/settlements/settlement.ts';
import { computeSettlement, ratesOf, type Computed } from './settlements.compute.service.ts';
import type { SettlementsDeps } from './settlements.ports.ts';
import {
  findOffer,
  storedParts,
  writeOffer,
  type ChosenOffer,
  type OfferKind,
  type OfferRow,
} from './settlements.queries.ts';

/** An open offer and its amounts. */
export type StandingOffer = { row: OfferRow; settlement: Settlement };

/** True if the customer is asked now: only once nothing that arrived can change, or may be meant for another sale. */
function isAsked({ settlement, isFinal, live, twoFit, sale }: Computed): boolean {
  return settlement.asks === 'customer' && isFinal && !live && !twoFit && sale.stage === 'short';
}

/** Kind of offer for a deposit; undefined if there is nothing to offer. */
function kindOf(computation: Computed): OfferKind | undefined {
  const { settlement, input } = computation;
  if (!isAsked(computation)) return undefined;
  if (settlement.outcome === 'late') return 'accept_rate';
  return settlement.received.gte(input.terms.minimumDeposit) ? 'take' : undefined;
}

/** The customer's choices now; an amount can only be accepted while an offer is open. */
export function choicesOf(computation: Computed, offer: StandingOffer | undefined): readonly CustomerChoice[] {
  if (!isAsked(computation)) return [];
  const { choices } = computation.settlement;
  return customerChoices.filter((choice) =>
    choice === 'take' || choice === 'accept_rate' ? offer?.row.kind === choice : choices.includes(choice),
  );
}

/** Settlement of an offer, which fixed the rate of each part. Undefined if more arrived since, or a rate differs. */
function settledBy({ input, sale }: Computed, row: OfferRow): StandingOffer | undefined {
  const rates = ratesOf(row.parts);
  const transfers = input.transfers.map((item) => ({ ...item, rateAgreed: rates.get(item.id) ?? item.rateAgreed }));
  const settlement = settle({ ...input, transfers, choice: row.kind });
  const isSame =
    settlement.received.eq(amountOf('coin', row.received, sale.coinId)) &&
    settlement.net.eq(amountOf('payout', row.net, sale.currency));
  return isSame && settlement.asks === 'nobody' ? { row, settlement } : undefined;
}

/** Returns the offer that was open at a moment, without making a new one. */
export async function standingOffer(db: Db, computation: Computed, at: Date): Promise<StandingOffer | undefined> {
  const kind = kindOf(computation);
  const row = kind && (await findOffer(db, { orderId: computation.sale.id, kind }));
  return row && row.validUntil > at ? settledBy(computation, row) : undefined;
}

/** Returns the open offer; after its end a new one at the present rate. Undefined without such a rate. */
export async function currentOffer(
  deps: Pick<Platform, 'inTx' | 'now'>,
  db: Db,
  computation: Computed,
): Promise<StandingOffer | undefined> {
  const kind = kindOf(computation);
  if (!kind) return undefined;
  const { sale, input } = computation;
  const formerOffer = await findOffer(db, { orderId: sale.id, kind });
  const standingOfferTerms =
    formerOffer && formerOffer.validUntil > input.now ? settledBy(computation, formerOffer) : undefined;
  if (standingOfferTerms) return standingOfferTerms;
  const newTerms = offerFor(input, kind);
  if (!newTerms) return undefined;
  const newOffer = {
    orderId: sale.id,
    kind,
    parts: storedParts(newTerms.parts),
    net: toText(newTerms.net),
    received: toText(newTerms.received),
    madeAt: input.now,
    validUntil: new Date(input.now.getTime() + offerMs),
  };
  const row = await deps.inTx((tx) => writeOffer(tx, newOffer, formerOffer));
  return row && settledBy(computation, row);
}

/**
 * Makes the offer that a choice is compared with, in its own transaction, so that a refused choice names an open one.
 * Returns its moment.
 */
export async function renewOffer(deps: SettlementsDeps, orderId: Id<'order'>, userId: Id<'user'>): Promise<Date> {
  const computedSettlement = await computeSettlement(deps, deps.db, orderId);
  if (computedSettlement?.sale.userId === userId) await currentOffer(deps, deps.db, computedSettlement);
  return computedSettlement?.input.now ?? deps.now();
}

/** Offer that the customer agrees to, and its settlement. */
export function presentOffer({ row, settlement }: StandingOffer, { sale }: Computed): DepositChoices['offer'] {
  const [paidFor, gross] = [toText(settlement.paidFor), toText(settlement.gross)];
  return {
    offerId: row.id,
    netAmount: toWire(settlement.net),
    rate: toWire(settledRateOf({ paidFor, gross, parts: storedParts(settlement.parts) }, sale.rate)),
    feePercent: toWire(settlement.feePercent),
    fee: toWire(settlement.fee),
    currency: sale.currency,
    promisedNet: textToWire(sale.promisedNet),
    validUntil: row.validUntil.toISOString(),
  };
}

/** Offer as the choice stores it, with the value of each transfer. */
export const recordedOffer = (offer: StandingOffer, computation: Computed): ChosenOffer => ({
  ...presentOffer(offer, computation),
  parts: offer.row.parts,
});

import type { Db } from '#server/db/connection.ts';
import { settledRateOf } from '#server/features/orders/orders.service.ts';
import { minuteMs } from '#server/lib/time.ts';
import type { Platform } from '#server/platform.ts';
import type { DepositChoices } from '#shared/deposits/deposits.contract.ts';
import { amountOf, toText, toWire } from '#shared/kernel/money.ts';
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

/** Validity of an offer in ms. */
export const offerMs = 15 * minuteMs;

/** An open offer and its amounts. */
export type StandingOffer = { row: OfferRow; settlement: Settlement };

/** True if the customer is asked now: only once nothing that arrived can change, or may be meant for another sale. */
function isAsked({ settlement, isFinal, live, twoFit, sale }: Computed): boolean {
  return settlement.asks === 'customer' && isFinal && !live && !twoFit && sale.stage === 'short';
}

/** Kind of offer for a deposit; undefined if there is nothing to offer. */
function kindOf(computed: Computed): OfferKind | undefined {
  const { settlement, input } = computed;
  if (!isAsked(computed)) return undefined;
  if (settlement.outcome === 'late') return 'accept_rate';
  return settlement.received.gte(input.terms.minimumDeposit) ? 'take' : undefined;
}

/** The choices that are the customer's now: to accept something only where an offer is open. */
export function choicesOf(computed: Computed, offer: StandingOffer | undefined): readonly CustomerChoice[] {
  if (!isAsked(computed)) return [];
  const { choices } = computed.settlement;
  return customerChoices.filter((choice) =>
    choice === 'take' || choice === 'accept_rate' ? offer?.row.kind === choice : choices.includes(choice),
  );
}

/** Settlement of an offer, which fixed the rate of each part. Undefined if more arrived since, or a rate differs. */
function settledBy({ input }: Computed, row: OfferRow): StandingOffer | undefined {
  const rates = ratesOf(row.parts);
  const transfers = input.transfers.map((item) => ({ ...item, rateAgreed: rates.get(item.id) ?? item.rateAgreed }));
  const settlement = settle({ ...input, transfers, choice: row.kind });
  const isSame =
    settlement.received.eq(amountOf('coin', row.received)) && settlement.net.eq(amountOf('payout', row.net));
  return isSame && settlement.asks === 'nobody' ? { row, settlement } : undefined;
}

/** The offer that was at a moment, which is made no more. */
export async function standingOffer(db: Db, computed: Computed, at: Date): Promise<StandingOffer | undefined> {
  const kind = kindOf(computed);
  const row = kind && (await findOffer(db, { orderId: computed.sale.id, kind }));
  return row && row.validUntil > at ? settledBy(computed, row) : undefined;
}

/** The open offer; where the former one has ended, one at the rate of this moment. Undefined without such a rate. */
export async function currentOffer(
  deps: Pick<Platform, 'inTx' | 'now'>,
  db: Db,
  computed: Computed,
): Promise<StandingOffer | undefined> {
  const kind = kindOf(computed);
  if (!kind) return undefined;
  const { sale, input } = computed;
  const former = await findOffer(db, { orderId: sale.id, kind });
  const standing = former && former.validUntil > input.now ? settledBy(computed, former) : undefined;
  if (standing) return standing;
  const fresh = offerFor(input, kind);
  if (!fresh) return undefined;
  const newOffer = {
    orderId: sale.id,
    kind,
    parts: storedParts(fresh.parts),
    net: toText(fresh.net),
    received: toText(fresh.received),
    madeAt: input.now,
    validUntil: new Date(input.now.getTime() + offerMs),
  };
  const row = await deps.inTx((tx) => writeOffer(tx, newOffer, former));
  return row && settledBy(computed, row);
}

/**
 * Makes the offer that a choice is compared with, in a transaction of its own: a refused choice then names one that
 * stands. Answers the moment at which it did.
 */
export async function renewOffer(deps: SettlementsDeps, orderId: string, userId: string): Promise<Date> {
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
    promisedNet: toWire(amountOf('payout', sale.promisedNet)),
    validUntil: row.validUntil.toISOString(),
  };
}

/** Form in which the choice stores it: it fixes the value of each transfer. */
export const recordedOffer = (offer: StandingOffer, computed: Computed): ChosenOffer => ({
  ...presentOffer(offer, computed),
  parts: offer.row.parts,
});

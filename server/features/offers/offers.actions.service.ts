import type { z } from 'zod';
import { act, type ActionRow } from '#server/features/audit/audit.actions.service.ts';
import {
  lockActiveCustomer,
  randomText,
  assertAllowance,
} from '#server/features/orders/open/orders.opening.service.ts';
import { assertPayoutOffered } from '#server/features/payout-accounts/payout-accounts.bounds.service.ts';
import { rateUnavailable } from '#server/features/rates/rates.service.ts';
import { assertOffered, assertSendable } from '#server/features/sell/sell.offer.service.ts';
import type { SellDeps } from '#server/features/sell/sell.ports.ts';
import { priceNow, type Priced, type SellInput } from '#server/features/sell/sell.quotes.service.ts';
import { settingsOf } from '#server/features/settings/settings.service.ts';
import type { Actor } from '#server/http/guards/actor.ts';
import type { Call } from '#server/http/guards/four-eyes.ts';
import type { Idempotency } from '#server/http/guards/idempotency.ts';
import { assertInstallation } from '#server/installation/installation.ts';
import { Conflict, NotFound, Unprocessable } from '#server/lib/refusal.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { amountOf, decimal, toText, toWire } from '#shared/kernel/money.ts';
import { reasonWith } from '#shared/kernel/reason.ts';
import { offerCodeLength } from '#shared/offers/offers.code.ts';
import * as contract from '#shared/offers/offers.contract.ts';
import type { AdminOfferView, OfferInput } from '#shared/offers/offers.contract.ts';
import { minuteMs } from '#shared/reference/units-of-time.ts';
import { auditedOffer, isSignedOffer, presentForTeam, presentPrice } from './offers.present.ts';
import { findOffer, insertOffer, lockOffer, writeOffer, type OfferRow, type OfferTerms } from './offers.queries.ts';

/** The price is computed before the transaction, because it may be fetched. */
type Making = SellDeps & { making: { sale: SellInput; priced: Priced } };

/** The customer that the offer is for, locked before anything is written; null for anybody with its link. */
const customerRow: ActionRow<Making, { userId: Id<'user'> | null }, unknown, undefined, OfferInput> = {
  lock: async (tx, _params, _deps, { userId = null }) => {
    if (userId !== null) await lockActiveCustomer(tx, userId);
    return { userId };
  },
  missing: 'account_not_found',
  ownersOf: ({ userId }) => [userId],
};

/** Per cent of the market's rate that the customer gets more; below zero they get less. */
const aboveMarket = ({ spreadPercent }: Pick<OfferInput, 'spreadPercent'>) => toText(decimal(String(-spreadPercent)));

function termsFor({ making: { sale, priced } }: Making, { spreadPercent }: OfferInput): OfferTerms {
  const { terms } = priced;
  if (!terms) throw rateUnavailable('sell_rate_unavailable');
  return {
    coinId: sale.cryptoId,
    amount: toText(sale.amount),
    currency: sale.currency,
    spreadPercent: toText(decimal(String(spreadPercent))),
    rate: toText(terms.buyingRate),
    gross: toText(terms.grossAmount),
    feePercent: toText(terms.feePercent),
    fee: toText(terms.feeAmount),
    net: toText(terms.netAmount),
    valueUsd: toText(terms.valueUsd),
    rateAt: terms.rateAt.toISOString(),
    rateSource: terms.rateSource,
  };
}

const make = act(contract.makeOffer, customerRow, {
  /** True where the rate is further above the market than a member may promise alone. */
  check: async ({ tx, deps, row: { userId }, body, approved }) => {
    const { valueUsd } = termsFor(deps, body);
    if (userId !== null) await assertAllowance(deps, tx, userId, amountOf('usd', valueUsd));
    const { maxSpreadPercent } = settingsOf(deps).offer;
    const isOver = -body.spreadPercent > maxSpreadPercent;
    if (isOver && !approved && deps.fourEyes.rules.rateOverPercent === null) {
      const reason = reasonWith('offer_spread_over_limit', { max: maxSpreadPercent });
      throw new Unprocessable('spread_over_limit', reason, { fields: { spreadPercent: reason } });
    }
    return isOver;
  },
  second: {
    isNeeded: ({ checked: isOver }) => isOver,
    details: ({ deps: { making }, row: { userId }, body }) => ({
      userId,
      coin: making.priced.coin.name,
      amount: `${toText(making.sale.amount)} ${making.priced.coin.symbol}`,
      currency: making.sale.currency,
      percent: aboveMarket(body),
    }),
    more: ({ actor, row: { userId }, body: { coinId, amount, payoutCurrency } }) => ({
      subjectId: [actor.userId, coinId, amount, payoutCurrency, userId ?? ''].join(' '),
    }),
  },
  apply: async ({ tx, deps, actor, row: { userId }, body, now }) => {
    const terms = termsFor(deps, body);
    const expiresAt = new Date(now.getTime() + body.minutes * minuteMs);
    const code = randomText(offerCodeLength);
    const note = body.note ?? null;
    const newOffer = { code, userId, terms, note, madeBy: actor.userId, createdAt: now, expiresAt };
    const id = await insertOffer(tx, newOffer);
    const row = await findOffer(tx, { id });
    if (!row) throw new Error('An offer that was just made is not found.');
    const audited = {
      ...auditedOffer(row),
      percent: aboveMarket(body),
      ...(userId !== null && { customerId: userId }),
    };
    return { answer: presentForTeam(deps, actor, row), details: audited, subjectId: id };
  },
});

type Asked = { body: OfferInput; call: Call; idempotency: Idempotency<unknown> };

/**
 * Makes an offer, or asks a second member where its rate is above the market. Refuses with rate_unavailable,
 * not_offered, below_minimum, kyc_required, spread_over_limit, own_case, and unavailable in a restored copy.
 */
export async function makeOffer(deps: SellDeps, actor: Actor, { body, call, idempotency }: Asked) {
  assertInstallation(deps);
  const { coinId: cryptoId, payoutCurrency: currency, spreadPercent } = body;
  const sale = { cryptoId, amount: amountOf('coin', body.amount, cryptoId), currency };
  const pricedSale = await priceNow(deps, sale, spreadPercent);
  const { coin, terms } = pricedSale;
  assertOffered(deps, sale);
  if (!terms) throw rateUnavailable('sell_rate_unavailable');
  assertSendable(coin, sale);
  assertPayoutOffered(deps, currency, terms.netAmount);
  return make.carryOut({ ...deps, making: { sale, priced: pricedSale } }, actor, {
    params: undefined,
    body,
    call,
    idempotency,
  });
}

/** Returns the present terms of an offer, beside the market rate. */
export async function estimateOffer(
  deps: SellDeps,
  { coinId: cryptoId, amount, payoutCurrency: currency, spreadPercent }: z.output<typeof contract.offerPricing>,
): Promise<z.input<(typeof contract.estimateOffer)['response']>> {
  const sale = { cryptoId, amount: amountOf('coin', amount, cryptoId), currency };
  const { terms: market } = await priceNow(deps, sale);
  const { terms } = await priceNow(deps, sale, spreadPercent);
  return {
    marketRate: market ? toWire(market.buyingRate) : null,
    terms: terms ? presentPrice(terms) : null,
    maxSpreadPercent: settingsOf(deps).offer.maxSpreadPercent,
    asksAbove: deps.fourEyes.rules.rateOverPercent !== null,
  };
}

/** An offer under its lock, as every action on one finds it. */
export const offerRow: ActionRow<SellDeps, OfferRow, AdminOfferView, { id: Id<'offer'> }> = {
  lock: async (tx, { id }) => {
    await lockOffer(tx, { id });
    return findOffer(tx, { id });
  },
  missing: 'offer_not_found',
  ownersOf: ({ customerId }) => [customerId],
  state: { of: ({ currentState }) => currentState, decided: () => new Conflict('conflict', 'offer_not_open') },
  signed: { is: isSignedOffer, tampered: 'offer_tampered' },
  present: async ({ id }, { tx, deps, actor }) => {
    const row = await findOffer(tx, { id });
    if (!row) throw new NotFound('offer_not_found');
    return presentForTeam(deps, actor, row);
  },
};

/** Withdraws an offer that is not taken. */
export const withdrawOffer = act(contract.withdrawOffer, offerRow, {
  apply: async ({ tx, row }) => {
    await writeOffer(tx, row, { state: 'withdrawn' });
    return { row, details: auditedOffer(row) };
  },
});

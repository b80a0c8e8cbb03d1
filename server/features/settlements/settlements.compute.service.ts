import type { Db } from '#server/db/connection.ts';
import type { ChainsPorts } from '#server/features/chains/chains.ports.ts';
import { chainStateOf } from '#server/features/chains/chains.service.ts';
import { allowanceOf } from '#server/features/orders/open/orders.opening.service.ts';
import type { RatesPorts } from '#server/features/rates/rates.ports.ts';
import { currentRate } from '#server/features/rates/rates.service.ts';
import type { SettingsPorts } from '#server/features/settings/settings.ports.ts';
import { settingsOf } from '#server/features/settings/settings.service.ts';
import type { Platform } from '#server/platform.ts';
import { finalityOf } from '#shared/deposits/deposits.finality.ts';
import { decimal, round, toText, type Decimal } from '#shared/kernel/money.ts';
import { minorUnitsOf } from '#shared/reference/payout-currencies.ts';
import { quoteRules } from '#shared/sell/sell.quote-rules.ts';
import { buyingRateOf } from '#shared/sell/sell.rules.ts';
import {
  settle,
  type Choice,
  type Settlement,
  type SettlementPolicy,
  type SettlementTerms,
  type SettlementTransfer,
} from '#shared/settlements/settlement.ts';
import * as queries from './settlements.queries.ts';

export type ComputeDeps = Pick<Platform, 'now'> &
  Pick<ChainsPorts, 'chainReaders'> &
  SettingsPorts &
  Pick<RatesPorts, 'rates' | 'adminRates'>;

/** What arrived for a sale, and what the rules make of it. */
export type Computed = {
  sale: queries.OwnSale;
  terms: SettlementTerms;
  policy: SettlementPolicy;
  transfers: readonly SettlementTransfer[];
  rows: readonly queries.ClaimedTransfer[];
  /** Whether nothing that counts can still change. */
  isFinal: boolean;
  choice: Choice | null;
  settlement: Settlement;
  live: queries.SettlementRow | undefined;
  history: readonly queries.SettlementRow[];
  /** The reference of another sale that the transfers fit as well. */
  twoFit: string | undefined;
};

/** The rules that a quote showed; the hours to choose are those of the settings. */
function policyOf(deps: ComputeDeps, { rules }: queries.OwnSale): SettlementPolicy {
  const { deposits } = settingsOf(deps);
  const shown = quoteRules.safeParse(rules).data;
  if (!shown) return deposits;
  const { tolerancePercent: percent, toleranceMaxUsd: maxUsd, graceMinutes, topUpMinutes, overPercent } = shown;
  return { tolerance: { percent, maxUsd }, graceMinutes, topUpMinutes, overPercent, choiceHours: deposits.choiceHours };
}

function termsOf(sale: queries.OwnSale): SettlementTerms {
  const { coinId, currency, expiresAt, watchedUntil } = sale;
  return {
    coinId,
    amount: decimal(sale.amount),
    valueUsd: decimal(sale.valueUsd),
    rate: decimal(sale.rate),
    feePercent: decimal(sale.feePercent),
    minorUnits: minorUnitsOf(currency),
    minimumDeposit: decimal(sale.minimumDeposit),
    expiresAt,
    watchedUntil,
  };
}

/**
 * The payout rate of a transfer, from the price in dollars when it was first seen at the quote's own exchange rate. A
 * price that values the sale no lower than agreed, in cents, is no lower.
 */
function rateThenOf({ amount, valueUsd, rate }: SettlementTerms, priceThen: string | null): Decimal | null {
  if (priceThen === null) return null;
  const value = amount.times(decimal(priceThen));
  if (round(value, { decimals: 2 }, 'half-up').gte(valueUsd)) return rate;
  return round(rate.times(value).div(valueUsd), { decimals: 8 }, 'down');
}

/** Reads a sale and settles it, with a choice or with the one on record; undefined for a sale without an own address. */
export async function computeSettlement(
  deps: ComputeDeps,
  db: Db,
  orderId: string,
  choose?: Choice,
): Promise<Computed | undefined> {
  const sale = await queries.findOwnSale(db, orderId);
  if (!sale) return undefined;
  const terms = termsOf(sale);
  const policy = policyOf(deps, sale);
  const rows = await queries.listClaimedTransfers(db, orderId);
  const history = await queries.listSettlements(db, orderId);
  const chosen = await queries.findChoice(db, orderId);
  const health = await chainStateOf({ ...deps, db }, sale.coinId);
  const isDeep = ({ blockHeight, state }: queries.ClaimedTransfer): boolean => {
    if (!health || state === 'final') return state === 'final';
    const { deposits } = settingsOf(deps);
    const transfer = { blockHeight, state };
    return finalityOf(transfer, { chain: sale.chain, valueUsd: terms.valueUsd, policy: deposits, health }).isFinal;
  };
  const live = history.find(({ voidedAt }) => voidedAt === null);
  const transfers = rows.map((row) => ({
    ...row,
    amount: decimal(row.amount),
    // What a settlement rests on was final, also where fewer confirmations were enough than the chain's own.
    isFinal: isDeep(row) || row.wasFinal || (live !== undefined && row.state === 'replaced'),
    rateThen: rateThenOf(terms, row.rateThen),
  }));
  const counted = transfers.filter(({ state }) => state !== 'replaced' && state !== 'failed');
  const choice = choose ?? chosen;
  const leftUsd = await leftFor(deps, db, sale);
  const rateNow = await rateNowOf(deps, sale);
  const settlement = settle({ terms, transfers, rateNow, policy, leftUsd, choice, now: deps.now() });
  const ids = counted.map(({ id }) => id);
  const { addressId, leasedAt, leaseId } = sale;
  const twoFit = await queries.findFormerFit(db, addressId, ids, leasedAt, policy.tolerance.percent, leaseId);
  const isFinal = counted.length > 0 && rows.every((row) => !ids.includes(row.id) || isDeep(row));
  return { sale, terms, policy, transfers, rows, isFinal, choice, settlement, live, history, twoFit };
}

/** What the customer may sell without an approved identity, this sale not counted; null without a limit. */
async function leftFor(deps: ComputeDeps, db: Db, { userId, valueUsd }: queries.OwnSale): Promise<Decimal | null> {
  const { kycApproved, limitUsd, usedUsd } = await allowanceOf(deps, db, userId);
  return kycApproved ? null : decimal(toText(limitUsd)).minus(toText(usedUsd)).plus(valueUsd);
}

async function rateNowOf(deps: ComputeDeps, { coinId, currency }: queries.OwnSale): Promise<Decimal | null> {
  const rate = await currentRate(deps, coinId, currency);
  return rate.available ? decimal(toText(buyingRateOf(rate.priceUsd, rate.unitsPerUsd))) : null;
}

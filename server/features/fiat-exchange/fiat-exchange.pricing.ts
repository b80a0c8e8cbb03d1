import { currentUnits, rateUnavailable, type CurrentUnits } from '#server/features/rates/rates.service.ts';
import { Invalid } from '#server/lib/refusal.ts';
import type { ExchangeEstimate, ExchangeEstimateTerms } from '#shared/fiat-exchange/fiat-exchange.contract.ts';
import { amountToBuy, convertAmount } from '#shared/fiat-exchange/fiat-exchange.rules.ts';
import {
  amountOf,
  convertBack,
  none,
  rateOf,
  round,
  toWire,
  unitOf,
  unnamedAmount,
  usdCents,
  type Amount,
  type Rate,
} from '#shared/kernel/money.ts';
import type { Reason } from '#shared/kernel/reason.ts';
import { minorUnitsOf } from '#shared/reference/payout-currencies.ts';
import type { FiatExchangeDeps } from './fiat-exchange.ports.ts';
import type { PairRate } from './fiat-exchange.rates.ts';

/** An exchange in exact amounts. */
export type PricedExchange = {
  pair: PairRate;
  amount: Amount<'sent'>;
  rate: Rate<'sent', 'payout'>;
  output: Amount<'payout'>;
  /** Decimals of the currency received. */
  minorUnits: number;
  valueUsd: Amount<'usd'>;
};

/** Above this amount a JSON number would lose its last digits, and no operator pays it. */
const maxAmount = '1000000000000';
const maxSent = amountOf('sent', maxAmount);
const maxOutput = unnamedAmount('payout', maxAmount);

/** Prices an exchange now, by the amount that is sent or by the one that is wanted. Refuses with rate_unavailable. */
export async function priceNow(
  deps: FiatExchangeDeps,
  { fromCurrency, toCurrency, amount, outputAmount }: ExchangeEstimateTerms,
): Promise<PricedExchange> {
  const pair = (await deps.exchange()).pair(fromCurrency, toCurrency);
  if (!pair) throw rateUnavailable('exchange_rate_unavailable');
  const sentAmount =
    amount === undefined
      ? amountPaying(pair, amountOf('payout', outputAmount ?? '0', toCurrency))
      : amountOf('sent', amount);
  return priceExchange(pair, sentAmount, await currentUnits(deps, fromCurrency));
}

/** The least amount that pays out the wanted amount. */
function amountPaying({ from, to, rate }: PairRate, output: Amount<'payout'>): Amount<'sent'> {
  return amountToBuy(output, rateOf('sent', 'payout', rate), unitOf('sent', minorUnitsOf(from)), minorUnitsOf(to));
}

/**
 * Prices an amount at the rate of a pair. Refuses with rate_unavailable without `units`, because the limit needs its
 * value in dollars, and invalid_input for an amount that is too small or too large.
 */
export function priceExchange(pair: PairRate, amount: Amount<'sent'>, units: CurrentUnits | undefined): PricedExchange {
  const minorUnits = minorUnitsOf(pair.to);
  const rate = rateOf('sent', 'payout', pair.rate);
  const output = convertAmount(amount, rate, minorUnits);
  if (output.gt(maxOutput) || amount.gt(maxSent)) throw refusedAmount('amount_too_large');
  if (output.eq(none.payout)) throw refusedAmount('amount_too_small');
  if (!units) throw rateUnavailable('exchange_rate_unavailable');
  const valueUsd = round(convertBack(amount, rateOf('usd', 'sent', units.unitsPerUsd)), usdCents, 'half-up');
  return { pair, amount, rate, output, minorUnits, valueUsd };
}

/** Presents the estimate of an exchange, with amounts as numbers of the wire. */
export function presentEstimate({ pair, amount, rate, output, valueUsd }: PricedExchange): ExchangeEstimate {
  return {
    fromCurrency: pair.from,
    toCurrency: pair.to,
    inputAmount: toWire(amount),
    exchangeRate: toWire(rate),
    outputAmount: toWire(output),
    valueUsd: toWire(valueUsd),
    rateUpdatedAt: pair.updatedAt.toISOString(),
    source: pair.isSample ? 'sample' : 'manual',
  };
}

function refusedAmount(reason: Reason): Invalid {
  return new Invalid('invalid_input', reason, { fields: { amount: reason } });
}

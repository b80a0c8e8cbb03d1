// Quotes of a sale before its order, and its payout by today's rate, as the server answers them.
import { calculateSellAmount, getSellQuote, type SellQuoteView } from '#shared/sell/sell.contract.ts';
import { blankOf } from '#tests/components/blank.ts';
import { account, address, at, coin, fee, gross, id, net, rate, reference } from './line-answers.ts';

export function quote(isOwn: boolean, change: Partial<SellQuoteView> = {}): SellQuoteView {
  const uri = `litecoin:${address}?amount=2`;
  return {
    ...blankOf(getSellQuote.response),
    ...coin,
    quoteId: id,
    reference,
    isOwn,
    amount: 2,
    grossAmount: gross,
    marginAmount: fee,
    netAmount: net,
    buyingRate: rate,
    currency: 'NGN',
    feePercent: 5,
    valueUsd: 282.14,
    rateUpdatedAt: at(-6),
    createdAt: at(-6),
    expiresAt: at(9),
    serverTime: at(0),
    paymentDetails: account,
    rules: isOwn
      ? {
          tolerancePercent: 0.5,
          toleranceMaxUsd: 10,
          graceMinutes: 20,
          topUpMinutes: 60,
          minedMinutes: 90,
          overPercent: 10,
          watchDays: 14,
        }
      : null,
    deposit: {
      address,
      memo: null,
      network: 'Litecoin Network',
      networkHint: 'Litecoin Network',
      uri,
      xAddress: null,
      isSample: false,
      stoppedAt: null,
    },
    ...change,
  };
}

/** The rate has fallen since the lock. */
export const today = {
  ...blankOf(calculateSellAmount.response),
  cryptoAmount: 2,
  currency: 'NGN',
  feePercent: 5,
  grossAmount: 412_494.78,
  marginAmount: 20_624.74,
  netAmount: 391_870.04,
  buyingRate: 206_247.39,
};

export const expiredQuote = { createdAt: at(-20), expiresAt: at(-5), expired: true };

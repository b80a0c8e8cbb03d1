import { toWire } from '#shared/kernel/money.ts';
import type { SellQuoteView } from '#shared/sell/sell.contract.ts';
import { paymentUri } from './payment-uri.ts';
import { presentTerms } from './sell.pricing.ts';
import type { Hold } from './sell.queries.ts';

/** A hold as its customer sees it at this moment. */
export function presentHold(hold: Hold, now: Date): SellQuoteView {
  const { cryptoId, amount, deposit } = hold;
  const { address, memo, network, isSample } = deposit;
  return {
    ...presentTerms(hold.terms),
    quoteId: hold.id,
    reference: hold.reference,
    cryptoId,
    cryptoName: hold.cryptoName,
    cryptoSymbol: hold.cryptoSymbol,
    amount: toWire(amount),
    createdAt: hold.createdAt.toISOString(),
    expiresAt: hold.expiresAt.toISOString(),
    expired: hold.expiresAt <= now,
    serverTime: now.toISOString(),
    deposit: {
      address,
      memo,
      network,
      networkHint: hold.networkHint,
      uri: paymentUri({ cryptoId, address, memo, amount }),
      isSample,
    },
  };
}

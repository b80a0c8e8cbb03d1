import { toWire } from '#shared/kernel/money.ts';
import type { SellQuoteView } from '#shared/sell/sell.contract.ts';
import { paymentUri } from './sell.payment-uri.ts';
import { presentTerms } from './sell.pricing.ts';
import type { Quote } from './sell.queries.ts';

/** A hold as its customer sees it at this moment. */
export function presentQuote(quote: Quote, now: Date): SellQuoteView {
  const { cryptoId, amount, deposit } = quote;
  const { address, memo, network, isSample } = deposit;
  return {
    ...presentTerms(quote.terms),
    quoteId: quote.id,
    reference: quote.reference,
    cryptoId,
    cryptoName: quote.cryptoName,
    cryptoSymbol: quote.cryptoSymbol,
    amount: toWire(amount),
    createdAt: quote.createdAt.toISOString(),
    expiresAt: quote.expiresAt.toISOString(),
    expired: quote.expiresAt <= now,
    serverTime: now.toISOString(),
    deposit: {
      address,
      memo,
      network,
      networkHint: quote.networkHint,
      uri: paymentUri({ cryptoId, address, memo, amount }),
      isSample,
    },
  };
}

import { isSignedRow, signedTables } from '#server/db/signing/signed-rows.ts';
import type { Actor } from '#server/http/guards/actor.ts';
import type { Platform } from '#server/platform.ts';
import { amountOf, decimal, rateOf, toText, toWire } from '#shared/kernel/money.ts';
import { offerPath } from '#shared/offers/offers.code.ts';
import type { AdminOfferView, OfferView } from '#shared/offers/offers.contract.ts';
import { languages, type LanguageCode } from '#shared/reference/languages.ts';
import type { SellPrice } from '#shared/sell/sell.rules.ts';
import { offerMessage } from './offers.message.ts';
import type { OfferRow, OfferTerms } from './offers.queries.ts';

const languageOf = (preferredCode: string | null): LanguageCode =>
  languages.find(({ code }) => code === preferredCode)?.code ?? 'en';

const wireAmount = (text: string) => toWire(decimal(text));

const amountsOf = ({ rate, gross, feePercent, fee, net }: OfferTerms) => ({
  rate: wireAmount(rate),
  gross: wireAmount(gross),
  feePercent: wireAmount(feePercent),
  fee: wireAmount(fee),
  net: wireAmount(net),
});

/** Presents the price of an offer. */
export const presentPrice = (price: SellPrice) => ({
  rate: toWire(price.buyingRate),
  gross: toWire(price.grossAmount),
  feePercent: toWire(price.feePercent),
  fee: toWire(price.feeAmount),
  net: toWire(price.netAmount),
  valueUsd: toWire(price.valueUsd),
});

/** True for an offer that the product wrote: no other one has a link, or is taken. */
export const isSignedOffer = (row: OfferRow): boolean => isSignedRow(signedTables.offer, row);

/** Presents an offer to this member; code, link and message only to members who make offers. */
export function presentForTeam(
  { publicUrl }: Pick<Platform, 'publicUrl'>,
  { may }: Pick<Actor, 'may'>,
  row: OfferRow,
): AdminOfferView {
  const { terms, coinSymbol: symbol, expiresAt } = row;
  const link = publicUrl + offerPath(row.code);
  const textLanguage = languageOf(row.customerLanguage);
  const isSigned = isSignedOffer(row);
  const isShown = may.includes('offers.write') && isSigned;
  const message = { terms, symbol, expiresAt, link, language: textLanguage, country: row.customerCountry };
  return {
    id: row.id,
    state: row.currentState,
    coinId: terms.coinId,
    coin: { id: terms.coinId, name: row.coinName, symbol, network: row.coinNetwork },
    amount: wireAmount(terms.amount),
    payoutCurrency: terms.currency,
    terms: { ...amountsOf(terms), valueUsd: wireAmount(terms.valueUsd) },
    spreadPercent: wireAmount(terms.spreadPercent),
    code: isShown ? row.code : null,
    link: isShown ? link : null,
    text: isShown ? offerMessage(message) : null,
    textLanguage,
    userId: row.customerId,
    userName: row.customerName,
    userEmail: row.customerEmail,
    note: row.note,
    madeBy: { id: row.madeBy, name: row.makerName },
    createdAt: row.createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    quoteExpiresAt: row.currentState === 'taken' ? (row.quoteExpiresAt?.toISOString() ?? null) : null,
    orderId: row.orderOf,
    orderReference: row.orderReference,
    tampered: !isSigned,
  };
}

/** Presents an offer to everybody with its link. */
export function presentForLink(row: OfferRow, brand: string): OfferView {
  const { terms } = row;
  return {
    brand,
    coin: {
      id: terms.coinId,
      name: row.coinName,
      symbol: row.coinSymbol,
      network: row.coinNetwork,
      color: row.coinColor,
    },
    amount: wireAmount(terms.amount),
    currency: terms.currency,
    ...amountsOf(terms),
    expiresAt: row.expiresAt.toISOString(),
    state: row.currentState === 'taken' ? 'taken' : 'open',
    language: row.userId === null ? null : languageOf(row.customerLanguage),
  };
}

/** Returns the terms of an offer, which a quote or an order copies. */
export function termsOf({ terms }: Pick<OfferRow, 'terms'>) {
  return {
    buyingRate: rateOf('coin', 'payout', terms.rate),
    grossAmount: amountOf('payout', terms.gross, terms.currency),
    feePercent: decimal(terms.feePercent),
    feeAmount: amountOf('payout', terms.fee, terms.currency),
    netAmount: amountOf('payout', terms.net, terms.currency),
    valueUsd: amountOf('usd', terms.valueUsd),
    currency: terms.currency,
    rateAt: new Date(terms.rateAt),
    rateSource: terms.rateSource,
  };
}

/** The coin, amount and currency of an offer. */
export const saleOf = ({ terms: { coinId, amount, currency } }: Pick<OfferRow, 'terms'>) => ({
  cryptoId: coinId,
  amount: amountOf('coin', amount, coinId),
  currency,
});

/** An offer as the audit log names it: never by its code. */
export const auditedOffer = ({ terms: { coinId, amount, net, currency } }: Pick<OfferRow, 'terms'>) => ({
  amount: toText(decimal(amount)),
  coin: coinId,
  net: toText(decimal(net)),
  currency,
});

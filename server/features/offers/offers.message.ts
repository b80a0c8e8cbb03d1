import { clockText } from '#server/lib/clock-text.ts';
import { amountText, interpolate, textsIn } from '#server/lib/texts.ts';
import type { LanguageCode } from '#shared/reference/languages.ts';
import type { OfferTerms } from './offers.tables.ts';

type Message = {
  terms: OfferTerms;
  symbol: string;
  expiresAt: Date;
  link: string;
  language: LanguageCode;
  country: string | null;
};

/** Returns the message that carries an offer link, for any chat: it contains no address, no account and no name. */
export function offerMessage({ terms, symbol, expiresAt, link, language, country }: Message): string {
  const { amount, currency, rate, net, feePercent } = terms;
  return interpolate(textsIn(language, 'offers.mail').message, {
    amount: amountText(amount, symbol, language),
    net: amountText(net, currency, language),
    rate: `${amountText('1', symbol, language)} = ${amountText(rate, currency, language)}`,
    fee: feePercent,
    until: clockText(expiresAt, { language, country }),
    link,
  });
}

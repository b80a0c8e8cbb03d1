import { amountOf, isWhole, parseWire, unitOf } from '#shared/kernel/money.ts';
import { reasonWith } from '#shared/kernel/reason.ts';
import { exchangeTerms, type ExchangeTerms, type FiatCurrencyView } from './fiat-exchange.contract.ts';

type OfferedCurrency = Pick<FiatCurrencyView, 'code' | 'minorUnits'> & {
  exchangesInto: string[];
  canBePaidIn: boolean;
};

/** The first thing wrong with a pair, by field; the screen has the texts. */
function pairProblem(offered: readonly OfferedCurrency[], { fromCurrency: from, toCurrency: to }: ExchangeTerms) {
  const [gives, gets] = [from, to].map((item) => offered.find(({ code }) => code === item));
  if (!gives) return { path: ['fromCurrency'], message: 'inactive' };
  if (!gets) return { path: ['toCurrency'], message: 'inactive' };
  if (from !== to && !gives.canBePaidIn) return { path: ['fromCurrency'], message: 'noAccount' };
  if (from !== to && !gives.exchangesInto.includes(to)) return { path: ['toCurrency'], message: 'noRate' };
  return undefined;
}

/** The terms within the present offer. A pair that is not offered is refused before there is an amount. */
export function exchangeTermsOf(offered: readonly OfferedCurrency[]) {
  return exchangeTerms
    .superRefine(
      (terms, context) => {
        const problem = pairProblem(offered, terms);
        if (problem) context.addIssue({ code: 'custom', ...problem });
      },
      { when: () => true },
    )
    .superRefine(({ fromCurrency, amount }, context) => {
      const decimals = offered.find(({ code }) => code === fromCurrency)?.minorUnits ?? 0;
      const tooFine = reasonWith('too_many_decimals', { symbol: fromCurrency, decimals });
      const sentText = parseWire(amount);
      if (sentText && !isWhole(amountOf('sent', sentText), unitOf('sent', decimals)))
        context.addIssue({ code: 'custom', message: tooFine.reason, params: tooFine.params, path: ['amount'] });
    });
}

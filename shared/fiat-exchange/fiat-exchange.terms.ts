import { parseWire } from '#shared/kernel/amount.ts';
import { amountOf, isWhole, unitOf } from '#shared/kernel/money.ts';
import { reasonWith } from '#shared/kernel/reason.ts';
import { exchangeTerms, type ExchangeTerms, type FiatCurrencyView } from './fiat-exchange.contract.ts';

type OfferedCurrency = Pick<FiatCurrencyView, 'code' | 'minorUnits'> & {
  exchangesInto: string[];
  canBePaidIn: boolean;
};

/** The first problem of a pair, by field; the screen has the texts. */
function pairProblem(currencies: readonly OfferedCurrency[], { fromCurrency: from, toCurrency: to }: ExchangeTerms) {
  const [sentCurrency, receivedCurrency] = [from, to].map((currencyCode) =>
    currencies.find(({ code }) => code === currencyCode),
  );
  if (!sentCurrency) return { path: ['fromCurrency'], message: 'inactive' };
  if (!receivedCurrency) return { path: ['toCurrency'], message: 'inactive' };
  if (from !== to && !sentCurrency.canBePaidIn) return { path: ['fromCurrency'], message: 'noAccount' };
  if (from !== to && !sentCurrency.exchangesInto.includes(to)) return { path: ['toCurrency'], message: 'noRate' };
  return undefined;
}

/** The terms within the current offer. A pair that is not offered is refused before there is an amount. */
export function exchangeTermsOf(currencies: readonly OfferedCurrency[]) {
  return exchangeTerms
    .superRefine(
      (terms, context) => {
        const problem = pairProblem(currencies, terms);
        if (problem) context.addIssue({ code: 'custom', ...problem });
      },
      { when: () => true },
    )
    .superRefine(({ fromCurrency, amount }, context) => {
      const decimals = currencies.find(({ code }) => code === fromCurrency)?.minorUnits ?? 0;
      const decimalsReason = reasonWith('too_many_decimals', { symbol: fromCurrency, decimals });
      const sentText = parseWire(amount);
      if (sentText && !isWhole(amountOf('sent', sentText), unitOf('sent', decimals)))
        context.addIssue({
          code: 'custom',
          message: decimalsReason.reason,
          params: decimalsReason.params,
          path: ['amount'],
        });
    });
}

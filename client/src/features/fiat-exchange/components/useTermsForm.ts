import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { normaliseAmount } from '#client/lib/format/amount-input.ts';
import { formatList } from '#client/lib/format/list.ts';
import { wireForm } from '#client/ui/form/contract-schemas.ts';
import { exchangeTermsOf } from '#shared/fiat-exchange/fiat-exchange.terms.ts';
import type { ExchangeCurrency } from '../fiat-exchange.queries.ts';
import type { ExchangeDraft } from './fiat-exchange.draft.ts';

const fieldOf: Record<PropertyKey, string> = { fromCurrency: 'from', toCurrency: 'to', amount: 'amount' };

/** The terms as typed, within what is offered, with the texts of the screen. */
export function useTermsForm(currencies: readonly ExchangeCurrency[]) {
  const { t, i18n } = useTranslation('fiat-exchange');
  const { language } = i18n;
  return useMemo(() => {
    const textOf = (path: PropertyKey | undefined, message: string, { from, to }: ExchangeDraft) => {
      const currency = path === 'toCurrency' ? to : from;
      const gives = currencies.find(({ code }) => code === from);
      const others = formatList(gives?.exchangesInto ?? []);
      if (message === 'currencies_equal') return t('currency.same');
      if (message === 'inactive' && currency) return t('currency.inactive', { currency });
      if (message === 'noAccount') return t('currency.noAccount', { currency });
      if (message === 'noRate' && others) return t('currency.noRate', { from, to, others });
      if (message === 'noRate') return t('currency.noRateAtAll', { from });
      if (message === 'too_many_decimals') return t('currency.tooFine', { currency, count: gives?.minorUnits ?? 0 });
      return t('currency.missing');
    };
    return wireForm(
      exchangeTermsOf(currencies),
      ({ from, to, amount }: ExchangeDraft) => ({
        fromCurrency: from,
        toCurrency: to,
        amount: normaliseAmount(amount, language) ?? '',
      }),
      ({ path: [name = ''], message }, draft) => ({
        path: [fieldOf[name] ?? name],
        message: textOf(name, message, draft),
      }),
    );
  }, [currencies, t, language]);
}

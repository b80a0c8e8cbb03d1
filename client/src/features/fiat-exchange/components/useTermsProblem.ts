import { useTranslation } from 'react-i18next';
import { normaliseAmount } from '#client/lib/format/amount-input.ts';
import { formatList } from '#client/lib/format/list.ts';
import type { ExchangeCurrency } from '../fiat-exchange.queries.ts';
import type { ExchangeDraft } from './fiat-exchange.draft.ts';

/** Why these terms cannot be exchanged, and at which field that is shown. */
export type TermsProblem = { field: 'amount' | 'from' | 'to'; text: string };

/** The first problem with the terms, shown before anything is requested or created on the server. */
export function useTermsProblem(
  draft: ExchangeDraft,
  currencies: readonly ExchangeCurrency[],
): TermsProblem | undefined {
  const { t, i18n } = useTranslation('fiat-exchange');
  const { from, to } = draft;
  const [gives, gets] = [from, to].map((code) => currencies.find((currency) => currency.code === code));
  if (!gives) return { field: 'from', text: from ? t('currency.inactive', { currency: from }) : t('currency.missing') };
  if (!gets) return { field: 'to', text: to ? t('currency.inactive', { currency: to }) : t('currency.missing') };
  if (from === to) return { field: 'to', text: t('currency.same') };
  if (!gives.canBePaidIn) return { field: 'from', text: t('currency.noAccount', { currency: from }) };
  if (!gives.exchangesInto.includes(to)) {
    const others = formatList(gives.exchangesInto);
    const text = others ? t('currency.noRate', { from, to, others }) : t('currency.noRateAtAll', { from });
    return { field: 'to', text };
  }
  const amount = normaliseAmount(draft.amount, i18n.language);
  if (!amount || !/[1-9]/.test(amount)) return { field: 'amount', text: t('currency.missing') };
  const count = gives.minorUnits;
  if ((amount.split('.')[1] ?? '').length > count) {
    return { field: 'amount', text: t('currency.tooFine', { currency: from, count }) };
  }
  return undefined;
}

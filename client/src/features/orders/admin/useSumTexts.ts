import { useTranslation } from 'react-i18next';
import { useVerdictLevel } from '#client/features/deposits/deposits.queries.ts';
import { formatCrypto, formatMoneyText } from '#client/lib/format/format.ts';
import { givenOf, netToPay } from '../components/orders.text.ts';
import type { AdminOrder } from './orders.admin.queries.ts';

interface SumTexts {
  given: string;
  payout: string;
  /** True if other coins arrived than agreed: the payout is the agreed one, which may not be paid. */
  isAgreed: boolean;
}

/** Returns the sums given and paid of an order for lists. */
export function useSumTexts(order: AdminOrder): SumTexts {
  const { t } = useTranslation('orders.admin');
  const { arrived } = useVerdictLevel(order.id) ?? {};
  const payout = formatMoneyText(netToPay(order), order.payoutCurrency);
  if (arrived === undefined || order.settlement) return { given: givenOf(order), payout, isAgreed: false };
  const arrivedText = formatCrypto(arrived, order.cryptoSymbol ?? '');
  return { given: t('arrivedOf', { arrived: arrivedText, agreed: givenOf(order) }), payout, isAgreed: true };
}

/** Returns the same sums where each stands alone: an agreed payout is labelled as such. */
export function useLabelledSums(order: AdminOrder): Pick<SumTexts, 'given' | 'payout'> {
  const { t } = useTranslation('orders.admin');
  const { given, payout, isAgreed } = useSumTexts(order);
  return { given, payout: isAgreed ? t('agreedSum', { amount: payout }) : payout };
}

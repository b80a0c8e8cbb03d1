import { useTranslation } from 'react-i18next';
import { useVerdictLevel } from '#client/features/deposits/deposits.queries.ts';
import { formatCrypto, formatMoneyText } from '#client/lib/format/format.ts';
import { givenOf, netToPay } from '../components/orders.text.ts';
import type { AdminOrder } from './orders.admin.queries.ts';

/** Returns the sums given and paid of an order for lists; agreed sums are labelled as such if other coins arrived. */
export function useSumTexts(order: AdminOrder): { given: string; payout: string } {
  const { t } = useTranslation('orders.admin');
  const { arrived } = useVerdictLevel(order.id) ?? {};
  const payout = formatMoneyText(netToPay(order), order.payoutCurrency);
  if (arrived === undefined || order.settlement) return { given: givenOf(order), payout };
  const arrivedText = formatCrypto(arrived, order.cryptoSymbol ?? '');
  return {
    given: t('arrivedOf', { arrived: arrivedText, agreed: givenOf(order) }),
    payout: t('agreedSum', { amount: payout }),
  };
}

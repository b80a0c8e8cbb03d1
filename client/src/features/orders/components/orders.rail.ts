import type { useTranslation } from 'react-i18next';
import { railNameOf, railWordsOf } from '#shared/reference/rails.ts';
import type { Order } from '../orders.queries.ts';

type Translate = ReturnType<typeof useTranslation<'orders'>>['t'];
type PaidOrder = Pick<Order, 'paymentDetails'>;
type PayoutState = NonNullable<Order['payout']>['state'];

/** Returns the word for a state of a payout; it names a bank only if one is paid. */
export function payoutWord(t: Translate, state: PayoutState, { paymentDetails }: PaidOrder): string {
  const words = railWordsOf(paymentDetails?.method);
  const rail = railNameOf(paymentDetails?.method);
  if (words === 'bank') return t(`payout.${state}.word`);
  if (state === 'sent') return t(`payout.byRail.${words}.sentWord`, { rail });
  return state === 'returned' ? t(`payout.byRail.${words}.returnedWord`, { rail }) : t(`payout.${state}.word`);
}

const textOf = { sent: 'sentText', arrived: 'arrivedText', returned: 'returnedText' } as const;

/** The sentence that explains a state of a payout. */
export function payoutText(
  t: Translate,
  state: Exclude<PayoutState, 'again'>,
  { paymentDetails }: PaidOrder,
  values: Record<'amount' | 'ending' | 'email' | 'rail' | 'date' | 'id' | 'reference', string>,
): string {
  const words = railWordsOf(paymentDetails?.method);
  if (words === 'bank' || state === 'preparing' || state === 'reversed') return t(`payout.${state}.text`, values);
  return t(`payout.byRail.${words}.${textOf[state]}`, values);
}

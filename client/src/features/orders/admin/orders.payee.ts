import { isOpen } from '#shared/orders/orders.lifecycle.ts';
import { impossibleNumberOf, type ImpossibleNumber } from '#shared/reference/account-numbers.ts';
import type { AdminOrder } from './orders.admin.queries.ts';

/** Why the number of the account that an open order pays to can't be right; undefined where nothing is against it. */
export function wrongNumberOf(
  order: Pick<AdminOrder, 'paymentDetails' | 'payoutCurrency' | 'status'>,
): ImpossibleNumber | undefined {
  const { paymentDetails, payoutCurrency } = order;
  // A masked number says nothing.
  if (!paymentDetails || !isOpen(order) || paymentDetails.accountNumber.includes('••••')) return undefined;
  return impossibleNumberOf(paymentDetails, payoutCurrency);
}

import { isOpen } from '#shared/orders/orders.lifecycle.ts';
import { impossibleNumberOf, type ImpossibleNumber } from '#shared/reference/account-numbers.ts';
import type { AdminOrder } from './orders.admin.queries.ts';

/**
 * The reason why the number of the account of an open order cannot be right; undefined if nothing speaks against it.
 */
export function wrongNumberOf(
  order: Pick<AdminOrder, 'paymentDetails' | 'payoutCurrency' | 'status'>,
): ImpossibleNumber | undefined {
  const { paymentDetails, payoutCurrency } = order;
  // A masked number cannot be checked.
  if (!paymentDetails || !isOpen(order) || paymentDetails.accountNumber.includes('••••')) return undefined;
  return impossibleNumberOf(paymentDetails, payoutCurrency);
}

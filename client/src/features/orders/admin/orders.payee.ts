import { isOpen } from '#shared/orders/orders.lifecycle.ts';
import { checkAccountNumber } from '#shared/reference/account-numbers.ts';
import type { AdminOrder } from './orders.admin.queries.ts';

/** Mistakes by which no bank has such a number. */
const impossible = ['length', 'checksum', 'shape'] as const;
type Mistake = (typeof impossible)[number];

/** Why the number of the account that an open order pays to can't be right; undefined where nothing is against it. */
export function wrongNumberOf(
  order: Pick<AdminOrder, 'paymentDetails' | 'payoutCurrency' | 'status'>,
): Mistake | undefined {
  const { paymentDetails, payoutCurrency } = order;
  // A masked number says nothing.
  if (!paymentDetails || !isOpen(order) || paymentDetails.accountNumber.includes('••••')) return undefined;
  const { problems } = checkAccountNumber(paymentDetails, payoutCurrency);
  return impossible.find((known) => problems.some(({ code }) => code === known));
}

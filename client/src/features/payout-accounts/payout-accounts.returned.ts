import { railWordsOf } from '#shared/reference/rails.ts';
import type { PayoutAccount } from './payout-accounts.queries.ts';

type Reason = NonNullable<PayoutAccount['returned']>['reason'];

/**
 * The key of the words for an account that money came back from: a rail that is no
 * bank has refused a number, or an account.
 */
export function returnedWordOf(
  method: string | null | undefined,
  reason: Reason,
): Reason | 'number_refused' | 'account_refused' {
  const words = railWordsOf(method);
  const isUnusable = reason === 'account_closed' || reason === 'wrong_account';
  if (!isUnusable || words === 'bank') return reason;
  return words === 'mobile_money' ? 'number_refused' : 'account_refused';
}

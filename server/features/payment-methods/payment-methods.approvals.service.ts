import type { RequestDetails } from '#shared/kernel/approval-details.ts';
import type { PaymentMethodRow } from './payment-methods.queries.ts';

/** A receiving account as a second member is shown it. */
type Account = Pick<PaymentMethodRow, 'currency' | 'type' | 'name' | 'displayName' | 'accountDetails' | 'isActive'> & {
  instructions: string | null;
};

const textOf = (details: Record<string, string>) =>
  Object.entries(details)
    .map(([label, value]) => `${label}: ${value}`)
    .join(', ');

/** True if a change directs payments to another account, or shows customers a new one. */
export function isOtherAccount(before: Account, after: Account): boolean {
  const shownAccount = ({ currency, type, name, displayName, accountDetails, instructions }: Account) =>
    JSON.stringify([currency, type, name, displayName, textOf(accountDetails), instructions]);
  return shownAccount(before) !== shownAccount(after) || (after.isActive && !before.isActive);
}

/** Returns the details of a new or replaced account that a second member is shown. */
export function shownToSecond(before: PaymentMethodRow | undefined, after: Account): RequestDetails {
  return {
    account: after.displayName,
    currency: after.currency,
    receivingAccountBefore: before ? textOf(before.accountDetails) : null,
    receivingAccount: textOf(after.accountDetails),
    instructions: after.instructions,
    isActive: after.isActive,
  };
}

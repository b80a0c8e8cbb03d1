import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { wireForm } from '#client/ui/form/contract-schemas.ts';
import { maxLengthOf } from '#client/ui/form/schema/max-length.ts';
import {
  paymentDetails,
  savePayoutAccount,
  type PaymentDetails,
} from '#shared/payout-accounts/payout-accounts.contract.ts';
import { railOf } from '#shared/reference/rails.ts';
import { byOfferedRail, paymentDetailsOf, type Account } from './sell.draft.ts';

/** The messages of the fields, which the contract has only for the whole account. */
export function useAccountMessages() {
  const { t } = useTranslation('sell');
  return useCallback(
    ({ method }: Account): Record<PropertyKey, string> => ({
      accountName: t('payment.accountNameMissing'),
      bankName: t('payment.bankNameMissing'),
      accountNumber: t(`payment.${missingNumber(method)}`),
    }),
    [t],
  );
}

/** The error of a missing number, by the rail of the account. */
function missingNumber(method: string) {
  const shape = railOf(method)?.fields.find(({ name }) => name === 'accountNumber')?.shape;
  if (shape === 'mobile') return 'mobileMissing';
  return shape === 'email' ? 'emailMissing' : 'accountNumberMissing';
}

type MessagesOf = ReturnType<typeof useAccountMessages>;

function typedAccount<Typed extends Account, Parsed>(
  contract: z.ZodType<Parsed>,
  toWire: (typed: Typed) => unknown,
  messagesOf: MessagesOf,
) {
  return wireForm(contract, toWire, ({ path, message }, typed) => ({
    path,
    message: messagesOf(typed)[path[0] ?? ''] ?? message,
  }));
}

/** An account to save, as typed: the contract finds its problems. */
export function savedAccountForm(messagesOf: MessagesOf, railsOf: (currency: string) => readonly { id: string }[]) {
  const toWire = ({ currency, ...account }: Account & { currency: string }) => ({
    ...paymentDetailsOf(byOfferedRail(account, railsOf(currency)), currency),
    currency,
  });
  return typedAccount(savePayoutAccount.body, toWire, messagesOf);
}

/** The account of an unfinished order in a currency, as typed. */
export function accountForm(messagesOf: MessagesOf, currency: string) {
  const toWire = (account: Account) => paymentDetailsOf(account, currency);
  return typedAccount<Account, PaymentDetails>(paymentDetails, toWire, messagesOf);
}

/** The longest text that a field of a payout account accepts. */
export const accountLimit = (name: keyof PaymentDetails): number | undefined => maxLengthOf(paymentDetails, name);

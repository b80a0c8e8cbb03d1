import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { wireForm } from '#client/ui/form/contract-schemas.ts';
import {
  paymentDetails,
  savePayoutAccount,
  type PaymentDetails,
} from '#shared/payout-accounts/payout-accounts.contract.ts';
import { paymentDetailsOf, type Account } from './sell.draft.ts';

/** The messages of the fields, where the contract has one for the whole account. */
export function useAccountMessages() {
  const { t } = useTranslation('sell');
  return useCallback(
    ({ method }: Account): Record<PropertyKey, string> => ({
      accountName: t('payment.accountNameMissing'),
      bankName: t('payment.bankNameMissing'),
      accountNumber: t(method === 'bank' ? 'payment.accountNumberMissing' : 'payment.emailMissing'),
    }),
    [t],
  );
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

/** An account to save, as typed: the contract decides what is wrong. */
export function savedAccountForm(messagesOf: MessagesOf) {
  const toWire = (typed: Account & { currency: string }) => ({ ...paymentDetailsOf(typed), currency: typed.currency });
  return typedAccount(savePayoutAccount.body, toWire, messagesOf);
}

/** The account of an unfinished order, as typed. */
export function accountForm(messagesOf: MessagesOf) {
  return typedAccount<Account, PaymentDetails>(paymentDetails, paymentDetailsOf, messagesOf);
}

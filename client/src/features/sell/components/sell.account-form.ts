import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { wireForm } from '#client/ui/form/contract-schemas.ts';
import { paymentDetails, savePayoutAccount } from '#shared/payout-accounts/payout-accounts.contract.ts';
import { paymentDetailsOf, type Account } from './sell.draft.ts';

export type AccountProblems = Partial<Record<'accountName' | 'accountNumber' | 'bankName', string | undefined>>;

/** The messages of the fields, where the contract has one for the whole account. */
export function useAccountMessages() {
  const { t } = useTranslation('sell');
  return ({ method }: Account): Record<PropertyKey, string> => ({
    accountName: t('payment.accountNameMissing'),
    bankName: t('payment.bankNameMissing'),
    accountNumber: t(method === 'bank' ? 'payment.accountNumberMissing' : 'payment.emailMissing'),
  });
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

/** What is wrong with the account of an unfinished order, by field. */
export function accountProblems(account: Account, messagesOf: MessagesOf): AccountProblems {
  const { error } = typedAccount(paymentDetails, paymentDetailsOf, messagesOf).safeParse(account);
  return Object.fromEntries((error?.issues ?? []).map(({ path, message }) => [String(path[0]), message] as const));
}

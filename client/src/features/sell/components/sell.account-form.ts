import type { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { paymentDetails, savePayoutAccount } from '#shared/payout-accounts/payout-accounts.contract.ts';
import { wireForm } from '#client/ui/form/contract-schemas.ts';
import { paymentDetailsOf, type Account } from './sell.draft.ts';

type Translate = ReturnType<typeof useTranslation<'sell'>>['t'];
export type AccountProblems = Partial<Record<'accountName' | 'accountNumber' | 'bankName', string | undefined>>;

/** The message of a field, where the contract has one for the whole account. */
function messageOf(field: PropertyKey | undefined, { method }: Account, t: Translate): string | undefined {
  if (field === 'accountName') return t('payment.accountNameMissing');
  if (field === 'bankName') return t('payment.bankNameMissing');
  if (field === 'accountNumber') return t(method === 'bank' ? 'payment.accountNumberMissing' : 'payment.emailMissing');
  return undefined;
}

function typedAccount<Typed extends Account, Parsed>(
  contract: z.ZodType<Parsed>,
  toWire: (typed: Typed) => unknown,
  t: Translate,
) {
  return wireForm(contract, toWire, ({ path, message }, typed) => ({
    path,
    message: messageOf(path[0], typed, t) ?? message,
  }));
}

/** An account to save, as typed: the contract decides what is wrong. */
export function savedAccountForm(t: Translate) {
  const toWire = (typed: Account & { currency: string }) => ({ ...paymentDetailsOf(typed), currency: typed.currency });
  return typedAccount(savePayoutAccount.body, toWire, t);
}

/** What is wrong with the account of an unfinished order, by field. */
export function accountProblems(account: Account, t: Translate): AccountProblems {
  const { error } = typedAccount(paymentDetails, paymentDetailsOf, t).safeParse(account);
  return Object.fromEntries(error?.issues.map(({ path, message }) => [path[0], message]) ?? []);
}

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { netToPay } from '#client/features/orders/components/orders.text.ts';
import type { ChoiceRow } from '#client/features/orders/line/ChoiceRows.tsx';
import type { OrderDetails } from '#client/features/orders/orders.queries.ts';
import { payoutAccountsQuery, type PayoutAccount } from '#client/features/payout-accounts/payout-accounts.queries.ts';
import { returnedWordOf } from '#client/features/payout-accounts/payout-accounts.returned.ts';
import { useRailsOf } from '#client/features/rates/components/useRails.ts';
import type { Account } from '#client/features/sell/components/sell.draft.ts';
import { formatDate, formatMoneyText, maskedAccount } from '#client/lib/format/format.ts';
import { isSameAccount } from '#shared/payout-accounts/payout-accounts.same.ts';

export const another = 'another';

/** The saved accounts of the currency, the option of another one, and, greyed out, those that returned money. */
export function useAccountRows({ payoutCurrency: currency, paymentDetails, payout, ...order }: OrderDetails) {
  const { t } = useTranslation('sell');
  const { data: savedAccounts = [] } = useQuery(payoutAccountsQuery);
  const offeredRails = useRailsOf()(currency);
  const [namedId, setNamedId] = useState<string>();
  const fittingAccounts = savedAccounts.filter(
    (account) => account.currency === currency && offeredRails.some(({ id }) => id === account.method),
  );
  const isReturned = (account: PayoutAccount) => account.returned !== null || isReturnedTo(account, paymentDetails);
  const usableAccounts = fittingAccounts.filter((account) => !isReturned(account));
  const chosenAccount =
    namedId === another ? undefined : (usableAccounts.find(({ id }) => id === namedId) ?? usableAccounts[0]);
  const sum = formatMoneyText(netToPay(order), currency);
  const returnedText = ({ returned, method }: Pick<PayoutAccount, 'returned' | 'method'>) =>
    t(`payment.returned.${returnedWordOf(method, returned?.reason ?? payout?.returnedBecause ?? 'other')}`, {
      date: formatDate(returned?.at ?? payout?.at ?? order.updatedAt),
    });
  const isSaved = fittingAccounts.some((account) => isReturnedTo(account, paymentDetails));
  const unsavedAccounts = paymentDetails && !isSaved ? [{ ...paymentDetails, id: 'returned', returned: null }] : [];
  const rows: ChoiceRow[] = [
    ...usableAccounts.map((account) => ({
      value: account.id,
      title: titleOf(account),
      sum: account === chosenAccount ? sum : '',
      text: account.accountName,
    })),
    { value: another, title: t('payment.another'), sum: chosenAccount ? '' : sum, text: t('payment.anotherText') },
    ...[...fittingAccounts.filter(isReturned), ...unsavedAccounts].map((account) => ({
      value: account.id,
      title: titleOf(account),
      sum: '',
      text: returnedText(account),
      isOff: true,
    })),
  ];
  return { rows, chosen: chosenAccount, choose: setNamedId };
}

/** An account as a row shows it. */
export const titleOf = ({ bankName, accountNumber }: Pick<PayoutAccount, 'bankName' | 'accountNumber'>): string =>
  `${bankName} ${maskedAccount(accountNumber)}`;

/** True for the account that the money was returned from. */
export const isReturnedTo = (
  account: Pick<Account, 'accountNumber' | 'bankName'> & { bankCode?: string | undefined },
  details: OrderDetails['paymentDetails'],
): boolean => details !== null && isSameAccount(account, details);

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

/** The saved accounts of the currency, another one, and, greyed, those that money was returned from. */
export function useAccountRows({ payoutCurrency: currency, paymentDetails, payout, ...order }: OrderDetails) {
  const { t } = useTranslation('sell');
  const { data: saved = [] } = useQuery(payoutAccountsQuery);
  const offeredRails = useRailsOf()(currency);
  const [named, setNamed] = useState<string>();
  const fitting = saved.filter(
    (item) => item.currency === currency && offeredRails.some(({ id }) => id === item.method),
  );
  const isReturned = (item: PayoutAccount) => item.returned !== null || isReturnedTo(item, paymentDetails);
  const usable = fitting.filter((item) => !isReturned(item));
  const chosen = named === another ? undefined : (usable.find(({ id }) => id === named) ?? usable[0]);
  const sum = formatMoneyText(netToPay(order), currency);
  const gone = ({ returned, method }: Pick<PayoutAccount, 'returned' | 'method'>) =>
    t(`payment.returned.${returnedWordOf(method, returned?.reason ?? payout?.returnedBecause ?? 'other')}`, {
      date: formatDate(returned?.at ?? payout?.at ?? order.updatedAt),
    });
  const isSaved = fitting.some((item) => isReturnedTo(item, paymentDetails));
  const unsaved = paymentDetails && !isSaved ? [{ ...paymentDetails, id: 'returned', returned: null }] : [];
  const rows: ChoiceRow[] = [
    ...usable.map((item) => ({
      value: item.id,
      title: titleOf(item),
      sum: item === chosen ? sum : '',
      text: item.accountName,
    })),
    { value: another, title: t('payment.another'), sum: chosen ? '' : sum, text: t('payment.anotherText') },
    ...[...fitting.filter(isReturned), ...unsaved].map((item) => ({
      value: item.id,
      title: titleOf(item),
      sum: '',
      text: gone(item),
      isOff: true,
    })),
  ];
  return { rows, chosen, choose: setNamed };
}

/** An account as a row names it. */
export const titleOf = ({ bankName, accountNumber }: Pick<PayoutAccount, 'bankName' | 'accountNumber'>): string =>
  `${bankName} ${maskedAccount(accountNumber)}`;

/** True for the account that the money was returned from. */
export const isReturnedTo = (
  account: Pick<Account, 'accountNumber' | 'bankName'> & { bankCode?: string | undefined },
  details: OrderDetails['paymentDetails'],
): boolean => details !== null && isSameAccount(account, details);

import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { accountsQuery } from '#client/features/payouts/payouts.queries.ts';
import { formatCrypto, formatMoneyText } from '#client/lib/format/format.ts';
import { parseAccount, type AccountKind } from '#shared/book/book.accounts.ts';
import { coinById, coins } from '#shared/reference/coins.ts';

export type Translate = TFunction<'books.admin'>;

/** True for the code of a currency: three capitals. The id of a coin has small letters. */
export const isCurrency = (unit: string): boolean => /^[A-Z]{3}$/.test(unit);

/** The symbol of a coin or the code of a currency. */
export const symbolOf = (unit: string): string => coinById(unit)?.symbol ?? unit;

/** The symbol of a unit, with the network of a coin that several networks have. */
export function unitText(unit: string): string {
  const coin = coinById(unit);
  const isAlone = coins.filter(({ symbol }) => symbol === coin?.symbol).length < 2;
  return coin && !isAlone ? `${coin.symbol} (${coin.network})` : symbolOf(unit);
}

/** True if an amount is zero, however many digits it has. */
export const isZero = (amount: string): boolean => /^-?0(\.0+)?$/.test(amount);

/** An amount with its unit, on one line with its sign: `0.0125 BTC`, `$385.70 USD`. */
export const amountText = (amount: string, unit: string): string =>
  (isCurrency(unit) ? formatMoneyText(amount, unit) : formatCrypto(amount, symbolOf(unit))).replace('−', '−\u2060');

/** The catalogue's key of each kind of account. */
const accountKeys = {
  arrived: 'account.arrived',
  held: 'account.held',
  refund: 'account.refund',
  owed: 'account.owed',
  attempt: 'account.attempt',
  coins: 'account.coins',
  bank: 'account.bank',
  position: 'account.position',
  fees: 'account.fees',
  kept: 'account.kept',
  cost: 'account.costBank',
  lost: 'account.lost',
  exchange: 'account.exchange',
  cash: 'account.cash',
  capital: 'account.capital',
  result: 'account.result',
} as const satisfies Record<AccountKind, string>;

export type AccountText = (account: string) => string;

type Bank = { id: string; name: string };

/** Names an account, with the name of an exchange or of one of these banks; the wire's text where it is unknown. */
export const accountTextOf =
  (translate: Translate, banks: readonly Bank[] = []): AccountText =>
  (account) => {
    const parsedAccount = parseAccount(account);
    if (!parsedAccount) return account;
    const { kind, subject } = parsedAccount;
    if (account === 'cost:network') return translate('account.costNetwork');
    if (kind === 'exchange' && subject) return subject.slice(0, 1).toUpperCase() + subject.slice(1);
    const bank = kind === 'bank' && banks.find(({ id }) => id === subject);
    return bank ? bank.name : translate(accountKeys[kind]);
  };

/** Names accounts as `accountTextOf` does, with the names of the accounts of the business. */
export function useAccountText(): AccountText {
  const { t } = useTranslation('books.admin');
  const { data: banks } = useQuery(accountsQuery);
  return accountTextOf(t, banks);
}

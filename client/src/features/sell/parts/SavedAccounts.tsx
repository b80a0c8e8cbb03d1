import { useTranslation } from 'react-i18next';
import { RadioCards } from '#client/ui/RadioCards.tsx';
import type { PayoutAccount } from '../sell.api.ts';
import { emptyAccount, type Account } from './sale-draft.ts';

interface SavedAccountsProps {
  accounts: readonly PayoutAccount[];
  account: Account;
  onChoose: (account: Account) => void;
}

const another = 'another';

/** The last characters of an account, the rest as dots: enough to tell accounts apart. */
export function maskedAccount(accountNumber: string): string {
  if (accountNumber.includes('@')) return accountNumber.replace(/^(.{1,2}).*(@.*)$/, '$1•••$2');
  return `•••• ${accountNumber.slice(-4)}`;
}

/** One of the accounts paid to before, or another one. Nothing for a first sale. */
export function SavedAccounts({ accounts, account, onChoose }: SavedAccountsProps) {
  const { t } = useTranslation('sell');
  if (accounts.length === 0) return null;
  const chosen = accounts.find(
    ({ method, accountNumber, bankName }) =>
      method === account.method && accountNumber === account.accountNumber && bankName === account.bankName,
  );
  const choose = (id: string) => {
    const saved = accounts.find((one) => one.id === id);
    if (!saved) return onChoose(emptyAccount);
    const { method, accountName, accountNumber, bankName } = saved;
    onChoose({ method, accountName, accountNumber, bankName, save: false });
  };
  return (
    <RadioCards
      legend={t('payment.saved')}
      value={chosen?.id ?? another}
      onChange={({ target }) => choose(target.value)}
      options={[
        ...accounts.map(({ id, bankName, accountNumber, accountName }) => ({
          value: id,
          title: `${bankName} ${maskedAccount(accountNumber)}`,
          text: accountName,
        })),
        { value: another, title: t('payment.another') },
      ]}
    />
  );
}

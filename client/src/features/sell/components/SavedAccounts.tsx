import { useTranslation } from 'react-i18next';
import type { PayoutAccount } from '#client/features/payout-accounts/payout-accounts.queries.ts';
import { maskedAccount } from '#client/lib/format/format.ts';
import { RadioCards } from '#client/ui/form/RadioCards.tsx';
import type { Account } from './sell.draft.ts';

interface SavedAccountsProps {
  accounts: readonly PayoutAccount[];
  account: Account;
  /** Undefined for another than these. */
  onChoose: (account: Account | undefined) => void;
}

const another = 'another';

/** The saved account that is chosen, as long as nothing was typed in its place. */
export function chosenOf(accounts: readonly PayoutAccount[], account: Account): PayoutAccount | undefined {
  if (account.save) return undefined;
  return accounts.find(
    ({ method, accountNumber, bankName }) =>
      method === account.method && accountNumber === account.accountNumber && bankName === account.bankName,
  );
}

/** A saved account as the draft has it. */
export function accountOf({ method, accountName, accountNumber, bankName, bankCode = '' }: PayoutAccount): Account {
  return { method, accountName, accountNumber, bankName, bankCode, save: false };
}

/** One of the accounts paid to before, or another one. Nothing for a first sale. */
export function SavedAccounts({ accounts, account, onChoose }: SavedAccountsProps) {
  const { t } = useTranslation('sell');
  if (accounts.length === 0) return null;
  const chosen = chosenOf(accounts, account);
  const choose = (id: string) => {
    const saved = accounts.find((one) => one.id === id);
    onChoose(saved && accountOf(saved));
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

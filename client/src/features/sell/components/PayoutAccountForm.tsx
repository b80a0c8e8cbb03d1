import { useQuery } from '@tanstack/react-query';
import { Lock } from 'lucide-react';
import { useMemo, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { payoutAccountsQuery, type PayoutAccount } from '#client/features/payout-accounts/payout-accounts.queries.ts';
import { maskedAccount } from '#client/lib/format/format.ts';
import type { SessionUser } from '#client/lib/session/session.ts';
import { Problem } from '#client/ui/feedback/Problem.tsx';
import { ShortForm } from '#client/ui/form/Form.tsx';
import { RadioCards } from '#client/ui/form/RadioCards.tsx';
import { useDraftForm } from '#client/ui/form/useDraftForm.ts';
import { AccountFields } from './AccountFields.tsx';
import { accountForm, useAccountMessages } from './sell.account-form.ts';
import { accountOfHolder, type Account } from './sell.draft.ts';

interface PayoutAccountFormProps {
  id: string;
  /** As the draft has it. */
  typed: Account;
  currency: string;
  user: SessionUser;
  /** Only banks are paid to. */
  bankOnly?: boolean;
  /** It is not asked whether it is saved. */
  isSaved?: boolean;
  onChange: (account: Account) => void;
  onSubmit: (account: Account) => void;
  /** Further fields. */
  children?: ReactNode;
}

/** Where the money goes: an account used before or another one. */
export function PayoutAccountForm(props: PayoutAccountFormProps) {
  const { id, typed, currency, user, bankOnly = false, isSaved = false, onChange, onSubmit, children } = props;
  const { t } = useTranslation('sell');
  const own = accountOfHolder(user);
  const [another, setAnother] = useState(false);
  const { data: saved = [] } = useQuery(payoutAccountsQuery);
  const fitting = saved.filter((item) => item.currency === currency && (!bankOnly || item.method === 'bank'));
  const account = startingAccount(typed, another ? [] : fitting, bankOnly, own);
  const messagesOf = useAccountMessages();
  const schema = useMemo(() => accountForm(messagesOf), [messagesOf]);
  const form = useDraftForm(schema, account);
  const { isSubmitted, errors } = form.formState;
  const refused = { title: t('payment.missingTitle'), text: t('payment.missing') };

  return (
    <ShortForm id={id} form={form} className="flex flex-col gap-6" onSubmit={() => onSubmit(account)}>
      <section className="card flex flex-col gap-5 p-4 md:p-6">
        <header className="flex items-start gap-3">
          <Lock className="mt-0.5 size-5 shrink-0 text-muted" />
          <div>
            <h2 className="text-lg">{t('payment.where')}</h2>
            <p className="text-sm text-muted">{t('payment.why')}</p>
          </div>
        </header>
        <SavedAccounts
          accounts={fitting}
          account={account}
          onChoose={(chosen) => {
            setAnother(!chosen);
            onChange(chosen ?? own);
          }}
        />
        {!chosenOf(fitting, account) && (
          <AccountFields
            account={account}
            currency={currency}
            holder={own.accountName}
            problemAt={(name) => (isSubmitted ? form.problemAt(name) : undefined)}
            bankOnly={bankOnly}
            isSaved={isSaved}
            onChange={(change) => onChange({ ...account, ...change })}
          />
        )}
        {children}
      </section>
      {isSubmitted && Object.keys(errors).length > 0 && <Problem error={refused.text} title={refused.title} />}
    </ShortForm>
  );
}

/** The account last used for the currency, until something was typed here. */
function startingAccount(typed: Account, [last]: readonly PayoutAccount[], bankOnly: boolean, own: Account): Account {
  const { accountName, accountNumber, bankName, method } = typed;
  const isUntouched =
    ['', own.accountName].includes(accountName) && !accountNumber && !bankName && (bankOnly || method === 'bank');
  if (isUntouched && last) return accountOf(last);
  return bankOnly && method !== 'bank' ? { ...own, accountName } : typed;
}

interface SavedAccountsProps {
  accounts: readonly PayoutAccount[];
  account: Account;
  /** Undefined for another than these. */
  onChoose: (account: Account | undefined) => void;
}

const another = 'another';

/** The saved account that is chosen, as long as nothing was typed in its place. */
function chosenOf(accounts: readonly PayoutAccount[], account: Account): PayoutAccount | undefined {
  if (account.save) return undefined;
  return accounts.find(
    ({ method, accountNumber, bankName }) =>
      method === account.method && accountNumber === account.accountNumber && bankName === account.bankName,
  );
}

/** A saved account as the draft has it. */
function accountOf({ method, accountName, accountNumber, bankName, bankCode = '' }: PayoutAccount): Account {
  return { method, accountName, accountNumber, bankName, bankCode, save: false };
}

/** One of the accounts paid to before, or another one. Nothing for a first sale. */
function SavedAccounts({ accounts, account, onChoose }: SavedAccountsProps) {
  const { t } = useTranslation('sell');
  if (accounts.length === 0) return null;
  const chosen = chosenOf(accounts, account);
  const choose = (id: string) => {
    const saved = accounts.find((item) => item.id === id);
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

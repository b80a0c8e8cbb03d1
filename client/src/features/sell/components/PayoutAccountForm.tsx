import { useQuery } from '@tanstack/react-query';
import { Lock } from 'lucide-react';
import { useMemo, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { payoutAccountsQuery, type PayoutAccount } from '#client/features/payout-accounts/payout-accounts.queries.ts';
import { returnedWordOf } from '#client/features/payout-accounts/payout-accounts.returned.ts';
import { useRailBounds, useRailsOf } from '#client/features/rates/components/useRails.ts';
import { formatDate, maskedAccount } from '#client/lib/format/format.ts';
import type { SessionUser } from '#client/lib/session/session.ts';
import { Note } from '#client/ui/feedback/Banner.tsx';
import { Problem } from '#client/ui/feedback/Problem.tsx';
import { ShortForm } from '#client/ui/form/Form.tsx';
import { RadioCards } from '#client/ui/form/RadioCards.tsx';
import { useDraftForm } from '#client/ui/form/useDraftForm.ts';
import { brandOf, railKindOf } from '#shared/reference/rails.ts';
import { AccountFields } from './AccountFields.tsx';
import { accountForm, useAccountMessages } from './sell.account-form.ts';
import { accountOfHolder, byOfferedRail, type Account } from './sell.draft.ts';

interface PayoutAccountFormProps {
  id: string;
  /** The account in the draft. */
  typed: Account;
  currency: string;
  user: SessionUser;
  /** The net that is to be paid out, in decimals; rails have bounds. */
  net?: number | undefined;
  /** Only banks are paid to. */
  bankOnly?: boolean;
  /** True where the form does not ask whether the account is to be saved. */
  isSaved?: boolean;
  /** True if another part of the screen offers the accounts that were used before. */
  isTyped?: boolean;
  onChange: (account: Account) => void;
  onSubmit: (account: Account) => void;
  /** Further fields. */
  children?: ReactNode;
}

/** The payout account: one used before or another one. */
export function PayoutAccountForm(props: PayoutAccountFormProps) {
  const { id, typed, currency, net, user, onChange, onSubmit, children } = props;
  const { bankOnly = false, isSaved = false, isTyped = false } = props;
  const { t } = useTranslation('sell');
  const ownAccount = accountOfHolder(user);
  const [another, setAnother] = useState(false);
  const { fitting, offered, offOf } = useSaved(currency, bankOnly);
  const usable = isTyped ? [] : fitting.filter((item) => offOf(item) === undefined);
  const begun = startingAccount(typed, another ? [] : usable, bankOnly, ownAccount);
  const started = bankOnly ? begun : byOfferedRail(begun, offered);
  const chosenAccount = chosenOf(usable, started);
  const account = chosenAccount ? accountOf(chosenAccount) : started;
  const messagesOf = useAccountMessages();
  const schema = useMemo(() => accountForm(messagesOf, currency), [messagesOf, currency]);
  const form = useDraftForm(schema, account);
  const { isSubmitted, errors } = form.formState;
  const bounds = useRailBounds(account.method, currency, net);

  return (
    <ShortForm
      id={id}
      form={form}
      className="flex flex-col gap-6"
      onSubmit={() => bounds === undefined && onSubmit(account)}
    >
      <section className="card flex flex-col gap-5 p-4 md:p-6">
        {/* The step's own heading asks where the money goes. */}
        <header className="flex items-start gap-3">
          <Lock className="mt-0.5 size-4 shrink-0 text-muted" />
          <h2 className="sr-only">{t('payment.where')}</h2>
          <p className="text-sm text-muted">{t('payment.why')}</p>
        </header>
        <SavedAccounts
          accounts={isTyped ? [] : fitting}
          offOf={offOf}
          chosenId={chosenAccount?.id}
          onChoose={(picked) => {
            setAnother(!picked);
            onChange(picked ?? ownAccount);
          }}
        />
        {!chosenAccount && (
          <AccountFields
            account={account}
            currency={currency}
            holder={ownAccount.accountName}
            problemAt={(name) => (isSubmitted ? form.problemAt(name) : undefined)}
            bankOnly={bankOnly}
            isSaved={isSaved}
            onChange={(change) => onChange({ ...account, ...change })}
          />
        )}
        {bounds && (
          <Note tone="danger" announce>
            {bounds}
          </Note>
        )}
        {children}
      </section>
      {isSubmitted && Object.keys(errors).length > 0 && <Incomplete method={account.method} />}
    </ShortForm>
  );
}

/** The saved accounts of a currency, the rails that are on, and why an account cannot be chosen. */
function useSaved(currency: string, bankOnly: boolean) {
  const { data: saved = [] } = useQuery(payoutAccountsQuery);
  const offeredRails = useRailsOf()(currency);
  const whyOff = useWhyOff();
  const fitting = saved.filter(
    (item) => item.currency === currency && (!bankOnly || railKindOf(item.method) === 'bank'),
  );
  const isRailOff = ({ method }: PayoutAccount) => !bankOnly && !offeredRails.some(({ id }) => id === method);
  return { fitting, offered: offeredRails, offOf: (item: PayoutAccount) => whyOff(item, isRailOff(item)) };
}

/** The rail of the account that a form shows: that of the draft, else of the account that it begins with. */
export function useShownRail({ currency, account }: { currency: string; account: Account }, user: SessionUser): string {
  const { fitting, offered, offOf } = useSaved(currency, false);
  const usable = fitting.filter((item) => offOf(item) === undefined);
  return byOfferedRail(startingAccount(account, usable, false, accountOfHolder(user)), offered).method;
}

/** A field is missing or wrong. */
function Incomplete({ method }: { method: string }) {
  const { t } = useTranslation('sell');
  const isBank = railKindOf(method) === 'bank';
  const title = t(isBank ? 'payment.missingTitle' : 'payment.missingAccountTitle');
  return <Problem error={t(isBank ? 'payment.missing' : 'payment.missingAccount')} title={title} />;
}

/** The account last used for the currency, until something was typed here. */
function startingAccount(
  typedAccount: Account,
  [last]: readonly PayoutAccount[],
  bankOnly: boolean,
  ownAccount: Account,
): Account {
  const { accountName, accountNumber, bankName, method } = typedAccount;
  const isUntouched =
    ['', ownAccount.accountName].includes(accountName) &&
    !accountNumber &&
    !bankName &&
    (bankOnly || ['', 'bank'].includes(method));
  if (isUntouched && last) return accountOf(last);
  return bankOnly && railKindOf(method) !== 'bank' ? { ...ownAccount, accountName } : typedAccount;
}

interface SavedAccountsProps {
  accounts: readonly PayoutAccount[];
  /** Why it cannot be chosen now. */
  offOf: (account: PayoutAccount) => string | undefined;
  chosenId: string | undefined;
  /** `undefined` for another than these. */
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

/** Why a saved account cannot be chosen: its bank has closed it or does not have it, or its rail is off. */
function useWhyOff() {
  const { t } = useTranslation('sell');
  return ({ returned, method }: PayoutAccount, isRailOff: boolean): string | undefined => {
    if (returned?.reason === 'account_closed' || returned?.reason === 'wrong_account')
      return t(`payment.returned.${returnedWordOf(method, returned.reason)}`, { date: formatDate(returned.at) });
    return isRailOff ? t('payment.railOff', { rail: brandOf(method) ?? t('payment.bank') }) : undefined;
  };
}

/** A saved account as the draft has it. */
export function accountOf({ method, accountName, accountNumber, bankName, bankCode = '' }: PayoutAccount): Account {
  return { method, accountName, accountNumber, bankName, bankCode, save: false };
}

/** One of the accounts paid to before, or another one. Nothing for a first sale. */
function SavedAccounts({ accounts, offOf, chosenId = another, onChoose }: SavedAccountsProps) {
  const { t } = useTranslation('sell');
  if (accounts.length === 0) return null;
  const choose = (id: string) => {
    const savedAccount = accounts.find((item) => item.id === id);
    onChoose(savedAccount && accountOf(savedAccount));
  };
  return (
    <RadioCards
      legend={t('payment.saved')}
      value={chosenId}
      onChange={({ target }) => choose(target.value)}
      options={[
        ...accounts.map((account) => ({
          value: account.id,
          title: `${account.bankName} ${maskedAccount(account.accountNumber)}`,
          text: offOf(account) ?? account.accountName,
          disabled: offOf(account) !== undefined,
        })),
        { value: another, title: t('payment.another') },
      ]}
    />
  );
}

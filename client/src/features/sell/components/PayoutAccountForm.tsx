import { useQuery } from '@tanstack/react-query';
import { Lock } from 'lucide-react';
import { useMemo, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { payoutAccountsQuery, type PayoutAccount } from '#client/features/payout-accounts/payout-accounts.queries.ts';
import { returnedWordOf } from '#client/features/payout-accounts/payout-accounts.returned.ts';
import { useRailBounds, useRailsOf } from '#client/features/rates/components/useRails.ts';
import { formatDate, maskedAccount } from '#client/lib/format/format.ts';
import { useErrorText } from '#client/lib/i18n/errors.ts';
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
  typedAccount: Account;
  currency: string;
  user: SessionUser;
  /** The net payout in decimals; rails have bounds. */
  net?: number | undefined;
  /** True if only banks can be paid to. */
  bankOnly?: boolean;
  /** True if the form does not ask whether to save the account. */
  isSaved?: boolean;
  /** True if another part of the screen offers the saved accounts. */
  isTyped?: boolean;
  onChange: (account: Account) => void;
  onSubmit: (account: Account) => void;
  /** Additional fields. */
  children?: ReactNode;
}

/** The payout account: one used before or another one. */
export function PayoutAccountForm(props: PayoutAccountFormProps) {
  const { id, typedAccount, currency, net, user, onChange, onSubmit, children } = props;
  const { bankOnly = false, isSaved = false, isTyped = false } = props;
  const { t } = useTranslation('sell');
  const ownAccount = accountOfHolder(user);
  const [isAnother, setAnother] = useState(false);
  const { fittingAccounts, offeredRails, offOf } = useSavedAccounts(currency, bankOnly);
  const usableAccounts = isTyped ? [] : fittingAccounts.filter((saved) => offOf(saved) === undefined);
  const startAccount = startingAccount(typedAccount, isAnother ? [] : usableAccounts, bankOnly, ownAccount);
  const offeredAccount = bankOnly ? startAccount : byOfferedRail(startAccount, offeredRails);
  const chosenAccount = chosenOf(usableAccounts, offeredAccount);
  const account = chosenAccount ? accountOf(chosenAccount) : offeredAccount;
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
          accounts={isTyped ? [] : fittingAccounts}
          offOf={offOf}
          chosenId={chosenAccount?.id}
          onChoose={(pickedAccount) => {
            setAnother(!pickedAccount);
            onChange(pickedAccount ?? ownAccount);
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

/** The saved accounts of a currency, the enabled rails, and the reason why an account cannot be chosen. */
function useSavedAccounts(currency: string, bankOnly: boolean) {
  const { data: savedAccounts = [] } = useQuery(payoutAccountsQuery);
  const offeredRails = useRailsOf()(currency);
  const whyOff = useWhyOff();
  const fittingAccounts = savedAccounts.filter(
    (account) => account.currency === currency && (!bankOnly || railKindOf(account.method) === 'bank'),
  );
  const isRailOff = ({ method }: PayoutAccount) => !bankOnly && !offeredRails.some(({ id }) => id === method);
  return {
    fittingAccounts,
    offeredRails,
    offOf: (account: PayoutAccount) => whyOff(account, isRailOff(account)),
  };
}

/** The rail of the account in a form: that of the draft, else of the account that it starts with. */
export function useShownRail({ currency, account }: { currency: string; account: Account }, user: SessionUser): string {
  const { fittingAccounts, offeredRails, offOf } = useSavedAccounts(currency, false);
  const usableAccounts = fittingAccounts.filter((saved) => offOf(saved) === undefined);
  return byOfferedRail(startingAccount(account, usableAccounts, false, accountOfHolder(user)), offeredRails).method;
}

/** A field is missing or wrong. */
function Incomplete({ method }: { method: string }) {
  const { t } = useTranslation('sell');
  const textOf = useErrorText();
  const isBank = railKindOf(method) === 'bank';
  const title = t(isBank ? 'payment.missingTitle' : 'payment.missingAccountTitle');
  return (
    <Problem
      error={isBank ? textOf({ reason: 'bank_account_incomplete' }) : t('payment.missingAccount')}
      title={title}
    />
  );
}

/** The account last used for the currency, until something is typed. */
function startingAccount(
  typedAccount: Account,
  [lastAccount]: readonly PayoutAccount[],
  bankOnly: boolean,
  ownAccount: Account,
): Account {
  const { accountName, accountNumber, bankName, method } = typedAccount;
  const isUntouched =
    ['', ownAccount.accountName].includes(accountName) &&
    !accountNumber &&
    !bankName &&
    (bankOnly || ['', 'bank'].includes(method));
  if (isUntouched && lastAccount) return accountOf(lastAccount);
  return bankOnly && railKindOf(method) !== 'bank' ? { ...ownAccount, accountName } : typedAccount;
}

interface SavedAccountsProps {
  accounts: readonly PayoutAccount[];
  /** The reason why it cannot be chosen now. */
  offOf: (account: PayoutAccount) => string | undefined;
  chosenId: string | undefined;
  /** `undefined` for a new account. */
  onChoose: (account: Account | undefined) => void;
}

const another = 'another';

/** The chosen saved account, unless something was typed instead. */
function chosenOf(accounts: readonly PayoutAccount[], account: Account): PayoutAccount | undefined {
  if (account.save) return undefined;
  return accounts.find(
    ({ method, accountNumber, bankName }) =>
      method === account.method && accountNumber === account.accountNumber && bankName === account.bankName,
  );
}

/** The reason why a saved account cannot be chosen: its bank closed it or does not have it, or its rail is disabled. */
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

/** One of the accounts paid to before, or a new one. Renders nothing for a first sale. */
function SavedAccounts({ accounts, offOf, chosenId = another, onChoose }: SavedAccountsProps) {
  const { t } = useTranslation('sell');
  if (accounts.length === 0) return null;
  const choose = (id: string) => {
    const savedAccount = accounts.find((account) => account.id === id);
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

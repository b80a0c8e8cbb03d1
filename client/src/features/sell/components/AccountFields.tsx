import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { payoutCurrenciesQuery } from '#client/features/rates/rates.queries.ts';
import { Ltr } from '#client/ui/data/Ltr.tsx';
import { Note } from '#client/ui/feedback/Banner.tsx';
import { Checkbox } from '#client/ui/form/Checkbox.tsx';
import { Combobox } from '#client/ui/form/combobox/Combobox.tsx';
import { RadioCards } from '#client/ui/form/RadioCards.tsx';
import { TextInput } from '#client/ui/form/TextInput.tsx';
import { latinDigits } from '#shared/kernel/digits.ts';
import { mistypedNumber } from '#shared/reference/account-schemes.ts';
import { banksOf } from '#shared/reference/banks.ts';
import { payoutMethods } from '#shared/reference/payout-currencies.ts';
import type { Account } from './sell.draft.ts';

// Paid out by domestic account numbers; elsewhere an IBAN or mixed number is typed.
const numericAccounts = new Set(['NGN', 'PHP', 'USD', 'HKD', 'KES', 'GHS', 'ZAR', 'INR']);

/** Currencies whose accounts have a number of a name of its own, and those whose banks need a code beside it. The form of an exchange asks for the one of the United States itself. */
const numberSchemes = ['EUR', 'MXN', 'ARS', 'BRL'] as const;
const bankCodes = ['NGN', 'USD'] as const;

interface AccountFieldsProps {
  account: Account;
  currency: string;
  /** The customer's own name, to compare. */
  holder: string;
  /** What is wrong with a field, once that is shown. */
  problemAt: (name: 'accountName' | 'accountNumber' | 'bankName') => string | undefined;
  /** Only bank payouts, and the account is not saved. */
  bankOnly?: boolean;
  /** Whether it is saved without asking. */
  isSaved?: boolean;
  onChange: (change: Partial<Account>) => void;
}

type FieldOf = Pick<AccountFieldsProps, 'account' | 'currency' | 'onChange'>;

/** Bank, PayPal or Wise, on the same three fields. */
export function AccountFields(props: AccountFieldsProps) {
  const { account, currency, holder, problemAt, bankOnly = false, isSaved = false, onChange } = props;
  const { t } = useTranslation('sell');
  const [hasLeft, setLeft] = useState(true);
  const isBank = account.method === 'bank';
  const scheme = numberSchemes.find((known) => known === currency);
  const numberLabel = scheme ? t(`payment.number.${scheme}`) : t('payment.accountNumber');
  const isIban = isBank && scheme === 'EUR';
  const codeOf = bankCodes.find((known) => known === currency && !(bankOnly && known === 'USD'));
  return (
    <>
      {!bankOnly && <MethodField {...{ account, currency, onChange }} />}
      {isBank && <BankField {...{ account, currency, onChange }} error={problemAt('bankName')} />}
      <TextInput
        label={isBank ? numberLabel : t('payment.accountEmail')}
        type={isBank ? 'text' : 'email'}
        inputMode={isBank ? (numericAccounts.has(currency) ? 'numeric' : 'text') : 'email'}
        autoComplete={isBank ? 'off' : 'email'}
        value={account.accountNumber}
        onValue={(typed) => onChange({ accountNumber: isIban ? typed.toUpperCase() : typed })}
        error={problemAt('accountNumber')}
        hint={isBank ? echo(account.accountNumber) : undefined}
        maxLength={120}
        spellCheck={false}
        onBlur={() => setLeft(true)}
        onFocus={() => setLeft(false)}
      />
      {hasLeft && <NumberWarning {...{ account, currency }} />}
      {isBank && codeOf && (
        <TextInput
          label={t(`payment.code.${codeOf}`)}
          optional
          inputMode="numeric"
          autoComplete="off"
          maxLength={20}
          value={account.bankCode}
          onValue={(typed) => onChange({ bankCode: typed })}
        />
      )}
      <TextInput
        label={t('payment.accountName')}
        autoComplete="name"
        value={account.accountName}
        onValue={(accountName) => onChange({ accountName })}
        error={problemAt('accountName')}
        maxLength={120}
      />
      <NameWarning {...{ account, holder }} />
      {!bankOnly && !isSaved && (
        <Checkbox
          label={t('payment.save')}
          checked={account.save}
          onChange={({ target }) => onChange({ save: target.checked })}
        />
      )}
    </>
  );
}

/** A bank by its name, as typed; picked from a list where the currency has one. */
function BankField({ account, currency, onChange, error }: FieldOf & { error: string | undefined }) {
  const { t } = useTranslation('sell');
  const choose = (bankName: string) => onChange({ bankName });
  const field = { label: t('payment.bankName'), value: account.bankName, error, maxLength: 120 };
  const options = banksOf(currency).map((name) => ({ value: name, text: name }));
  if (options.length === 0) return <TextInput {...field} onValue={choose} />;
  return <Combobox {...field} options={options} onChange={choose} allowsOther />;
}

/** The payout method; an account of one method is not valid for another. */
function MethodField({ account: { method }, currency, onChange }: FieldOf) {
  const { data: currencies } = useQuery(payoutCurrenciesQuery);
  const offered = currencies?.find(({ code }) => code === currency)?.methods ?? payoutMethods;
  const { t } = useTranslation('sell');
  const choose = (value: string) => {
    if (value === 'bank' || value === 'paypal' || value === 'wise') {
      onChange({ method: value, accountNumber: '', bankName: '', bankCode: '' });
    }
  };
  return (
    <RadioCards
      legend={t('payment.method')}
      columns={3}
      value={method}
      onChange={({ target }) => choose(target.value)}
      options={offered.map((value) => ({ value, title: t(`payment.${value}`) }))}
    />
  );
}

/** A long number again in groups of four, to compare with the bank's own paper. */
function echo(number: string) {
  const plain = latinDigits(number).replace(/\s+/g, '');
  if (plain.length < 8) return undefined;
  return <Ltr className="font-mono">{plain.match(/.{1,4}/g)?.join(' ')}</Ltr>;
}

/** A number whose check digits, or length, tell that it was mistyped: worth a second look, and never a refusal here. */
function NumberWarning({ account, currency }: Pick<AccountFieldsProps, 'account' | 'currency'>) {
  const { t } = useTranslation('sell');
  const number = latinDigits(account.accountNumber).trim();
  if (account.method !== 'bank' || number === '') return null;
  const problem = mistypedNumber(currency, number, latinDigits(account.bankCode).trim());
  if (!problem) return null;
  if (currency === 'EUR') return <Note tone="warning">{t('payment.ibanInvalid')}</Note>;
  const isWrongLength = currency === 'NGN' && problem !== 'checksum';
  return <Note tone="warning">{t(isWrongLength ? 'payment.nairaInvalid' : 'payment.numberInvalid')}</Note>;
}

/** A name that shares no word with the customer's own. */
function NameWarning({ account, holder }: Pick<AccountFieldsProps, 'account' | 'holder'>) {
  const { t } = useTranslation('sell');
  const isOther = account.accountName.trim().length > 2 && !sharesName(account.accountName, holder);
  return isOther ? <Note tone="warning">{t('payment.otherName', { holder })}</Note> : null;
}

function sharesName(item: string, other: string): boolean {
  const texts = (text: string) =>
    text
      .toLowerCase()
      .split(/[\s-]+/)
      .filter((word) => word.length > 1);
  const known = new Set(texts(other));
  return texts(item).some((word) => known.has(word));
}

import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Ltr } from '#client/ui/data/Ltr.tsx';
import { Combobox } from '#client/ui/form/combobox/Combobox.tsx';
import { TextInput } from '#client/ui/form/TextInput.tsx';
import { warnedHint } from '#client/ui/form/warnedHint.tsx';
import { latinDigits } from '#shared/kernel/digits.ts';
import { bankNamed, banksOf } from '#shared/reference/banks.ts';
import { hasDomesticNumber } from '#shared/reference/domestic-numbers.ts';
import { usualRails, type RailField } from '#shared/reference/rails.ts';
import { accountLimit } from './sell.account-form.ts';
import type { Account } from './sell.draft.ts';
import { useNumberWarnings } from './useNumberWarnings.ts';

/** Currencies whose banks need a code beside the number, by the name that it has there. */
const codeNames = { NGN: 'NGN', USD: 'USD', KES: 'other', GHS: 'other', ZAR: 'other', INR: 'other' } as const;
const isCoded = (currency: string): currency is keyof typeof codeNames => Object.hasOwn(codeNames, currency);

export interface BankFieldsProps {
  account: Account;
  currency: string;
  /** The fields of the rail. */
  fields: readonly RailField[];
  /** The label of the account number. */
  numberLabel: string;
  /** The mistake in a field, once it may be shown. */
  problemAt: (name: 'accountNumber' | 'bankName' | 'bankCode') => string | undefined;
  /** True if another field asks for the code of the bank. */
  withoutCode: boolean;
  onChange: (change: Partial<Account>) => void;
}

/**
 * A bank, the account number and the bank code, which a listed bank fills in. A mistake in a number is shown when its
 * field is left, and blocks nothing.
 */
export function BankFields(props: BankFieldsProps) {
  const { account, currency, fields, numberLabel, problemAt, withoutCode, onChange } = props;
  const { t } = useTranslation(['sell', 'common']);
  const [focused, setFocused] = useState<'accountNumber' | 'bankCode'>();
  const warnings = useNumberWarnings(account, currency, numberLabel);
  const checkedFieldProps = (name: 'accountNumber' | 'bankCode', hint?: ReactNode) => ({
    hint: warnedHint(focused === name ? undefined : warnings[name], hint),
    onFocus: () => setFocused(name),
    onBlur: () => setFocused(undefined),
  });
  const code = fields.find(({ name }) => name === 'bankCode');
  const isUsual = usualRails.includes(account.method || 'bank');
  // A rail for every currency asks for the code if banks of the currency have one.
  const codeLabel = isUsual ? isCoded(currency) && t(`payment.code.${codeNames[currency]}`) : code && t(code.label);
  const isAsked = !withoutCode && code && !bankNamed(currency, account.bankName)?.code;
  return (
    <>
      <BankField account={account} currency={currency} onChange={onChange} error={problemAt('bankName')} />
      <TextInput
        label={numberLabel}
        inputMode={hasDomesticNumber(currency) ? 'numeric' : 'text'}
        autoComplete="off"
        value={account.accountNumber}
        onValue={(text) => onChange({ accountNumber: currency === 'EUR' ? text.toUpperCase() : text })}
        error={problemAt('accountNumber')}
        maxLength={accountLimit('accountNumber')}
        spellCheck={false}
        {...checkedFieldProps('accountNumber', inGroups(account.accountNumber))}
      />
      {isAsked && codeLabel && (
        <TextInput
          label={codeLabel}
          optional={!code.required}
          error={problemAt('bankCode')}
          inputMode={currency === 'INR' ? 'text' : 'numeric'}
          autoComplete="off"
          maxLength={accountLimit('bankCode')}
          value={account.bankCode}
          onValue={(text) => onChange({ bankCode: text })}
          {...checkedFieldProps('bankCode')}
        />
      )}
    </>
  );
}

/** The number of letters of a name that a field shows on a phone. */
const fieldLetters = 26;

type BankFieldProps = Pick<BankFieldsProps, 'account' | 'currency' | 'onChange'> & { error: string | undefined };

/** A bank by its typed name; picked from a list if the currency has one. A listed name fills in its code. */
function BankField({ account, currency, onChange, error }: BankFieldProps) {
  const { t } = useTranslation('sell');
  const listedBank = bankNamed(currency, account.bankName);
  // A typed code belongs to the previous bank.
  const choose = (bankName: string) =>
    onChange({ bankName, ...(bankNamed(currency, bankName) !== listedBank && { bankCode: '' }) });
  const code = listedBank?.code ? t('payment.codeKnown', { code: listedBank.code }) : undefined;
  // A field cuts off a long name: it is shown in full below.
  const fullName = account.bankName.length > fieldLetters && <bdi className="block">{account.bankName}</bdi>;
  const hint = (fullName || code) && (
    <>
      {fullName}
      {code}
    </>
  );
  const field = {
    label: t('payment.bankName'),
    value: account.bankName,
    error,
    hint,
    maxLength: accountLimit('bankName'),
  };
  const options = banksOf(currency).map(({ name }) => ({ value: name, text: name }));
  if (options.length === 0) return <TextInput {...field} onValue={choose} />;
  const spellAsListed = () =>
    listedBank && listedBank.name !== account.bankName && onChange({ bankName: listedBank.name });
  return <Combobox {...field} options={options} onChange={choose} onBlur={spellAsListed} allowsOther />;
}

/** A long number again in groups of four, for comparison with the bank's own paper. */
function inGroups(number: string) {
  const plainNumber = latinDigits(number).replace(/\s+/g, '');
  if (plainNumber.length < 8) return undefined;
  return <Ltr className="font-mono">{plainNumber.match(/.{1,4}/g)?.join(' ')}</Ltr>;
}

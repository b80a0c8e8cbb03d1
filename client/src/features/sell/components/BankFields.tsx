import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Ltr } from '#client/ui/data/Ltr.tsx';
import { Combobox } from '#client/ui/form/combobox/Combobox.tsx';
import { TextInput } from '#client/ui/form/TextInput.tsx';
import { warnedHint } from '#client/ui/form/warnedHint.tsx';
import { latinDigits } from '#shared/kernel/digits.ts';
import { bankNamed, banksOf } from '#shared/reference/banks.ts';
import { usualRails, type RailField } from '#shared/reference/rails.ts';
import type { Account } from './sell.draft.ts';
import { useNumberWarnings } from './useNumberWarnings.ts';

// Currencies whose accounts have a domestic number; others have an IBAN or a mixed number.
const numericAccounts = new Set(['NGN', 'PHP', 'USD', 'HKD', 'KES', 'GHS', 'ZAR', 'INR']);

/** Currencies whose banks need a code beside the number, by the name that it has there. */
const codeNames = { NGN: 'NGN', USD: 'USD', KES: 'other', GHS: 'other', ZAR: 'other', INR: 'other' } as const;
const isCoded = (currency: string): currency is keyof typeof codeNames => Object.hasOwn(codeNames, currency);

export interface BankFieldsProps {
  account: Account;
  currency: string;
  /** The fields of the rail. */
  fields: readonly RailField[];
  /** The name of the number. */
  numberLabel: string;
  /** The mistake in a field, once that is shown. */
  problemAt: (name: 'accountNumber' | 'bankName' | 'bankCode') => string | undefined;
  /** True if another field asks for the code of the bank. */
  withoutCode: boolean;
  onChange: (change: Partial<Account>) => void;
}

/**
 * A bank, the number of an account there and the code of the bank, which a bank of the list brings along. A mistake in a number
 * is shown at its field once that is left, and refuses nothing.
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
  // A rail of every currency asks for the code where banks of the currency have one.
  const codeLabel = isUsual ? isCoded(currency) && t(`payment.code.${codeNames[currency]}`) : code && t(code.label);
  const isAsked = !withoutCode && code && !bankNamed(currency, account.bankName)?.code;
  return (
    <>
      <BankField account={account} currency={currency} onChange={onChange} error={problemAt('bankName')} />
      <TextInput
        label={numberLabel}
        inputMode={numericAccounts.has(currency) ? 'numeric' : 'text'}
        autoComplete="off"
        value={account.accountNumber}
        onValue={(text) => onChange({ accountNumber: currency === 'EUR' ? text.toUpperCase() : text })}
        error={problemAt('accountNumber')}
        maxLength={120}
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
          maxLength={20}
          value={account.bankCode}
          onValue={(text) => onChange({ bankCode: text })}
          {...checkedFieldProps('bankCode')}
        />
      )}
    </>
  );
}

/** A field on a phone shows this many letters of a name. */
const fieldLetters = 26;

type BankFieldProps = Pick<BankFieldsProps, 'account' | 'currency' | 'onChange'> & { error: string | undefined };

/** A bank by its name, as typed; picked from a list where the currency has one. A name of the list brings its code along. */
function BankField({ account, currency, onChange, error }: BankFieldProps) {
  const { t } = useTranslation('sell');
  const listedBank = bankNamed(currency, account.bankName);
  // A code that was typed is that of the bank before.
  const choose = (bankName: string) =>
    onChange({ bankName, ...(bankNamed(currency, bankName) !== listedBank && { bankCode: '' }) });
  const code = listedBank?.code ? t('payment.codeKnown', { code: listedBank.code }) : undefined;
  // A field cuts a long name: it is shown below as a whole.
  const fullName = account.bankName.length > fieldLetters && <bdi className="block">{account.bankName}</bdi>;
  const hint = (fullName || code) && (
    <>
      {fullName}
      {code}
    </>
  );
  const field = { label: t('payment.bankName'), value: account.bankName, error, hint, maxLength: 120 };
  const options = banksOf(currency).map(({ name }) => ({ value: name, text: name }));
  if (options.length === 0) return <TextInput {...field} onValue={choose} />;
  const spellAsListed = () =>
    listedBank && listedBank.name !== account.bankName && onChange({ bankName: listedBank.name });
  return <Combobox {...field} options={options} onChange={choose} onBlur={spellAsListed} allowsOther />;
}

/** A long number again in groups of four, to compare with the bank's own paper. */
function inGroups(number: string) {
  const plainNumber = latinDigits(number).replace(/\s+/g, '');
  if (plainNumber.length < 8) return undefined;
  return <Ltr className="font-mono">{plainNumber.match(/.{1,4}/g)?.join(' ')}</Ltr>;
}

import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useRailsOf, useRailTitles } from '#client/features/rates/components/useRails.ts';
import { Note } from '#client/ui/feedback/Banner.tsx';
import { Checkbox } from '#client/ui/form/Checkbox.tsx';
import { RadioCards } from '#client/ui/form/RadioCards.tsx';
import { TextInput } from '#client/ui/form/TextInput.tsx';
import { railKindOf, railNameOf, railOf, type RailField } from '#shared/reference/rails.ts';
import { BankFields } from './BankFields.tsx';
import { MobileField } from './MobileField.tsx';
import { accountLimit } from './sell.account-form.ts';
import type { Account } from './sell.draft.ts';

/** Currencies whose account number has its own name. */
const numberSchemes = ['EUR', 'MXN', 'ARS', 'BRL'] as const;

interface AccountFieldsProps {
  /** An account of an enabled rail. */
  account: Account;
  currency: string;
  /** The customer's own name, for comparison. */
  holder: string;
  /** The mistake in a field, once it may be shown. */
  problemAt: (name: RailField['name']) => string | undefined;
  /** True if only bank payouts are possible and the account is not saved. */
  bankOnly?: boolean;
  /** True if it is saved without asking. */
  isSaved?: boolean;
  onChange: (change: Partial<Account>) => void;
}

type FieldOf = Pick<AccountFieldsProps, 'account' | 'currency' | 'onChange'>;

/** The rail and its fields, as the rail's data defines them. */
export function AccountFields(props: AccountFieldsProps) {
  const { account, currency, holder, problemAt, bankOnly = false, isSaved = false, onChange } = props;
  const { t } = useTranslation(['sell', 'common']);
  const rail = railOf(account.method || 'bank');
  const fields = rail?.fields ?? [];
  const number = fields.find(({ name }) => name === 'accountNumber');
  // The form of an exchange has its own field for the US routing number.
  const withoutCode = bankOnly && currency === 'USD';
  const scheme = numberSchemes.find((name) => name === currency && rail?.id === 'bank');
  const numberLabel = scheme ? t(`payment.number.${scheme}`) : t(number?.label ?? 'sell:payment.accountNumber');
  const field = { account, currency, problemAt, onChange };
  return (
    <>
      {/* The key resets the other method, whose values belong to the currency that they were typed for. */}
      {!bankOnly && <MethodField key={currency} account={account} currency={currency} onChange={onChange} />}
      {rail?.kind === 'bank' && (
        <BankFields {...field} fields={fields} numberLabel={numberLabel} withoutCode={withoutCode} />
      )}
      {number?.shape === 'mobile' && <MobileField {...field} key={account.method} label={numberLabel} />}
      {number?.shape === 'email' && (
        <TextInput
          label={numberLabel}
          type="email"
          autoComplete="email"
          value={account.accountNumber}
          onValue={(accountNumber) => onChange({ accountNumber })}
          error={problemAt('accountNumber')}
          maxLength={accountLimit('accountNumber')}
          spellCheck={false}
        />
      )}
      {fields.map(({ name, label, required }) =>
        name === 'iban' || name === 'bic' || name === 'country' ? (
          <TextInput
            key={name}
            label={t(label)}
            optional={!required}
            autoComplete="off"
            value={account[name] ?? ''}
            onValue={(text) => onChange({ [name]: text })}
            error={problemAt(name)}
            maxLength={accountLimit(name)}
            spellCheck={false}
          />
        ) : null,
      )}
      <TextInput
        label={t('payment.accountName')}
        autoComplete="name"
        value={account.accountName}
        onValue={(accountName) => onChange({ accountName })}
        error={problemAt('accountName')}
        maxLength={accountLimit('accountName')}
      />
      <NameWarning account={account} holder={holder} />
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

/** The rail; an account of one rail is not valid for another, and is restored when the customer returns to it. */
function MethodField({ account, currency, onChange }: FieldOf) {
  const { method, accountNumber, bankName, bankCode } = account;
  const detailsByRail = useRef<Record<string, Partial<Account>>>({});
  const offeredRails = useRailsOf()(currency);
  const titlesOf = useRailTitles();
  const { t } = useTranslation('sell');
  const choose = (value: string) => {
    detailsByRail.current[method] = { accountNumber, bankName, bankCode };
    onChange({ method: value, accountNumber: '', bankName: '', bankCode: '', ...detailsByRail.current[value] });
  };
  return (
    <RadioCards
      legend={t('payment.method')}
      columns={3}
      value={method}
      onChange={({ target }) => choose(target.value)}
      options={titlesOf(offeredRails)}
    />
  );
}

/** Warns of a name that shares no word with the customer's own. */
function NameWarning({ account, holder }: Pick<AccountFieldsProps, 'account' | 'holder'>) {
  const { t } = useTranslation('sell');
  if (account.accountName.trim().length <= 2 || hasSharedWord(account.accountName, holder)) return null;
  const rail = railKindOf(account.method) === 'bank' ? null : railNameOf(account.method);
  const text = rail === null ? t('payment.otherName', { holder }) : t('payment.otherNameAt', { holder, rail });
  return <Note tone="warning">{text}</Note>;
}

function hasSharedWord(name: string, otherName: string): boolean {
  const texts = (text: string) =>
    text
      .toLowerCase()
      .split(/[\s-]+/)
      .filter((word) => word.length > 1);
  const otherWords = new Set(texts(otherName));
  return texts(name).some((word) => otherWords.has(word));
}

import { useTranslation } from 'react-i18next';
import { call } from '#client/lib/api/call.ts';
import { useChange } from '#client/lib/api/mutations.ts';
import { Ltr } from '#client/ui/data/Ltr.tsx';
import { TextInput } from '#client/ui/form/TextInput.tsx';
import { warnedHint } from '#client/ui/form/warnedHint.tsx';
import { railNameOf } from '#shared/reference/rails.ts';
import { accountLimit } from './sell.account-form.ts';
import { paymentDetailsOf, type Account } from './sell.draft.ts';

interface MobileFieldProps {
  account: Account;
  currency: string;
  label: string;
  /** The mistake in a field, once it may be shown. */
  problemAt: (name: 'accountNumber') => string | undefined;
  onChange: (change: Partial<Account>) => void;
}

const problems = ['shape', 'not_mobile', 'country'] as const;

/** A mobile number in any spelling. The server, which knows the numbering plans, reads it once the field is left. */
export function MobileField({ account, currency, label, problemAt, onChange }: MobileFieldProps) {
  const { t } = useTranslation('sell');
  const check = useChange({
    mutationFn: (typedAccount: Account) =>
      call('POST /api/payee-checks', { body: { ...paymentDetailsOf(typedAccount, currency), currency } }),
  });
  // The message about another number does not apply to this one.
  const answer = check.variables?.accountNumber === account.accountNumber ? check.data : undefined;
  const problem = problems.find((findingCode) =>
    answer?.findings.some(({ code, field }) => code === findingCode && field === 'accountNumber'),
  );
  const readNumber =
    answer && problem !== 'shape' && problem !== 'not_mobile' ? answer.normalized.accountNumber : undefined;
  return (
    <TextInput
      label={label}
      type="tel"
      inputMode="tel"
      autoComplete="tel"
      value={account.accountNumber}
      onValue={(accountNumber) => onChange({ accountNumber })}
      onBlur={() => account.accountNumber.trim() !== '' && !answer && check.mutate(account)}
      error={problemAt('accountNumber')}
      hint={warnedHint(
        problem && t(`payment.problem.${problem}`, { rail: railNameOf(account.method) }),
        readNumber && <Ltr className="font-mono">{readNumber}</Ltr>,
      )}
      maxLength={accountLimit('accountNumber')}
      spellCheck={false}
    />
  );
}

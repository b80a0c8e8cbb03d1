import { useTranslation } from 'react-i18next';
import { countryName } from '#client/lib/format/format.ts';
import { checkAccountNumber, type AccountProblem } from '#shared/reference/account-numbers.ts';
import { ibanLength } from '#shared/reference/iban.ts';
import { paymentDetailsOf, type Account } from './sell.draft.ts';

/** Number of digits of an account number by its scheme. */
const lengths = { nuban: 10, aba: 9, clabe: 18, cbu: 22 } as const;

const digitsIn = (text: string) => text.replace(/\D/g, '').length;

/** The mistakes in an account number and in its bank code, with texts that say how to correct them. */
export function useNumberWarnings(account: Account, currency: string, label: string) {
  const { t } = useTranslation('sell');
  const details = paymentDetailsOf(account, currency);
  const { accountNumber, bankCode = '' } = details;
  const { scheme, problems, normalized } = checkAccountNumber(details, currency);
  const start = accountNumber.slice(0, 2).toUpperCase();

  const ibanText = (code: AccountProblem['code']) => {
    if (code === 'shape') return t('payment.problem.ibanStart');
    if (code === 'country') return t('payment.problem.ibanCountry', { code: start });
    const country = countryName(start);
    if (code === 'unchecked') return t('payment.problem.ibanUnusual', { country });
    if (code === 'checksum') return t('payment.problem.ibanCheck');
    return t('payment.problem.ibanLength', { country, length: ibanLength(start), typed: accountNumber.length });
  };
  const pixText = (code: AccountProblem['code']) => {
    if (code === 'shape') return t('payment.problem.pixShape');
    return code === 'unchecked'
      ? t('payment.problem.pixPhone', { number: normalized.accountNumber })
      : t('payment.problem.digit');
  };
  const textOf = ({ code, field }: AccountProblem): string | undefined => {
    if (scheme === 'iban') return ibanText(code);
    if (scheme === 'pix') return pixText(code);
    if (!scheme || code === 'unchecked' || code === 'bank_code_missing') return undefined;
    const isOfBank = scheme === 'nuban' || code === 'bank_differs';
    const bank = account.bankName.trim();
    if (code === 'bank_differs' || (code === 'checksum' && isOfBank && bank))
      return t('payment.problem.notOfBank', { bank });
    if (code === 'checksum') return t('payment.problem.digit');
    const [name, text] = field === 'bankCode' ? [t('payment.code.USD'), bankCode] : [label, accountNumber];
    return t('payment.problem.digits', { name, length: lengths[scheme], typed: digitsIn(text) });
  };
  const problemText = (field: AccountProblem['field'], isTyped: boolean) => {
    const problem = isTyped ? problems.find((item) => item.field === field && textOf(item)) : undefined;
    return problem && textOf(problem);
  };
  return {
    accountNumber: problemText('accountNumber', accountNumber !== ''),
    bankCode: problemText('bankCode', bankCode !== ''),
  };
}

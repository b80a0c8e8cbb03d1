import { useTranslation } from 'react-i18next';
import type { FindText } from '#client/ui/data/declared-values.ts';

/** Labels of actions and their subjects, in the reader's language; those without a label are shown as their code. */
export function useAuditTexts() {
  const { t, i18n } = useTranslation('audit');
  const labelOf = (group: 'sentence' | 'subjectType', code: string): string =>
    // A key that is composed has no literal type; `exists` has found it.
    i18n.exists(`audit:${group}.${code}`) ? t(`${group}.${code}` as 'title') : code;
  return {
    sentenceOf: (action: string) => labelOf('sentence', action),
    subjectTypeLabel: (subjectType: string) => labelOf('subjectType', subjectType),
  };
}

/** The namespaces with the labels of details and the words of their codes. */
export const detailNamespaces = [
  'audit',
  'audit.params',
  'audit.sentences',
  'approvals',
  'books.admin',
  'common',
  'deposit-sources.admin',
  'deposits.admin',
  'errors',
  'kyc',
  'mail.admin',
  'orders.admin',
  'overview',
  'payouts.admin',
  'payouts.statements',
  'rates.admin',
  'settings.admin',
  'settlements.admin',
  'team',
  'users.admin',
  'users.handling',
] as const;

/**
 * Looks up a whole key, such as `audit.params:label.ip`, and fills in its placeholders; undefined for a key without a
 * text.
 */
export function useFindText(): FindText {
  const { t, i18n } = useTranslation(detailNamespaces);
  // A key from a contract has no literal type; `exists` has found it.
  return (key) => (i18n.exists(key) ? t(key as 'audit:title', { skipInterpolation: true }) : undefined);
}

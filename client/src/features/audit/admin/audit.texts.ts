import { useTranslation } from 'react-i18next';
import {
  auditActions,
  auditSubjectTypes,
  type AuditActionName,
  type AuditSubjectType,
} from '#shared/audit/audit.actions.ts';
import type { FindText } from './audit.details.ts';

const isOneOf = <Name extends string>(names: readonly Name[], name: string): name is Name =>
  names.some((one) => one === name);

/** Labels of actions and their subjects, in the reader's language; those without a label are shown as their code. */
export function useAuditTexts() {
  const { t } = useTranslation('audit');
  return {
    sentenceOf: (action: string): string =>
      isOneOf<AuditActionName>(auditActions, action) ? t(`sentence.${action}`) : action,
    subjectTypeLabel: (subjectType: string): string =>
      isOneOf<AuditSubjectType>(auditSubjectTypes, subjectType) ? t(`thing.${subjectType}`) : subjectType,
  };
}

/** The namespaces with the labels of details: each feature labels its own. */
export const detailNamespaces = [
  'audit',
  'audit.details',
  'approvals',
  'common',
  'deposits.admin',
  'errors',
  'kyc',
  'mail.admin',
  'orders.admin',
  'settings.admin',
  'team',
  'users.admin',
  'users.handling',
] as const;

/** Looks up a whole key, such as `audit.details:detail.ip`; undefined for what has none. */
export function useFindText(): FindText {
  const { t, i18n } = useTranslation(detailNamespaces);
  return (key) => (i18n.exists(key) ? t(key as 'audit:title') : undefined);
}

import { useTranslation } from 'react-i18next';
import { auditActions, auditThings, type AuditActionName, type AuditThing } from '#shared/audit/audit.actions.ts';
import type { Word } from './audit.details.ts';

const isOneOf = <Name extends string>(names: readonly Name[], name: string): name is Name =>
  names.some((one) => one === name);

/** Actions and what they were done to, in the reader's language; what an earlier version recorded keeps its code. */
export function useAuditTexts() {
  const { t } = useTranslation('audit');
  return {
    sentenceOf: (action: string): string =>
      isOneOf<AuditActionName>(auditActions, action) ? t(`sentence.${action}`) : action,
    thingOf: (thing: string): string => (isOneOf<AuditThing>(auditThings, thing) ? t(`thing.${thing}`) : thing),
  };
}

/** Whose words the details of an entry are told in: each feature names its own. */
export const detailNamespaces = [
  'audit',
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

/** Looks a whole key up, such as `audit:detail.ip`; undefined for what an earlier version recorded under another name. */
export function useWord(): Word {
  const { t, i18n } = useTranslation(detailNamespaces);
  return (key) => (i18n.exists(key) ? t(key as 'audit:title') : undefined);
}

import { useTranslation } from 'react-i18next';
import { auditActions, auditThings, type AuditActionName, type AuditThing } from '#shared/audit/audit.actions.ts';

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

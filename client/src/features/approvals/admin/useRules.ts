import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { adminSettingsQuery } from '#client/features/settings/admin/settings.admin.queries.ts';
import { formatMoneyText, formatPercent } from '#client/lib/format/format.ts';
import { useMay } from '#client/lib/session/permissions.ts';
import { returnsMoney, type FourEyesRules } from '#shared/kernel/approval.ts';
import type { Approval } from '../approvals.queries.ts';

type Rule = Exclude<keyof FourEyesRules, 'expireHours'>;

const rules = [
  'payoutOverUsd',
  'warnedApproval',
  'payoutRelease',
  'refundOverUsd',
  'addressChange',
  'rateOverPercent',
  'liftBlock',
  'eraseUser',
  'booksClose',
] as const satisfies readonly Rule[];

/** The rule that asks for a second member; roles and the rules themselves always do. */
function ruleOf({ kind, facts }: Approval): Rule | undefined {
  if (returnsMoney(kind, facts)) return 'payoutRelease';
  const ofKind: Record<Approval['kind'], Rule | undefined> = {
    payout: 'payoutOverUsd',
    warned_approval: 'warnedApproval',
    address: 'addressChange',
    rate: 'rateOverPercent',
    offer: 'rateOverPercent',
    unblock: 'liftBlock',
    erase: 'eraseUser',
    refund: 'refundOverUsd',
    books: 'booksClose',
    settings: undefined,
    team: undefined,
  };
  return ofKind[kind];
}

/** The rules that are on, in words, and the one behind a request; for members who may read the settings. */
export function useRules() {
  const { t } = useTranslation('settings.admin');
  const { data, isLoading } = useQuery({ ...adminSettingsQuery, enabled: useMay()('settings.write') });
  const textOf = (rule: Rule): string | undefined => {
    const value = data?.fourEyes[rule];
    if (value === undefined || value === null || value === false) return undefined;
    const name = t(`field.${rule}`);
    if (typeof value !== 'number') return name;
    return `${name} ${rule === 'rateOverPercent' ? formatPercent(value) : formatMoneyText(value, 'USD')}`;
  };
  return {
    isLoading,
    active: data && rules.flatMap((rule) => textOf(rule) ?? []),
    ruleOf: (approval: Approval) => {
      const rule = ruleOf(approval);
      return rule && textOf(rule);
    },
  };
}

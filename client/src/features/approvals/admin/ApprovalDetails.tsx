import { clsx } from 'clsx';
import type { ParseKeys } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { Approval } from '../approvals.queries.ts';
import { detailText, isCode } from './approvals.detail-text.ts';

type DetailValue = Approval['facts'][string];

/** In the order of the screen; what a request does not have is left out. */
const shown = [
  'reference',
  'customer',
  'member',
  'email',
  'invited',
  'role',
  'payout',
  'payee',
  'payeeBank',
  'payeeAccount',
  'valueUsd',
  'dayTotalUsd',
  'verdict',
  'warnings',
  'reason',
  'adminTransactionId',
  'adminNotes',
  'screenshots',
  'coin',
  'address',
  'memo',
  'minimumDeposit',
  'account',
  'receivingAccount',
  'instructions',
  'isActive',
  'pair',
  'rate',
  'rateDayAgo',
  'marketRate',
  'percent',
  'blockedReason',
  'sections',
] as const;

const rules = [
  'kycUsd',
  'retentionYears',
  'payoutEvidenceRequired',
  'finality',
  'payoutOverUsd',
  'warnedApproval',
  'addressChange',
  'rateOverPercent',
  'liftBlock',
  'eraseUser',
  'expireHours',
] as const;

/** Settings whose section has one value. */
const sections = ['fees', 'explorers'] as const;

/** What a request is about, each value beside the one it replaces. */
export function ApprovalDetails({ facts }: Pick<Approval, 'facts'>) {
  const { t } = useTranslation(['approvals', 'settings.admin', 'team', 'audit.details']);
  const textOf = (key: string, value: DetailValue | undefined) =>
    detailText(facts, key, value, (name) => t(name as 'approvals:yes'));
  const isKnown = (key: string) => facts[key] !== undefined && facts[key] !== null;
  const rows: { key: string; term: ParseKeys<['approvals', 'settings.admin']> }[] = [
    ...shown.filter(isKnown).map((key) => ({ key, term: `detail.${key}` as const })),
    ...sections.filter((key) => key in facts).map((key) => ({ key, term: `settings.admin:${key}.title` as const })),
    ...rules.filter((key) => key in facts).map((key) => ({ key, term: `settings.admin:field.${key}` as const })),
  ];
  return (
    <dl className="grid gap-x-6 gap-y-2 sm:grid-cols-[minmax(8rem,14rem)_minmax(0,1fr)]">
      {rows.map(({ key, term }) => {
        const before = facts[`${key}Before`];
        return (
          <div key={key} className="contents">
            <dt className="text-muted">{t(term)}</dt>
            <dd className={clsx('wrap-anywhere max-sm:pb-1', isCode(key) && 'font-mono')}>
              {before !== undefined && (
                <>
                  <s className="text-muted">
                    <span className="sr-only">{t('was')} </span>
                    <bdi>{textOf(key, before)}</bdi>
                  </s>{' '}
                  <span aria-hidden="true" className="inline-block rtl:-scale-x-100">
                    →
                  </span>{' '}
                </>
              )}
              <bdi className="font-medium">{textOf(key, facts[key])}</bdi>
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

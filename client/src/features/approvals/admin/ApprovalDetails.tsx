import { clsx } from 'clsx';
import { useTranslation } from 'react-i18next';
import type { Approval } from '../approvals.queries.ts';
import { detailText, isCode } from './approvals.detail-text.ts';
import terms from './approvals.details.json' with { type: 'json' };

type DetailValue = Approval['facts'][string];

/** What a request is about, each value beside the one it replaces. */
export function ApprovalDetails({ facts }: Pick<Approval, 'facts'>) {
  const { t } = useTranslation(['approvals', 'settings.admin', 'team', 'audit.details']);
  const textOf = (key: string, value: DetailValue | undefined) =>
    detailText(facts, key, value, (name) => t(name as 'approvals:yes'));
  // In the order of the table; what a request does not have is left out, and null is shown of a rule: it is off.
  const rows = terms.filter(({ key, term }) =>
    term.startsWith('approvals:') ? facts[key] !== undefined && facts[key] !== null : key in facts,
  );
  return (
    <dl className="grid gap-x-6 gap-y-2 sm:grid-cols-[minmax(8rem,14rem)_minmax(0,1fr)]">
      {rows.map(({ key, term }) => {
        const before = facts[`${key}Before`];
        return (
          <div key={key} className="contents">
            <dt className="text-muted">{t(term as 'approvals:title')}</dt>
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

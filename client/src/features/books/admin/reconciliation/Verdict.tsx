import { CircleAlert, CircleCheck, CircleDashed } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '#client/lib/format/format.ts';
import type { Reconciliation } from '../../books.queries.ts';
import { agreements, agreementsOf, type Agreement } from './books.differences.ts';

const iconOf = {
  differs: { Icon: CircleAlert, tone: 'text-pending' },
  agrees: { Icon: CircleCheck, tone: 'text-completed' },
  not_read: { Icon: CircleDashed, tone: 'text-muted' },
} as const;

interface VerdictProps {
  agreement: Agreement;
  /** Time of the reading, and how to read again. */
  children?: ReactNode;
}

/** One of three words about a balance, each with a sign of its own; only what was read and agrees is green. */
export function Verdict({ agreement, children }: VerdictProps) {
  const { t } = useTranslation('books.admin');
  const { Icon, tone } = iconOf[agreement];
  return (
    <span className="flex min-w-0 flex-col gap-0.5">
      <span className={`inline-flex items-center gap-1.5 font-medium ${tone}`}>
        <Icon aria-hidden="true" className="size-4 shrink-0" />
        {t(`reconciliation.${agreement}`)}
      </span>
      {children && <span className="flex flex-wrap items-center gap-x-2 text-xs text-muted">{children}</span>}
    </span>
  );
}

/** How many accounts and coins differ, agree, and were not read, in one line. */
export function VerdictCounts({ found }: { found: Reconciliation }) {
  const { t } = useTranslation('books.admin');
  const foundAgreements = agreementsOf(found);
  return (
    <dl className="flex flex-wrap gap-x-6 gap-y-1 text-sm">
      {agreements.map((agreement) => {
        const count = foundAgreements.filter((item) => item === agreement).length;
        const { Icon, tone } = iconOf[agreement];
        return (
          <div key={agreement} className="flex items-center gap-1.5">
            <Icon aria-hidden="true" className={`size-4 shrink-0 ${count === 0 ? 'text-faint' : tone}`} />
            <dt className="text-muted">{t(`reconciliation.count.${agreement}`)}</dt>
            <dd className="font-semibold figures">{formatNumber(count)}</dd>
          </div>
        );
      })}
    </dl>
  );
}

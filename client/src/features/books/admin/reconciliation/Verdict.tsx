import { CircleCheck, CircleDashed, CircleX } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '#client/lib/format/format.ts';
import { SumCell, SumCells } from '#client/ui/data/SumCells.tsx';
import type { Reconciliation } from '../../books.queries.ts';
import { agreements, agreementsOf, type Agreement } from './books.differences.ts';

const iconOf = {
  differs: { Icon: CircleX, tone: 'text-rejected' },
  agrees: { Icon: CircleCheck, tone: 'text-completed' },
  not_read: { Icon: CircleDashed, tone: 'text-muted' },
} as const;

interface VerdictProps {
  agreement: Agreement;
  /** In place of the word: by how much it differs. */
  word?: ReactNode;
  /** When it was read, and how to read it. */
  children?: ReactNode;
}

/** One of three words about a balance, each with a sign of its own; only what was read and agrees is green. */
export function Verdict({ agreement, word, children }: VerdictProps) {
  const { t } = useTranslation('books.admin');
  const { Icon, tone } = iconOf[agreement];
  return (
    <span className="flex min-w-0 flex-col gap-0.5">
      <span className={`inline-flex items-center gap-1.5 font-medium ${tone}`}>
        <Icon aria-hidden="true" className="size-4 shrink-0" />
        {word ?? t(`reconciliation.${agreement}`)}
      </span>
      {children && <span className="flex flex-wrap items-center gap-x-2 text-xs text-muted">{children}</span>}
    </span>
  );
}

/** How many accounts and coins differ, agree, and were not read. */
export function VerdictCounts({ found }: { found: Reconciliation }) {
  const { t } = useTranslation('books.admin');
  const all = agreementsOf(found);
  return (
    <SumCells>
      {agreements.map((agreement) => {
        const count = all.filter((item) => item === agreement).length;
        const { Icon, tone } = iconOf[agreement];
        return (
          <SumCell key={agreement} label={t(`reconciliation.count.${agreement}`)}>
            <span className="flex items-center gap-2 text-lg font-semibold figures">
              <Icon aria-hidden="true" className={`size-5 shrink-0 ${count === 0 ? 'text-faint' : tone}`} />
              {formatNumber(count)}
            </span>
          </SumCell>
        );
      })}
    </SumCells>
  );
}

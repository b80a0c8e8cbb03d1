import { clsx } from 'clsx';
import { useTranslation } from 'react-i18next';
import { useNow } from '#client/lib/browser/useNow.ts';
import { ageOf } from '#client/lib/format/age.ts';
import { formatDateTime, formatUtc } from '#client/lib/format/format.ts';
import type { AdminOrder } from '../orders.admin.queries.ts';
import { useIsLate } from './useIsLate.ts';

interface AgeProps {
  row: AdminOrder;
  /** The late orders that have waited longest: if all late ones were red, none would stand out. */
  loudest: ReadonlySet<string>;
  className?: string;
}

/** The waiting time of an order, in red if it is longer than customers are promised and among the longest. */
export function Age({ row, loudest, className = '' }: AgeProps) {
  const { t } = useTranslation('orders.admin');
  const now = useNow(true, 30_000);
  const isLate = useIsLate()(row, now);
  return (
    <time
      dateTime={row.createdAt}
      title={`${formatDateTime(row.createdAt)} · ${formatUtc(row.createdAt)}`}
      className={clsx('whitespace-nowrap figures', loudest.has(row.id) ? 'font-semibold text-rejected' : className)}
    >
      {ageOf(row.createdAt, now)}
      {isLate && <span className="sr-only"> {t('table.late')}</span>}
    </time>
  );
}

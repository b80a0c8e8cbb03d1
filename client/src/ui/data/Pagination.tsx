import { useTranslation } from 'react-i18next';
import { formatNumber } from '#client/lib/format/format.ts';
import { Button } from '../form/Button.tsx';

interface PaginationProps {
  /** Number of the current page; the first is 1. */
  page: number;
  pageSize: number;
  total: number;
  onPage: (page: number) => void;
}

/** The shown rows and links to the next ones. */
export function Pagination({ page, pageSize, total, onPage }: PaginationProps) {
  const { t } = useTranslation();
  const first = total === 0 ? 0 : (page - 1) * pageSize + 1;
  const lastRow = Math.min(page * pageSize, total);
  const range = { first: formatNumber(first), last: formatNumber(lastRow), total: formatNumber(total) };
  return (
    <nav aria-label={t('paging.label')} className="flex flex-wrap items-center justify-between gap-3">
      <output className="text-sm text-muted figures">{t('paging.range', range)}</output>
      {total > pageSize && (
        <div className="flex flex-wrap gap-2">
          <Button size="small" className="min-h-11" disabled={page <= 1} onClick={() => onPage(page - 1)}>
            {t('paging.previous')}
          </Button>
          <Button size="small" className="min-h-11" disabled={lastRow >= total} onClick={() => onPage(page + 1)}>
            {t('paging.next')}
          </Button>
        </div>
      )}
    </nav>
  );
}

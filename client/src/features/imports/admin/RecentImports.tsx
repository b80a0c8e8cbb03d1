import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { TriangleAlert } from 'lucide-react';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '#client/lib/format/format.ts';
import { Time } from '#client/ui/data/Money.tsx';
import { Pagination } from '#client/ui/data/Pagination.tsx';
import { Status } from '#client/ui/data/Status.tsx';
import { Table, type Column } from '#client/ui/data/Table.tsx';
import { AdminProblem } from '#client/ui/feedback/AdminProblem.tsx';
import { importsPageSize, importsQuery, type Import } from './imports.queries.ts';

interface RecentProps {
  page: number;
  onPage: (page: number) => void;
  hrefOf: (id: string) => string;
}

/** Earlier imports, newest first; nothing if there was none. */
export function RecentImports({ page, onPage, hrefOf }: RecentProps) {
  const { t } = useTranslation('imports.admin');
  const { data, error, refetch } = useQuery(importsQuery(page));
  if (error) return <AdminProblem error={error} title={t('failed.load')} onRetry={() => void refetch()} />;
  if (!data || data.total === 0) return null;
  return (
    <section className="flex flex-col gap-3">
      <h2 className="text-lg">{t('recent')}</h2>
      <Table
        dense
        fixed
        wide
        caption={t('recent')}
        columns={columnsOf(t)}
        rows={data.items}
        rowKey={({ id }) => id}
        hrefOf={({ id }) => hrefOf(id)}
        rowLabel={({ fileName }) => t('open', { name: fileName })}
        card={(importRow) => <Card row={importRow} />}
      />
      {data.total > importsPageSize && (
        <Pagination page={page} pageSize={importsPageSize} total={data.total} onPage={onPage} />
      )}
    </section>
  );
}

function columnsOf(t: TFunction<'imports.admin'>): Column<Import>[] {
  return [
    {
      id: 'file',
      width: '35%',
      header: t('recentColumn.file'),
      cell: (row) => (
        <span className="flex flex-col items-start gap-0.5">
          <FileName name={row.fileName} />
          <Waiting row={row} />
        </span>
      ),
    },
    { id: 'rows', width: '7%', header: t('recentColumn.rows'), end: true, cell: ({ rows }) => formatNumber(rows) },
    {
      id: 'made',
      width: '7%',
      header: t('recentColumn.made'),
      end: true,
      cell: ({ created }) => (created === null ? '–' : formatNumber(created)),
    },
    {
      id: 'skipped',
      width: '11%',
      header: t('recentColumn.skipped'),
      end: true,
      cell: ({ skipped }) => <Skipped count={skipped} />,
    },
    {
      id: 'by',
      width: '22%',
      header: t('recentColumn.by'),
      cell: ({ madeBy }) => (
        <bdi title={madeBy.name} className="line-clamp-2">
          {madeBy.name}
        </bdi>
      ),
    },
    {
      id: 'at',
      width: '14%',
      header: t('recentColumn.at'),
      cell: ({ madeAt }) => <Time at={madeAt} className="whitespace-nowrap" />,
    },
  ];
}

/** The row on a narrow screen: a long name of a file is whole, on several lines. */
function Card({ row }: { row: Import }) {
  const { t } = useTranslation('imports.admin');
  return (
    <>
      <FileName name={row.fileName} />
      <Waiting row={row} />
      <span className="flex flex-wrap items-baseline gap-x-3 text-xs text-muted">
        <span>{t('lines', { total: formatNumber(row.rows) })}</span>
        {row.created !== null && (
          <span>
            {t('recentColumn.made')} {formatNumber(row.created)}
          </span>
        )}
        {row.skipped > 0 && (
          <span>
            {t('recentColumn.skipped')} <Skipped count={row.skipped} />
          </span>
        )}
      </span>
      <span className="flex flex-wrap gap-x-3 text-xs text-muted">
        <Time at={row.madeAt} />
        <bdi>{row.madeBy.name}</bdi>
      </span>
    </>
  );
}

/** The name of a file, whole: its end tells files of one kind apart. It breaks between its words first. */
const FileName = ({ name }: { name: string }) => (
  <bdi className="font-medium wrap-anywhere">
    {name.split(/(?<=[_.-])/).map((part, index) => (
      <Fragment key={index}>
        {index > 0 && <wbr />}
        {part}
      </Fragment>
    ))}
  </bdi>
);

/** Says that the lines of a file still wait to be imported; those of any other were. */
function Waiting({ row: { state } }: { row: Import }) {
  const { t } = useTranslation('imports.admin');
  return state === 'checked' && <Status bare size="small" status="pending" label={t('state.checked')} />;
}

/** The number of lines that were not imported and can be corrected. */
function Skipped({ count }: { count: number }) {
  if (count === 0) return <span className="text-muted">{formatNumber(count)}</span>;
  return (
    <span className="font-medium whitespace-nowrap text-pending">
      <TriangleAlert className="me-1 inline size-3 align-[-1px]" />
      {formatNumber(count)}
    </span>
  );
}

import { useQuery } from '@tanstack/react-query';
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
  const state = ({ state: name }: Import) =>
    name !== 'dropped' && (
      <Status bare size="small" status={name === 'applied' ? 'completed' : 'pending'} label={t(`state.${name}`)} />
    );
  const columns: Column<Import>[] = [
    { id: 'file', width: '34%', header: t('recentColumn.file'), cell: ({ fileName }) => <FileName name={fileName} /> },
    { id: 'state', width: '15%', header: t('recentColumn.state'), cell: state },
    { id: 'rows', width: '9%', header: t('recentColumn.rows'), end: true, cell: ({ rows }) => formatNumber(rows) },
    {
      id: 'made',
      width: '9%',
      header: t('recentColumn.made'),
      end: true,
      cell: ({ created }) => (created === null ? '–' : formatNumber(created)),
    },
    {
      id: 'by',
      width: '15%',
      header: t('recentColumn.by'),
      cell: ({ madeBy }) => <bdi className="line-clamp-2">{madeBy.name}</bdi>,
    },
    {
      id: 'at',
      width: '18%',
      header: t('recentColumn.at'),
      cell: ({ madeAt }) => <Time at={madeAt} className="whitespace-nowrap" />,
    },
  ];
  return (
    <section className="flex flex-col gap-3">
      <h2 className="text-lg">{t('recent')}</h2>
      <Table
        dense
        fixed
        wide
        caption={t('recent')}
        columns={columns}
        rows={data.items}
        rowKey={({ id }) => id}
        hrefOf={({ id }) => hrefOf(id)}
        rowLabel={({ fileName }) => t('open', { name: fileName })}
        card={(importRow) => (
          <>
            <FileName name={importRow.fileName} />
            <span className="flex flex-wrap gap-x-3 text-xs text-muted">
              {state(importRow)}
              <span>{t('lines', { total: formatNumber(importRow.rows) })}</span>
              {importRow.created !== null && (
                <span>
                  {t('recentColumn.made')} {formatNumber(importRow.created)}
                </span>
              )}
              <Time at={importRow.madeAt} />
            </span>
          </>
        )}
      />
      {data.total > importsPageSize && (
        <Pagination page={page} pageSize={importsPageSize} total={data.total} onPage={onPage} />
      )}
    </section>
  );
}

const FileName = ({ name }: { name: string }) => (
  <bdi title={name} className="line-clamp-2 font-medium wrap-anywhere">
    {name}
  </bdi>
);

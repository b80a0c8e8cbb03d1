import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useListParams, type ListParamsConfig } from '#client/lib/browser/useListParams.ts';
import { formatDay } from '#client/lib/format/format.ts';
import { useMay } from '#client/lib/session/permissions.ts';
import { Time } from '#client/ui/data/Money.tsx';
import { Pagination } from '#client/ui/data/Pagination.tsx';
import { Table, type Column } from '#client/ui/data/Table.tsx';
import { AdminProblem } from '#client/ui/feedback/AdminProblem.tsx';
import { Skeleton } from '#client/ui/feedback/Skeleton.tsx';
import { EmptyState } from '#client/ui/feedback/States.tsx';
import { toast } from '#client/ui/feedback/toast.ts';
import { Button } from '#client/ui/form/Button.tsx';
import { FilterChips } from '#client/ui/form/FilterChips.tsx';
import { SearchBox } from '#client/ui/form/SearchBox.tsx';
import { MoneyOutHeader } from '../MoneyOutHeader.tsx';
import { LineTable } from './LineTable.tsx';
import {
  linesPageSize,
  linesQuery,
  statementsPageSize,
  statementsQuery,
  useSettle,
  type Statement,
} from './payouts.statements.queries.ts';
import { StatementUpload } from './StatementUpload.tsx';

const lineStates = ['proposed', 'unmatched', 'matched', 'ignored'] as const;

interface Filters {
  q: string;
  state: (typeof lineStates)[number];
  statement: string;
}

const list: ListParamsConfig<Filters> = {
  item: 'line',
  read: (search) => ({
    q: search.get('q') ?? '',
    state: lineStates.find((state) => state === search.get('state')) ?? 'proposed',
    statement: search.get('statement') ?? '',
  }),
  write: ({ q, state, statement }) => ({ q, state: state === 'proposed' ? '' : state, statement }),
};

/** Statements of the bank: import them, and say what their lines are. */
export function StatementsPage() {
  const { t } = useTranslation(['payouts.statements', 'payouts.admin']);
  const may = useMay();
  const { filters, page, change, goTo } = useListParams(list);
  const [isReading, setReading] = useState(false);
  const imported = (statement: string) => {
    setReading(false);
    change({ statement });
  };
  const statements = useQuery(statementsQuery({ page: 1, pageSize: statementsPageSize }));
  return (
    <div className="flex w-full max-w-7xl flex-col gap-5 p-4 md:p-6">
      <MoneyOutHeader current="statements" windowTitle={`${t('title')} · ${t('payouts.admin:title')}`} />
      <h2 className="sr-only">{t('title')}</h2>
      {may('payouts.release') && <StatementUpload onImported={imported} onReading={setReading} />}
      {statements.error && (
        <AdminProblem error={statements.error} title={t('failed.load')} onRetry={() => void statements.refetch()} />
      )}
      {statements.data && statements.data.items.length > 0 && (
        <StatementTable
          statements={statements.data.items}
          chosen={filters.statement}
          isBeside={isReading}
          onChoose={(statement) => change({ statement: statement === filters.statement ? '' : statement })}
        />
      )}
      <section className="flex flex-col gap-3">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h2 className="text-base">{t('lines')}</h2>
          {filters.statement && (
            <Button text={t('allStatements')} size="small" variant="ghost" onClick={() => change({ statement: '' })} />
          )}
        </div>
        <div className="flex flex-wrap items-center gap-3">
          <FilterChips
            label={t('column.state')}
            options={lineStates.map((state) => ({ value: state, text: t(`state.${state}`) }))}
            chosen={[filters.state]}
            single
            staying
            onChange={([state]) => state && change({ state })}
          />
          <div className="min-w-56 max-w-md flex-1">
            <SearchBox id="line-search" label={t('search')} value={filters.q} onChange={(q) => change({ q })} />
          </div>
        </div>
        <Lines filters={filters} page={page} onPage={goTo} />
      </section>
    </div>
  );
}

function Lines({ filters, page, onPage }: { filters: Filters; page: number; onPage: (page: number) => void }) {
  const { t } = useTranslation('payouts.statements');
  const { q, state, statement } = filters;
  const query = { state, q: q || undefined, statement: statement || undefined, page, pageSize: linesPageSize };
  const { data, error, refetch } = useQuery(linesQuery(query));
  if (error) return <AdminProblem error={error} title={t('failed.load')} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton line="h-64 rounded-card" />;
  if (data.items.length === 0) return <EmptyState title={t('none')} text={t('noneText')} />;
  return (
    <>
      <LineTable lines={data.items} />
      {data.total > linesPageSize && (
        <Pagination page={page} pageSize={linesPageSize} total={data.total} onPage={onPage} />
      )}
    </>
  );
}

interface StatementTableProps {
  statements: readonly Statement[];
  chosen: string;
  /** Beside a file that is to be imported: that is the filled button. */
  isBeside: boolean;
  onChoose: (id: string) => void;
}

/** The newest statements, with how much of each is settled. */
function StatementTable({ statements, chosen, isBeside, onChoose }: StatementTableProps) {
  const { t } = useTranslation('payouts.statements');
  const settle = useSettle();
  const mayRelease = useMay()('payouts.release');
  const send = (id: string) => settle.mutate(id, { onSuccess: (counts) => toast({ title: t('settledAll', counts) }) });
  // One filled button: the newest statement that has something to settle.
  const nextId = statements.find(({ exact }) => exact > 0)?.id;
  const period = ({ from, to }: Statement) => (
    <span className="whitespace-nowrap">
      {[...new Set([from, to])].map((day) => (day === null ? '' : formatDay(day, { year: 'numeric' }))).join(' – ')}
    </span>
  );
  const counts = ({ settled, proposed, unmatched }: Statement) => t('counts', { settled, proposed, unmatched });
  const actions = (statement: Statement) => (
    <span className="flex flex-wrap justify-end gap-2">
      <Button size="small" aria-pressed={chosen === statement.id} onClick={() => onChoose(statement.id)}>
        {t('showLines')}
      </Button>
      {mayRelease && statement.exact > 0 && (
        <Button
          size="small"
          variant={statement.id !== nextId ? undefined : isBeside ? 'tonal' : 'filled'}
          busy={settle.isPending}
          onClick={() => send(statement.id)}
        >
          {t('settleExact', { count: statement.exact })}
        </Button>
      )}
    </span>
  );
  const columns: Column<Statement>[] = [
    { id: 'at', header: t('column.importedAt'), cell: ({ importedAt }) => <Time at={importedAt} /> },
    { id: 'account', header: t('account'), cell: ({ account, currency }) => `${account.name} (${currency})` },
    { id: 'file', header: t('file'), cell: (statement) => <FileName statement={statement} /> },
    { id: 'period', header: t('column.period'), cell: period },
    { id: 'counts', header: t('lines'), cell: counts },
    { id: 'actions', header: <span className="sr-only">{t('column.actions')}</span>, end: true, cell: actions },
  ];
  return (
    <div className="flex flex-col gap-3">
      {settle.error && <AdminProblem error={settle.error} title={t('failed.settle')} />}
      <Table dense wide caption={t('statements')} columns={columns} rows={statements} rowKey={({ id }) => id} />
    </div>
  );
}

/** The file, and why it was imported where its balances do not continue the others. */
function FileName({ statement: { fileName, gapReason } }: { statement: Statement }) {
  const { t } = useTranslation('payouts.statements');
  return (
    <span className="flex min-w-0 flex-col">
      <bdi className="wrap-break-word">{fileName}</bdi>
      {gapReason && <span className="text-sm wrap-break-word text-muted">{t('gapReason', { reason: gapReason })}</span>}
    </span>
  );
}

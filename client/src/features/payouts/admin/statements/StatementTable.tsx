import { X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { formatDay, formatNumber } from '#client/lib/format/format.ts';
import { Money, Time } from '#client/ui/data/Money.tsx';
import { SumCell, SumCells } from '#client/ui/data/SumCells.tsx';
import { Table, type Column } from '#client/ui/data/Table.tsx';
import { Button, IconButton } from '#client/ui/form/Button.tsx';
import type { Statement } from './payouts.statements.queries.ts';

interface StatementTableProps {
  statements: readonly Statement[];
  chosen: string;
  onChoose: (id: string) => void;
}

/** The newest statements, with the open work in each. */
export function StatementTable({ statements, chosen, onChoose }: StatementTableProps) {
  const { t } = useTranslation('payouts.statements');
  const account = ({ account: { name }, currency }: Statement) => (
    <span className="font-medium wrap-anywhere">
      {name} ({currency})
    </span>
  );
  const lines = (statement: Statement) => <Counts statement={statement} />;
  const action = ({ id }: Statement) => (
    <Button
      text={t('showLines')}
      size="small"
      variant="ghost"
      aria-pressed={chosen === id}
      className="lg:-me-2.25"
      onClick={() => onChoose(id)}
    />
  );
  const columns: Column<Statement>[] = [
    { id: 'account', header: t('account'), width: '20%', cell: account },
    { id: 'period', header: t('column.period'), width: '14%', cell: (statement) => <Period statement={statement} /> },
    { id: 'file', header: t('file'), width: '28%', cell: (statement) => <FileName statement={statement} /> },
    { id: 'counts', header: t('lines'), width: '26%', cell: lines },
    {
      id: 'actions',
      header: <span className="sr-only">{t('column.actions')}</span>,
      width: '12%',
      end: true,
      cell: action,
    },
  ];
  const card = (statement: Statement) => (
    <>
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        {account(statement)}
        <Period statement={statement} />
      </div>
      <FileName statement={statement} />
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        {lines(statement)}
        <span className="ms-auto -me-2.25">{action(statement)}</span>
      </div>
    </>
  );
  return (
    <section className="flex flex-col gap-3">
      <h3 className="text-base">{t('statements')}</h3>
      <Table
        dense
        wide
        fixed
        caption={t('statements')}
        columns={columns}
        rows={statements}
        rowKey={({ id }) => id}
        card={card}
      />
    </section>
  );
}

/** The statement whose lines are shown alone: its file and its balances. */
export function ChosenStatement({ statement, onLeave }: { statement: Statement; onLeave: () => void }) {
  const { t } = useTranslation('payouts.statements');
  const { account, currency, openingBalance, closingBalance } = statement;
  const balances = [
    [t('opening'), openingBalance],
    [t('closing'), closingBalance],
  ] as const;
  return (
    <div className="flex items-start gap-2">
      <div className="min-w-0 flex-1">
        <SumCells>
          <SumCell label={<Period statement={statement} />} notes={<FileName statement={statement} />}>
            <span className="font-medium wrap-anywhere">
              {account.name} ({currency})
            </span>
          </SumCell>
          {balances.map(
            ([label, amount]) =>
              amount !== null && (
                <SumCell key={label} label={label}>
                  <Money amount={amount} currency={currency} />
                </SumCell>
              ),
          )}
          <SumCell label={t('lines')}>
            <Counts statement={statement} />
          </SumCell>
        </SumCells>
      </div>
      <IconButton label={t('allStatements')} onClick={onLeave}>
        <X className="size-5" />
      </IconButton>
    </div>
  );
}

/** The days that the statement covers. */
function Period({ statement: { from, to } }: { statement: Statement }) {
  const days = [...new Set([from, to])].flatMap((day) => (day === null ? [] : formatDay(day, { year: 'numeric' })));
  return <span className="whitespace-nowrap text-muted">{days.join(' – ')}</span>;
}

/** The number of waiting lines by finding; a word if none waits. */
function Counts({ statement }: { statement: Statement }) {
  const { t } = useTranslation('payouts.statements');
  const { exact, proposed, unmatched, lines } = statement;
  const waitingCounts = [
    ['exact', exact],
    ['proposed', proposed - exact],
    ['unmatched', unmatched],
  ] as const;
  const parts = waitingCounts.filter(([, count]) => count > 0);
  if (parts.length === 0)
    return (
      <span className="text-muted">
        {t('allSettled')} <span className="figures">{formatNumber(lines)}</span>
      </span>
    );
  return (
    <span className="flex flex-wrap gap-x-3">
      {parts.map(([group, count]) => (
        <span key={group} className="whitespace-nowrap">
          <span className="text-muted">{t(`state.${group}`)}</span>{' '}
          <span className="font-medium figures">{formatNumber(count)}</span>
        </span>
      ))}
    </span>
  );
}

/** The file, its importer and time, and the reason why its balances do not continue the others. */
function FileName({ statement: { fileName, gapReason, importedBy, importedAt } }: { statement: Statement }) {
  const { t } = useTranslation('payouts.statements');
  return (
    <span className="flex min-w-0 flex-col">
      <bdi className="wrap-anywhere">{fileName}</bdi>
      <span className="text-xs wrap-anywhere text-muted">
        <Time at={importedAt} />
        {importedBy.name && `, ${importedBy.name}`}
      </span>
      {gapReason && <span className="text-xs wrap-anywhere text-muted">{t('gapReason', { reason: gapReason })}</span>}
    </span>
  );
}

import { useTranslation } from 'react-i18next';
import { useMay } from '#client/lib/session/permissions.ts';
import { Time } from '#client/ui/data/Money.tsx';
import { Table, type Column } from '#client/ui/data/Table.tsx';
import { AdminProblem } from '#client/ui/feedback/AdminProblem.tsx';
import { toast } from '#client/ui/feedback/toast.ts';
import { Button } from '#client/ui/form/Button.tsx';
import { useSettle, type Statement } from './payouts.statements.queries.ts';

interface StatementTableProps {
  statements: readonly Statement[];
  chosen: string;
  onChoose: (id: string) => void;
}

/** The newest statements, with how much of each is settled. */
export function StatementTable({ statements, chosen, onChoose }: StatementTableProps) {
  const { t } = useTranslation('payouts.statements');
  const settle = useSettle();
  const mayRelease = useMay()('payouts.release');
  const send = (id: string) =>
    settle.mutate(id, { onSuccess: (counts) => toast({ title: t('settledAll', counts), tone: 'done' }) });
  const period = ({ from, to }: Statement) => (from === to ? from : `${from ?? ''} – ${to ?? ''}`);
  const counts = ({ settled, proposed, unmatched }: Statement) => t('counts', { settled, proposed, unmatched });
  const actions = (statement: Statement) => (
    <span className="flex flex-wrap justify-end gap-2">
      <Button size="small" aria-pressed={chosen === statement.id} onClick={() => onChoose(statement.id)}>
        {t('showLines')}
      </Button>
      {mayRelease && statement.proposed > 0 && (
        <Button size="small" variant="filled" busy={settle.isPending} onClick={() => send(statement.id)}>
          {t('settleAll')}
        </Button>
      )}
    </span>
  );
  const columns: Column<Statement>[] = [
    { id: 'at', header: t('column.importedAt'), cell: ({ importedAt }) => <Time at={importedAt} /> },
    { id: 'account', header: t('account'), cell: ({ account, currency }) => `${account.name} (${currency})` },
    { id: 'file', header: t('file'), cell: ({ fileName }) => <bdi className="break-all">{fileName}</bdi> },
    { id: 'period', header: t('column.period'), cell: period },
    { id: 'counts', header: t('lines'), cell: counts },
    { id: 'actions', header: <span className="sr-only">{t('column.actions')}</span>, end: true, cell: actions },
  ];
  return (
    <div className="flex flex-col gap-3">
      {settle.error && <AdminProblem error={settle.error} title={t('failed.settle')} />}
      <Table dense caption={t('statements')} columns={columns} rows={statements} rowKey={({ id }) => id} />
    </div>
  );
}

import { useTranslation } from 'react-i18next';
import { formatNumber } from '#client/lib/format/format.ts';
import { Table, type Column } from '#client/ui/data/Table.tsx';
import { TextLink } from '#client/ui/form/Button.tsx';
import type { Problem } from './imports.queries.ts';

/** The skipped lines, their text, and why. */
export function ProblemTable({ problems }: { problems: readonly Problem[] }) {
  const { t } = useTranslation('imports.admin');
  const columns: Column<Problem>[] = [
    { id: 'line', header: t('column.line'), cell: ({ line }) => formatNumber(line) },
    { id: 'field', header: t('column.field'), cell: ({ field }) => t(`field.${field}`) },
    { id: 'value', header: t('column.value'), cell: ({ value }) => <Value value={value} /> },
    { id: 'why', header: t('column.why'), cell: (problem) => <Why problem={problem} /> },
  ];
  return (
    <Table
      dense
      caption={t('problems')}
      columns={columns}
      rows={problems}
      rowKey={({ line, field, reason }) => `${line} ${field} ${reason}`}
      card={(problem) => (
        <>
          <span className="flex flex-wrap gap-x-3 text-xs text-muted">
            <span>
              {t('column.line')} {formatNumber(problem.line)}
            </span>
            <span>{t(`field.${problem.field}`)}</span>
          </span>
          <Value value={problem.value} />
          <Why problem={problem} />
        </>
      )}
    />
  );
}

/** The reason, with a link to the customer whom it is about. */
function Why({ problem: { reason, customer } }: { problem: Problem }) {
  const { t } = useTranslation('imports.admin');
  return (
    <span className="flex flex-wrap items-center gap-x-2">
      {t(`reason.${reason}`)}
      {customer && (
        <TextLink to={`/admin/users?user=${customer.id}`}>{t('seeCustomer', { name: customer.name })}</TextLink>
      )}
    </span>
  );
}

function Value({ value }: Pick<Problem, 'value'>) {
  const { t } = useTranslation('imports.admin');
  if (!value) return <span className="text-muted">{t('empty')}</span>;
  return <bdi className="font-mono text-xs wrap-anywhere">{value}</bdi>;
}

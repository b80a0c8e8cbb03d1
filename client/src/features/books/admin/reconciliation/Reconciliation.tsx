import { useQuery } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { formatDay, formatNumber } from '#client/lib/format/format.ts';
import { Table, type Column } from '#client/ui/data/Table.tsx';
import { EmptyState, LoadedQuery } from '#client/ui/feedback/States.tsx';
import { decimal, zero } from '#shared/kernel/money.ts';
import { reconciliationQuery } from '../../books.queries.ts';
import { unitText } from '../books.text.ts';
import { LabelledCells } from '../LabelledCells.tsx';
import { UnitAmount } from '../UnitAmount.tsx';
import {
  differencesOf,
  isUnexplainedDifference,
  restOf,
  type BankAccount,
  type CoinBalance,
} from './books.differences.ts';
import { Differences } from './Differences.tsx';

/** The book beside banks and chains: first the differences, each with its remedies. */
export function Reconciliation() {
  const { t } = useTranslation('books.admin');
  const query = useQuery(reconciliationQuery);
  return (
    <LoadedQuery query={query} title={t('failed.load')} skeleton={['h-64 rounded-card', 'h-64 rounded-card']}>
      {(reconciliation) =>
        reconciliation.accounts.length + reconciliation.coins.length === 0 ? (
          <EmptyState title={t('none.accounts')} />
        ) : (
          <div className="flex flex-col gap-6">
            <Differences differences={differencesOf(reconciliation)} />
            <Accounts accounts={reconciliation.accounts} />
            <Coins coins={reconciliation.coins} />
          </div>
        )
      }
    </LoadedQuery>
  );
}

function Accounts({ accounts }: { accounts: readonly BankAccount[] }) {
  const { t } = useTranslation('books.admin');
  if (accounts.length === 0) return null;
  const amountOf = (value: string | null, unit: string) =>
    value === null ? (
      <span className="text-muted">{t('reconciliation.noStatement')}</span>
    ) : (
      <UnitAmount amount={value} unit={unit} />
    );
  const columns: Column<BankAccount>[] = [
    { id: 'account', header: t('column.account'), cell: (row) => <b className="font-semibold">{row.name}</b> },
    { id: 'asOf', header: t('column.asOf'), cell: ({ asOf }) => (asOf ? formatDay(asOf, { year: 'numeric' }) : '–') },
    { id: 'book', header: t('column.book'), end: true, cell: (row) => amountOf(row.book, row.currency) },
    { id: 'statement', header: t('column.statement'), end: true, cell: (row) => amountOf(row.statement, row.currency) },
    { id: 'inTransit', header: t('column.inTransit'), end: true, cell: (row) => amountOf(row.inTransit, row.currency) },
    {
      id: 'difference',
      header: t('column.difference'),
      end: true,
      cell: ({ id, currency: unit, ...row }) => <Difference {...row} account={`bank:${id}`} unit={unit} />,
    },
  ];
  return (
    <div className="flex flex-col gap-2">
      <h2 className="text-base">{t('positions.banks')}</h2>
      <Table
        dense
        wide
        caption={t('positions.banks')}
        columns={columns}
        rows={accounts}
        rowKey={({ id }) => id}
        card={(row) => <LabelledCells columns={columns} row={row} />}
      />
    </div>
  );
}

function Coins({ coins }: { coins: readonly CoinBalance[] }) {
  const { t } = useTranslation('books.admin');
  if (coins.length === 0) return null;
  const columns: Column<CoinBalance>[] = [
    { id: 'coin', header: t('column.unit'), cell: ({ id }) => <b className="font-semibold">{unitText(id)}</b> },
    { id: 'book', header: t('column.book'), end: true, cell: ({ id, book }) => <UnitAmount amount={book} unit={id} /> },
    {
      id: 'chain',
      header: t('column.chain'),
      end: true,
      cell: ({ id, chain, gap }) =>
        chain === null ? (
          <span className="text-muted">{t(`reconciliation.gap.${gap ?? 'not_read'}`)}</span>
        ) : (
          <UnitAmount amount={chain} unit={id} />
        ),
    },
    {
      id: 'difference',
      header: t('column.difference'),
      end: true,
      cell: ({ id, ...row }) => <Difference {...row} account={`coins:${id}`} unit={id} />,
    },
  ];
  return (
    <div className="flex flex-col gap-2">
      <h2 className="text-base">{t('positions.coins')}</h2>
      <Table
        dense
        caption={t('positions.coins')}
        columns={columns}
        rows={coins}
        rowKey={({ id }) => id}
        card={(row) => <LabelledCells columns={columns} row={row} />}
      />
    </div>
  );
}

interface DifferenceProps {
  difference: string | null;
  inTransit?: string;
  /** The account in the form in which the journal filters by it. */
  account: string;
  unit: string;
  entries: number;
}

/** Shows that the account agrees, or the difference as a link to its entries. */
function Difference({ difference, inTransit, account, unit, entries }: DifferenceProps) {
  const { t } = useTranslation('books.admin');
  if (difference === null) return <span className="text-muted">–</span>;
  if (!isUnexplainedDifference(difference, inTransit))
    return (
      <span className="inline-flex flex-col items-end">
        <span className="inline-flex items-center gap-1.5 text-completed">
          <CircleCheck aria-hidden="true" className="size-4" />
          {t('reconciliation.agrees')}
        </span>
        {!decimal(difference).eq(zero) && <span className="text-xs text-muted">{t('reconciliation.explained')}</span>}
      </span>
    );
  return (
    <Link
      to={`?tab=journal&account=${account}`}
      title={t('reconciliation.entries', { shown: formatNumber(entries) })}
      className="inline-flex min-h-6 items-center font-semibold text-rejected"
    >
      <UnitAmount amount={restOf(difference, inTransit)} unit={unit} />
    </Link>
  );
}

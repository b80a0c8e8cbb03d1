import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { formatDay, formatNumber } from '#client/lib/format/format.ts';
import { useMay } from '#client/lib/session/permissions.ts';
import { Table, type Column } from '#client/ui/data/Table.tsx';
import { EmptyState, Loaded } from '#client/ui/feedback/States.tsx';
import { Button } from '#client/ui/form/Button.tsx';
import { decimal, zero } from '#shared/kernel/money.ts';
import { reconciliationQuery, type Reconciliation as Found } from '../books.queries.ts';
import type { ManualForm } from './books.manual.ts';
import { unitText } from './books.text.ts';
import { LabelledCells } from './LabelledCells.tsx';
import { ManualEntryDialog } from './ManualEntryDialog.tsx';
import { UnitAmount } from './UnitAmount.tsx';

type Account = Found['accounts'][number];
type Coin = Found['coins'][number];

/** True where a difference remains that payouts on their way do not explain. */
const differs = (difference: string | null, inTransit = '0') =>
  difference !== null && !decimal(difference).eq(zero) && !decimal(difference).eq(decimal(inTransit));

/** Number of accounts and coins that differ without an explanation. */
export const unexplained = ({ accounts, coins }: Found): number =>
  accounts.filter(({ difference, inTransit }) => differs(difference, inTransit)).length +
  coins.filter(({ difference }) => differs(difference)).length;

/** The book beside what banks and chains say. */
export function Reconciliation() {
  const { t } = useTranslation('books.admin');
  const found = useQuery(reconciliationQuery);
  const [entry, setEntry] = useState<Partial<ManualForm>>();
  return (
    <Loaded query={found} title={t('failed.load')} skeleton={['h-64 rounded-card', 'h-64 rounded-card']}>
      {({ accounts, coins }) => (
        <div className="flex flex-col gap-6">
          {accounts.length + coins.length === 0 && <EmptyState title={t('none.accounts')} />}
          <Accounts accounts={accounts} onEnter={setEntry} />
          <Coins coins={coins} />
          {entry && <ManualEntryDialog found={entry} onClose={() => setEntry(undefined)} />}
        </div>
      )}
    </Loaded>
  );
}

/** Money that a bank has taken, ready to be entered as its cost. */
const costOf = ({ id, currency, asOf, difference }: Account): Partial<ManualForm> => ({
  kind: 'cost',
  ...(asOf && { at: `${asOf}T12:00` }),
  lines: [{ left: `bank:${id}`, reached: 'cost:bank', unit: currency, amount: (difference ?? '').replace('-', '') }],
});

interface AccountsProps {
  accounts: readonly Account[];
  onEnter: (entry: Partial<ManualForm>) => void;
}

function Accounts({ accounts, onEnter }: AccountsProps) {
  const { t } = useTranslation('books.admin');
  const may = useMay();
  if (accounts.length === 0) return null;
  const amountOf = (value: string | null, unit: string) =>
    value === null ? (
      <span className="text-muted">{t('reconciliation.noStatement')}</span>
    ) : (
      <UnitAmount amount={value} unit={unit} />
    );
  const columns: Column<Account>[] = [
    { id: 'account', header: t('column.account'), cell: (row) => <b className="font-semibold">{row.name}</b> },
    { id: 'asOf', header: t('column.asOf'), cell: ({ asOf }) => (asOf ? formatDay(asOf, { year: 'numeric' }) : '-') },
    { id: 'book', header: t('column.book'), end: true, cell: (row) => amountOf(row.book, row.currency) },
    { id: 'statement', header: t('column.statement'), end: true, cell: (row) => amountOf(row.statement, row.currency) },
    { id: 'inTransit', header: t('column.inTransit'), end: true, cell: (row) => amountOf(row.inTransit, row.currency) },
    {
      id: 'difference',
      header: t('column.difference'),
      end: true,
      cell: ({ id, currency: unit, ...row }) => <Difference {...row} account={`bank:${id}`} unit={unit} />,
    },
    {
      id: 'actions',
      header: <span className="sr-only">{t('column.actions')}</span>,
      end: true,
      cell: (row) =>
        may('settings.write') &&
        differs(row.difference, row.inTransit) &&
        row.difference?.startsWith('-') && (
          <Button
            text={t('reconciliation.cost')}
            size="small"
            aria-label={t('reconciliation.costOf', { account: row.name })}
            onClick={() => onEnter(costOf(row))}
          />
        ),
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

function Coins({ coins }: { coins: readonly Coin[] }) {
  const { t } = useTranslation('books.admin');
  if (coins.length === 0) return null;
  const columns: Column<Coin>[] = [
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

/** Nothing to do, or what differs as a link to the entries of the account. */
function Difference({ difference, inTransit, account, unit, entries }: DifferenceProps) {
  const { t } = useTranslation('books.admin');
  if (difference === null) return <span className="text-muted">-</span>;
  if (decimal(difference).eq(zero))
    return (
      <span className="inline-flex items-center gap-1.5 text-completed">
        <CircleCheck aria-hidden="true" className="size-4" />
        {t('reconciliation.agrees')}
      </span>
    );
  const isExplained = !differs(difference, inTransit);
  return (
    <span className="inline-flex flex-col items-end">
      <Link
        to={`?tab=journal&account=${account}`}
        title={t('reconciliation.entries', { shown: formatNumber(entries) })}
        className={clsx('inline-flex min-h-6 items-center', isExplained ? 'text-link' : 'font-semibold text-rejected')}
      >
        <UnitAmount amount={difference} unit={unit} />
      </Link>
      {isExplained && <span className="text-xs text-muted">{t('reconciliation.explained')}</span>}
    </span>
  );
}

import { clsx } from 'clsx';
import { ArrowLeftRight } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CoinIcon } from '#client/ui/data/CoinIcon.tsx';
import { Ltr } from '#client/ui/data/Ltr.tsx';
import { Money, Time } from '#client/ui/data/Money.tsx';
import { Status } from '#client/ui/data/Status.tsx';
import { Table, type Column } from '#client/ui/data/Table.tsx';
import { isOpen, isRefused } from '#shared/orders/orders.lifecycle.ts';
import type { Order } from '../orders.queries.ts';
import { assetOf, givenOf, netToPay, statusOf, useArrival } from './orders.text.ts';

/** The orders as a table, or as cards on a phone. A row that changed flashes once and stays where it is. */
export function OrderList({ rows, hrefOf }: { rows: readonly Order[]; hrefOf: (row: Order) => string }) {
  const { t } = useTranslation('orders');
  const changed = useChanged(rows);
  const columns: readonly Column<Order>[] = [
    { id: 'date', header: t('column.date'), cell: (row) => <Time at={row.createdAt} className="whitespace-nowrap" /> },
    { id: 'asset', header: t('column.asset'), cell: (row) => <Asset row={row} /> },
    { id: 'amount', header: t('column.amount'), end: true, cell: (row) => <bdi dir="ltr">{givenOf(row)}</bdi> },
    {
      id: 'value',
      header: t('column.value'),
      end: true,
      cell: (row) => <Money amount={row.valueUsd} currency="USD" />,
    },
    {
      id: 'payout',
      header: t('column.payout'),
      end: true,
      cell: (row) => <Payout row={row} />,
    },
    { id: 'status', header: t('column.status'), cell: (row) => <Flash on={changed.has(row.id)} row={row} /> },
  ];
  return (
    <Table
      caption={t('title')}
      columns={columns}
      rows={rows}
      rowKey={({ id }) => id}
      hrefOf={hrefOf}
      rowLabel={(row) => t('openDetails', { reference: row.reference })}
      card={(row) => <Card row={row} changed={changed.has(row.id)} />}
    />
  );
}

function Icon({ row }: { row: Order }) {
  if (row.type === 'sell') {
    return <CoinIcon symbol={row.cryptoSymbol ?? ''} color={row.cryptocurrency?.color} className="no-print" />;
  }
  return (
    <span className="no-print grid size-9 shrink-0 place-items-center rounded-full border border-line-strong text-muted">
      <ArrowLeftRight className="size-4" />
    </span>
  );
}

function Asset({ row }: { row: Order }) {
  return (
    <span className="flex items-center gap-3">
      <Icon row={row} />
      <span className="flex min-w-0 flex-col">
        <span className="font-medium">{assetOf(row)}</span>
        <span className="font-mono text-xs whitespace-nowrap text-faint">{row.reference}</span>
      </span>
    </span>
  );
}

function Card({ row, changed }: { row: Order; changed: boolean }) {
  return (
    // With large text the details go below the icon, and amounts break before their currency.
    <div className="flex flex-wrap items-start gap-3">
      <Icon row={row} />
      {/* One below the other: beside each other some would fit and some would not. */}
      <div className="flex min-w-0 flex-1 basis-40 flex-col items-start gap-0.5 **:whitespace-normal">
        <Ltr className="font-medium figures">{givenOf(row)}</Ltr>
        <span className="text-sm text-muted">
          {assetOf(row)} · <Time at={row.createdAt} shape="date" />
        </span>
        <Payout row={row} />
        <span className="pt-1">
          <Flash on={changed} row={row} />
        </span>
      </div>
    </div>
  );
}

/** What was or will be paid out; struck through where it will not be. */
function Payout({ row }: { row: Order }) {
  const { t } = useTranslation('orders');
  const isUnpaid = isRefused(row.status);
  const sum = isUnpaid ? row.payoutAmount : netToPay(row);
  const amount = <Money amount={sum} currency={row.payoutCurrency} className="font-semibold" />;
  if (!isUnpaid) return amount;
  return (
    <s className="text-muted">
      <span className="sr-only">{t('slip.notPaid')}: </span>
      {amount}
    </s>
  );
}

function Flash({ on, row }: { on: boolean; row: Order }) {
  const { t } = useTranslation('orders');
  const status = statusOf(row);
  const arrival = useArrival(row);
  return (
    <span className="flex flex-col items-start gap-1">
      <span className={clsx('inline-flex rounded-control', on && 'animate-flash')}>
        <Status status={status} label={status === 'awaiting_proof' ? t('awaitingProof') : undefined} size="small" />
      </span>
      {isOpen(row) && arrival && (
        <span className={clsx('text-xs', arrival.isLate ? 'font-medium text-pending' : 'text-muted')}>
          {arrival.short}
        </span>
      )}
    </span>
  );
}

const flashMs = 1_500;

/** The rows whose version grew since the last render, for the duration of the flash. */
function useChanged(rows: readonly Order[]): ReadonlySet<string> {
  const lastVersions = useRef(new Map<string, number>());
  const [changed, setChanged] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => {
    const grown = rows
      .filter(({ id, version }) => (lastVersions.current.get(id) ?? version) < version)
      .map(({ id }) => id);
    for (const { id, version } of rows) lastVersions.current.set(id, version);
    if (grown.length === 0) return undefined;
    const show = setTimeout(() => setChanged(new Set(grown)));
    const hide = setTimeout(() => setChanged(new Set()), flashMs);
    return () => {
      clearTimeout(show);
      clearTimeout(hide);
    };
  }, [rows]);
  return changed;
}

import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Money, Time } from '#client/ui/data/Money.tsx';
import { Table, type Column } from '#client/ui/data/Table.tsx';
import { isRefused } from '#shared/orders/orders.lifecycle.ts';
import type { Order, OwnOrder } from '../orders.queries.ts';
import { OrderIcon, OrderRow, OrderStatus } from './OrderRow.tsx';
import { arrivedOf, assetOf, netToPay, valueOf } from './orders.text.ts';

/** The orders as a table, or as cards on a phone. A row that changed flashes once and stays where it is. */
export function OrderList({ rows, hrefOf }: { rows: readonly OwnOrder[]; hrefOf: (row: OwnOrder) => string }) {
  const { t } = useTranslation('orders');
  const changedIds = useChanged(rows);
  const columns: readonly Column<OwnOrder>[] = [
    { id: 'date', header: t('column.date'), cell: (row) => <Time at={row.createdAt} className="whitespace-nowrap" /> },
    { id: 'asset', header: t('column.asset'), cell: (row) => <Asset row={row} /> },
    { id: 'amount', header: t('column.amount'), end: true, cell: (row) => <Amount row={row} /> },
    {
      id: 'value',
      header: t('column.value'),
      end: true,
      cell: (row) => <Money amount={valueOf(row)} currency="USD" />,
    },
    {
      id: 'status',
      header: t('column.status'),
      cell: (row) => <OrderStatus flash={changedIds.has(row.id)} row={row} inTable />,
    },
  ];
  return (
    <Table
      caption={t('title')}
      columns={columns}
      rows={rows}
      rowKey={({ id }) => id}
      hrefOf={hrefOf}
      rowLabel={(row) => t('openDetails', { reference: row.reference })}
      card={(row) => <OrderRow row={row} flash={changedIds.has(row.id)} />}
    />
  );
}

function Asset({ row }: { row: Order }) {
  return (
    <span className="flex items-center gap-3">
      <OrderIcon row={row} />
      <span className="flex min-w-0 flex-col">
        <span className="font-medium">{assetOf(row)}</span>
        <span className="font-mono text-xs whitespace-nowrap text-faint">{row.reference}</span>
      </span>
    </span>
  );
}

/** The amount given, and below it the amount paid for it. */
function Amount({ row }: { row: OwnOrder }) {
  return (
    <span className="flex flex-col items-end gap-0.5">
      <bdi dir="ltr" className="whitespace-nowrap">
        {arrivedOf(row)}
      </bdi>
      <Payout row={row} />
    </span>
  );
}

/** The payout of an order; struck through if it will not be paid. */
function Payout({ row }: { row: OwnOrder }) {
  const { t } = useTranslation('orders');
  if (row.needs?.arrived || row.stage === 'question') return null; // The payout is not known yet.
  const isUnpaid = isRefused(row.status);
  const sum = isUnpaid ? row.payoutAmount : netToPay(row);
  const amount = <Money amount={sum} currency={row.payoutCurrency} className="text-xs text-muted" />;
  if (!isUnpaid) return amount;
  return (
    <s className="text-muted">
      <span className="sr-only">{t('slip.notPaid')}: </span>
      {amount}
    </s>
  );
}

const flashMs = 1_500;

/** The rows whose version grew since the last render, for the duration of the flash. */
function useChanged(rows: readonly Order[]): ReadonlySet<string> {
  const lastVersions = useRef(new Map<string, number>());
  const [changedIds, setChangedIds] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => {
    const updatedIds = rows
      .filter(({ id, version }) => (lastVersions.current.get(id) ?? version) < version)
      .map(({ id }) => id);
    for (const { id, version } of rows) lastVersions.current.set(id, version);
    if (updatedIds.length === 0) return undefined;
    const show = setTimeout(() => setChangedIds(new Set(updatedIds)));
    const hide = setTimeout(() => setChangedIds(new Set()), flashMs);
    return () => {
      clearTimeout(show);
      clearTimeout(hide);
    };
  }, [rows]);
  return changedIds;
}

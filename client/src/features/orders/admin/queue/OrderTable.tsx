import { useQuery } from '@tanstack/react-query';
import { Suspense, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useShortcutSwitch } from '#client/lib/keyboard/useShortcutKeys.ts';
import { useIsMe, useMay } from '#client/lib/session/permissions.ts';
import { Ltr } from '#client/ui/data/Ltr.tsx';
import { Money } from '#client/ui/data/Money.tsx';
import { Pagination } from '#client/ui/data/Pagination.tsx';
import { Table, type Column } from '#client/ui/data/Table.tsx';
import { AdminProblem } from '#client/ui/feedback/AdminProblem.tsx';
import { Skeleton } from '#client/ui/feedback/Skeleton.tsx';
import { Button } from '#client/ui/form/Button.tsx';
import { shownEmail } from '#shared/kernel/email-address.ts';
import type { OrderSortColumn } from '#shared/orders/orders.contract.ts';
import { isOpen } from '#shared/orders/orders.lifecycle.ts';
import { ApproveAll } from '../matching/ApproveAll.tsx';
import { Flag, isFlagged, TransferWord } from '../matching/Flag.tsx';
import { useMatching, type Matching } from '../matching/orders.matching.queries.ts';
import { queuePageSize, queueQuery, type AdminOrder } from '../orders.admin.queries.ts';
import { OrderStatus } from '../OrderStatus.tsx';
import { useGiven } from '../useGiven.ts';
import { Age } from './Age.tsx';
import { BulkBar } from './BulkBar.tsx';
import { Nothing } from './ListNotices.tsx';
import { OrderTableHead } from './OrderTableHead.tsx';
import type { QueueState } from './useQueueState.ts';
import { tableRowId, useTableKeys } from './useTableKeys.ts';

/** The queue as a table for many orders at once: matching orders, chosen rows, and the actions on all of them. */
export function OrderTable({ state }: { state: QueueState }) {
  const { t } = useTranslation(['orders.admin', 'orders.matching']);
  const { data, error, refetch } = useQuery(queueQuery(state.query));
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const isMe = useIsMe();
  const matching = useMatching(state.isTodo);
  const groups = groupsOf(data?.items ?? [], matching);
  const rows = [...groups.flagged, ...groups.match];
  const eligible = rows.filter((row) => isOpen(row) && !isMe(row.userId));
  const picked = eligible.filter(({ id }) => chosen.has(id));
  const isAll = eligible.length > 0 && picked.length === eligible.length;
  const decides = useMay()('orders.decide');
  const keysOn = useShortcutSwitch().isOn;
  const { choose } = useTableKeys({ rows: eligible, chosen, setChosen, isOn: keysOn });
  const box = {
    header: (
      <input
        type="checkbox"
        aria-label={t('table.all')}
        className="tick relative z-1 size-4 align-middle"
        checked={isAll}
        onChange={() => setChosen(new Set(isAll ? [] : eligible.map(({ id }) => id)))}
      />
    ),
    cell: (row: AdminOrder) =>
      eligible.includes(row) && (
        <input
          type="checkbox"
          aria-label={t('table.select', { reference: row.reference })}
          className="tick relative z-1 size-4 align-middle"
          checked={chosen.has(row.id)}
          onChange={({ nativeEvent }) => choose(row.id, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)}
        />
      ),
  };
  const columns = useColumns(state, matching, box, rows);
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-2 overflow-y-auto p-3 *:shrink-0 md:px-4">
      <OrderTableHead state={state} total={data?.total} />
      <Suspense>{matching && decides && <ApproveAll matching={matching} chosen={chosen} />}</Suspense>
      <BulkBar orders={picked} onDone={() => setChosen(new Set())} />
      <Suspense>{matching && isAll && <ChooseMatching {...{ matching, chosen, setChosen }} />}</Suspense>
      {error && <AdminProblem error={error} title={t('failed.load')} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton line="h-96 rounded-card" />}
      {data?.items.length === 0 && <Nothing state={state} total={data.total} />}
      {data && data.items.length > 0 && (
        <Table
          dense
          wide
          caption={t('total', { count: data.total })}
          columns={columns}
          rows={rows}
          rowKey={({ id }) => id}
          groupOf={
            matching &&
            ((row) => t(groups.match.includes(row) ? 'orders.matching:group.match' : 'orders.matching:group.look'))
          }
          card={(row) => <Card {...{ row, state, matching }} box={box.cell(row)} />}
        />
      )}
      {data && data.total > queuePageSize && (
        <Pagination page={state.page} pageSize={queuePageSize} total={data.total} onPage={state.goTo} />
      )}
    </div>
  );
}

interface ChooseMatchingProps {
  matching: Matching;
  chosen: ReadonlySet<string>;
  setChosen: (chosen: ReadonlySet<string>) => void;
}

/** Chooses what matches on every page, once the page in view is chosen. */
function ChooseMatching({ matching: { matching }, chosen, setChosen }: ChooseMatchingProps) {
  const { t } = useTranslation('orders.matching');
  if (chosen.size >= matching.length) return null;
  return (
    <Button
      text={t('choose', { count: matching.length })}
      size="small"
      className="self-start"
      onClick={() => setChosen(new Set(matching.map(({ id }) => id)))}
    />
  );
}

/** Orders that need a look stand before those that match; without the list of the matching all are one group. */
function groupsOf(rows: readonly AdminOrder[], matching: Matching | undefined) {
  const ids = new Set(matching?.matching.map(({ id }) => id));
  return { flagged: rows.filter(({ id }) => !ids.has(id)), match: rows.filter(({ id }) => ids.has(id)) };
}

function useColumns(
  state: QueueState,
  matching: Matching | undefined,
  box: Pick<Column<AdminOrder>, 'header' | 'cell'>,
  rows: readonly AdminOrder[],
): Column<AdminOrder>[] {
  const { t } = useTranslation(['orders.admin', 'users.handling']);
  const { sort } = state.filters;
  const sorted = (ascending: typeof sort, descending: typeof sort) => ({
    sort: sort === ascending ? ('ascending' as const) : sort === descending ? ('descending' as const) : undefined,
    onSort: () => state.change({ sort: sort === ascending ? descending : ascending }),
  });
  const column = (
    id: OrderSortColumn,
    header: string,
    cell: Column<AdminOrder>['cell'],
    end = false,
  ): Column<AdminOrder> => ({ id, header, cell, end, ...sorted(id, `-${id}`) });
  return [
    { id: 'box', ...box },
    column('reference', t('table.order'), (row) => <OpenLink row={row} state={state} />),
    column('status', t('filter.status'), (row) => (
      // Two lines in each row: the stage is below the status where there is one, and rows keep one height.
      <span className="flex min-h-9 items-center">
        <OrderStatus order={row} size="small" bare />
      </span>
    )),
    ...(matching
      ? [
          { id: 'transfer', header: t('table.transfer'), cell: (row: AdminOrder) => <TransferWord id={row.id} /> },
          ...(rows.some(({ id }) => isFlagged(id, matching))
            ? [
                {
                  id: 'flag',
                  header: t('table.flag'),
                  cell: (row: AdminOrder) => (
                    <Suspense>
                      <Flag id={row.id} matching={matching} />
                    </Suspense>
                  ),
                },
              ]
            : []),
        ]
      : []),
    { id: 'age', header: t('table.age'), cell: (row) => <Age row={row} />, ...sorted('oldest', 'newest') },
    ...(matching
      ? [column('payout', t('gets'), (row) => <Sums row={row} />, true)]
      : [
          column('given', t('slip.gave'), (row) => <Sum row={row} of="given" />, true),
          column('payout', t('gets'), (row) => <Sum row={row} of="payout" />, true),
          column('value', t('table.value'), ({ valueUsd }) => <Money amount={valueUsd} currency="USD" />, true),
        ]),
    column('customer', t('table.customer'), (row) => <Customer row={row} />),
    // Nothing of a column that no row fills.
    ...(rows.some(({ assignee }) => assignee)
      ? [column('assignee', t('users.handling:assignee'), ({ assignee }) => assignee?.name)]
      : []),
    ...(matching || !rows.some(({ decidedBy }) => decidedBy)
      ? []
      : [column('decidedBy', t('table.decidedBy'), ({ decidedBy }) => decidedBy)]),
  ];
}

function Sum({ row, of }: { row: AdminOrder; of: 'given' | 'payout' }) {
  return <Ltr className="figures lg:whitespace-nowrap">{useGiven(row)[of]}</Ltr>;
}

function Customer({ row: { userName, userEmail } }: { row: AdminOrder }) {
  return (
    <span
      dir="auto"
      className="block max-w-36 truncate min-[88rem]:max-w-72"
      title={userEmail ? shownEmail(userEmail) : undefined}
    >
      {userName}
    </span>
  );
}

/** The payout above what was given for it: beside verdict and flag there is no room for two columns. */
function Sums({ row }: { row: AdminOrder }) {
  return (
    <span className="flex flex-col items-end">
      <Sum row={row} of="payout" />
      <span className="text-xs text-muted">
        <Sum row={row} of="given" />
      </span>
    </span>
  );
}

function OpenLink({ row, state }: { row: AdminOrder; state: QueueState }) {
  const { t } = useTranslation('orders.admin');
  return (
    <Link
      id={tableRowId(row.id)}
      to={state.hrefOf(row.id)}
      preventScrollReset
      aria-label={t('open', { reference: row.reference })}
      className="font-mono text-xs whitespace-nowrap text-link"
    >
      {row.reference}
    </Link>
  );
}

interface CardProps {
  row: AdminOrder;
  state: QueueState;
  matching: Matching | undefined;
  /** Chooses the order. */
  box: ReactNode;
}

/** The row on a narrow screen: two columns on a phone and four on a tablet, which line up from card to card. */
function Card({ row, state, matching, box }: CardProps) {
  return (
    <div className="grid grid-cols-[1.5rem_minmax(0,1fr)_minmax(0,1fr)] items-baseline gap-x-3 gap-y-1 text-sm md:grid-cols-[1.5rem_repeat(4,minmax(0,1fr))]">
      <span className="col-start-1 row-start-1">{box}</span>
      <span className="col-start-2">
        <OpenLink row={row} state={state} />
      </span>
      <span className="flex justify-end text-end max-md:[&>span]:justify-end md:justify-start md:text-start">
        <OrderStatus order={row} size="small" bare />
      </span>
      <span className="col-start-2 md:col-start-auto">
        <Sum row={row} of="given" />
      </span>
      <span className="text-end">
        <Sum row={row} of="payout" />
      </span>
      <span className="col-start-2">
        <Age row={row} />
      </span>
      <span dir="auto" className="line-clamp-2 text-end wrap-anywhere text-muted md:text-start">
        {row.userName}
      </span>
      {matching && (
        <Suspense>
          <span className="col-span-2 col-start-2 md:col-span-1 md:col-start-auto">
            <TransferWord id={row.id} />
          </span>
          <span className="col-span-2 col-start-2 empty:hidden md:col-span-1 md:col-start-auto">
            <Flag id={row.id} matching={matching} all />
          </span>
        </Suspense>
      )}
    </div>
  );
}

import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAreVerdictsPending } from '#client/features/deposits/deposits.queries.ts';
import { formatNumber } from '#client/lib/format/format.ts';
import { useShortcutSwitch } from '#client/lib/keyboard/useShortcutKeys.ts';
import { useIsMe, useMay } from '#client/lib/session/permissions.ts';
import { Money } from '#client/ui/data/Money.tsx';
import { Pagination } from '#client/ui/data/Pagination.tsx';
import { Table, type Column } from '#client/ui/data/Table.tsx';
import { AdminProblem } from '#client/ui/feedback/AdminProblem.tsx';
import { Skeleton } from '#client/ui/feedback/Skeleton.tsx';
import { Button } from '#client/ui/form/Button.tsx';
import { RowCheckbox } from '#client/ui/form/chips/RowCheckbox.tsx';
import type { OrderSortColumn } from '#shared/orders/admin/orders.admin.contract.ts';
import { isOpen } from '#shared/orders/orders.lifecycle.ts';
import { ApproveAll } from '../matching/ApproveAll.tsx';
import { Flag, isFlagged, TransferWord } from '../matching/Flag.tsx';
import { useIsMatchingPending, useMatching, type Matching } from '../matching/orders.matching.queries.ts';
import { queuePageSize, queueQuery, type AdminOrder } from '../orders.admin.queries.ts';
import { OrderStatus } from '../OrderStatus.tsx';
import { Age } from './Age.tsx';
import { BulkBar } from './BulkBar.tsx';
import { NoOrders } from './ListNotices.tsx';
import { Card, Customer, OpenLink, Sum, Sums } from './OrderCells.tsx';
import { OrderTableHead } from './OrderTableHead.tsx';
import { useLoudest } from './useIsLate.ts';
import type { QueueState } from './useQueueState.ts';
import { useTableKeys } from './useTableKeys.ts';

/** The queue as a table for many orders at once: matching orders, chosen rows, and the actions on all of them. */
export function OrderTable({ state }: { state: QueueState }) {
  const { t } = useTranslation(['orders.admin', 'orders.matching', 'admin.common']);
  const { data: page, error, refetch } = useQuery(queueQuery(state.query));
  // The strip above the table, and the coins that arrived in its rows, would move it if they came later.
  const isWaiting = [useIsMatchingPending(state.isTodo), useAreVerdictsPending()].includes(true);
  const data = isWaiting ? undefined : page;
  const [chosenIds, setChosenIds] = useState<ReadonlySet<string>>(new Set());
  const isMe = useIsMe();
  const matching = useMatching(state.isTodo);
  const groups = groupsOf(data?.items ?? [], matching);
  const rows = [...groups.flagged, ...groups.match];
  const eligibleRows = rows.filter((row) => isOpen(row) && !isMe(row.userId));
  const pickedRows = eligibleRows.filter(({ id }) => chosenIds.has(id));
  const isAll = eligibleRows.length > 0 && pickedRows.length === eligibleRows.length;
  const mayDecide = useMay()('orders.decide');
  const keysOn = useShortcutSwitch().isOn;
  const { choose } = useTableKeys({ rows: eligibleRows, chosen: chosenIds, setChosen: setChosenIds, isOn: keysOn });
  const groupTexts = useGroupTexts(state, matching);
  const box = useBoxes({ eligible: eligibleRows, chosen: chosenIds, isAll, setChosen: setChosenIds, choose });
  const loudest = useLoudest(groups.flagged);
  const columns = useColumns(state, matching, box, loudest);
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-2 overflow-y-auto p-4 *:shrink-0 md:px-6">
      <OrderTableHead state={state} total={data?.total} />
      <Suspense>
        {matching && mayDecide && (
          <ApproveAll
            matching={matching}
            chosen={chosenAmong(chosenIds, [...rows, ...matching.matching])}
            onClear={() => setChosenIds(new Set())}
          />
        )}
      </Suspense>
      <BulkBar orders={pickedRows} onDone={() => setChosenIds(new Set())} />
      <Suspense>
        {matching && isAll && <ChooseMatching {...{ matching, chosen: chosenIds, setChosen: setChosenIds }} />}
      </Suspense>
      {error && <AdminProblem error={error} title={t('admin.common:failed.orders')} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton line="h-96 rounded-card" />}
      {data?.items.length === 0 && <NoOrders state={state} total={data.total} />}
      {data && data.items.length > 0 && (
        <Table
          dense
          wide
          caption={t('total', { count: data.total })}
          columns={columns}
          rows={rows}
          rowKey={({ id }) => id}
          groupOf={matching && ((row) => groupTexts[groups.match.includes(row) ? 'match' : 'check'])}
          card={(row) => <Card {...{ row, state, matching, loudest }} box={box.cell(row)} />}
        />
      )}
      {data && data.total > queuePageSize && (
        <Pagination page={state.page} pageSize={queuePageSize} total={data.total} onPage={state.goTo} />
      )}
    </div>
  );
}

interface BoxesProps {
  /** The orders that can be chosen. */
  eligible: readonly AdminOrder[];
  chosen: ReadonlySet<string>;
  isAll: boolean;
  setChosen: (chosen: ReadonlySet<string>) => void;
  choose: (id: string, isRange: boolean) => void;
}

/** The boxes that choose all orders of the page, and each of them; Shift chooses up to there. */
function useBoxes({ eligible, chosen, isAll, setChosen, choose }: BoxesProps) {
  const { t } = useTranslation('orders.admin');
  return {
    header: (
      <RowCheckbox
        label={t('table.all')}
        className="size-4"
        checked={isAll}
        onChange={() => setChosen(new Set(isAll ? [] : eligible.map(({ id }) => id)))}
      />
    ),
    cell: (row: AdminOrder) =>
      eligible.includes(row) && (
        <RowCheckbox
          label={t('table.select', { reference: row.reference })}
          className="size-4"
          checked={chosen.has(row.id)}
          onChange={({ nativeEvent }) => choose(row.id, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)}
        />
      ),
  };
}

/** Chosen orders that are still listed: one that a colleague has decided meanwhile is no longer chosen. */
function chosenAmong(chosen: ReadonlySet<string>, listed: readonly { id: string }[]): ReadonlySet<string> {
  return new Set(listed.map(({ id }) => id).filter((id) => chosen.has(id)));
}

interface ChooseMatchingProps {
  matching: Matching;
  chosen: ReadonlySet<string>;
  setChosen: (chosen: ReadonlySet<string>) => void;
}

/** Chooses the matching orders of every page, once the current page is chosen. */
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

/** The names of the two groups, with their numbers on all pages, and what ranks the first one. */
function useGroupTexts({ filters: { sort } }: QueueState, matching: Matching | undefined) {
  const { t } = useTranslation(['orders.matching', 'admin.common']);
  const check = t('group.check', { number: formatNumber(matching?.left.length ?? 0) });
  return {
    check: sort === 'oldest' || sort === 'newest' ? [check, t(`admin.common:sort.${sort}`)].join(' · ') : check,
    match: t('group.match', { number: formatNumber(matching?.matching.length ?? 0) }),
  };
}

/** Orders that need a check come before matching ones; until the list of matches is loaded all are one group. */
function groupsOf(rows: readonly AdminOrder[], matching: Matching | undefined) {
  const ids = new Set(matching?.matching.map(({ id }) => id));
  return { flagged: rows.filter(({ id }) => !ids.has(id)), match: rows.filter(({ id }) => ids.has(id)) };
}

function useColumns(
  state: QueueState,
  matching: Matching | undefined,
  box: Pick<Column<AdminOrder>, 'header' | 'cell'>,
  loudest: ReadonlySet<string>,
): Column<AdminOrder>[] {
  const { t } = useTranslation(['orders.admin', 'users.handling']);
  const { sort } = state.filters;
  const sortedBy = (ascending: typeof sort, descending: typeof sort) => ({
    sort: sort === ascending ? ('ascending' as const) : sort === descending ? ('descending' as const) : undefined,
    onSort: () => state.change({ sort: sort === ascending ? descending : ascending }),
  });
  const column = (
    id: OrderSortColumn,
    header: string,
    cell: Column<AdminOrder>['cell'],
    end = false,
  ): Column<AdminOrder> => ({ id, header, cell, end, ...sortedBy(id, `-${id}`) });
  return [
    { id: 'box', ...box },
    column('reference', t('table.order'), (row) => <OpenLink row={row} state={state} />),
    column('status', t('filter.status'), (row) => (
      // The stage has its own line below the status; no row has a third line.
      <span className="flex items-center whitespace-nowrap">
        <OrderStatus order={row} size="small" bare isStacked isShort={matching !== undefined} />
      </span>
    )),
    ...(matching
      ? [
          { id: 'transfer', header: t('table.transfer'), cell: (row: AdminOrder) => <TransferWord id={row.id} /> },
          {
            id: 'flag',
            header: t('table.flag'),
            cell: (row: AdminOrder) => (
              <Suspense>
                <Flag id={row.id} matching={matching} />
              </Suspense>
            ),
            isFilled: ({ id }: AdminOrder) => isFlagged(id, matching),
          },
        ]
      : []),
    {
      id: 'age',
      header: t('table.age'),
      cell: (row) => <Age {...{ row, loudest }} className="text-muted" />,
      ...sortedBy('oldest', 'newest'),
    },
    ...(matching
      ? [column('payout', t('gets'), (row) => <Sums row={row} />, true)]
      : [
          column('given', t('slip.gave'), (row) => <Sum row={row} of="given" />, true),
          column('payout', t('gets'), (row) => <Sum row={row} of="payout" />, true),
          column('value', t('table.value'), ({ valueUsd }) => <Money amount={valueUsd} currency="USD" />, true),
        ]),
    column('customer', t('table.customer'), (row) => <Customer row={row} />),
    {
      ...column('assignee', t('users.handling:assignee'), ({ assignee }) => assignee?.name),
      isFilled: ({ assignee }) => assignee !== null,
    },
    {
      ...column('decidedBy', t('table.decidedBy'), ({ decidedBy }) => decidedBy),
      isFilled: ({ decidedBy }) => !matching && decidedBy !== null,
    },
  ];
}

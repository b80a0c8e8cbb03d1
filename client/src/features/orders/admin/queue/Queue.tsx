import type { UseQueryResult } from '@tanstack/react-query';
import { Table2 } from 'lucide-react';
import { Suspense, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useTakeNext } from '#client/features/users/users.handling.queries.ts';
import { useShortcutKeys } from '#client/lib/keyboard/useShortcutKeys.ts';
import { useMay } from '#client/lib/session/permissions.ts';
import { toast } from '#client/ui/feedback/toast.ts';
import { Button, IconButton } from '#client/ui/form/Button.tsx';
import { ExportSlot } from '#client/ui/layout/ExportSlot.tsx';
import { ListPane } from '#client/ui/layout/ListPane.tsx';
import { ApproveAll } from '../matching/ApproveAll.tsx';
import { useIsMatchingPending, useMatching } from '../matching/orders.matching.queries.ts';
import { queuePageSize, type AdminOrder, type QueuePage } from '../orders.admin.queries.ts';
import { NoOrders } from './ListNotices.tsx';
import { QueueChips } from './QueueChips.tsx';
import { QueueFilterDialog } from './QueueFilters.tsx';
import { QueueRow } from './QueueRow.tsx';
import { QueueSearch } from './QueueSearch.tsx';
import { useLoudest } from './useIsLate.ts';
import { dateSortOf, type QueueState } from './useQueueState.ts';

interface QueueProps {
  state: QueueState;
  list: UseQueryResult<QueuePage>;
  /** True while there is no order at all. */
  isBare: boolean;
  /** The open order, if the list does not contain it. */
  outside: AdminOrder | undefined;
  keys: Readonly<Record<string, () => void>>;
  keysOn: boolean;
  onEnter: () => void;
  onQuick: (order: AdminOrder, action: 'approve' | 'reject') => void;
  footer: ReactNode;
  className?: string;
}

/** The orders that wait for an admin, oldest first. */
export function Queue({ state, list, isBare, outside, keys, keysOn, onEnter, onQuick, footer, className }: QueueProps) {
  const { t } = useTranslation(['orders.admin', 'orders.matching', 'admin.common']);
  const matching = useMatching(state.isTodo);
  const shownList = { ...list, data: useIsMatchingPending(state.isTodo) ? undefined : list.data };
  useShortcutKeys('screen', keys, keysOn);
  return (
    <ListPane
      titleId="queue-title"
      title={t('title')}
      beside={
        <>
          <QueueFilterDialog state={state} />
          <IconButton
            label={t('table.show')}
            className="size-9! border border-line-strong pointer-coarse:size-11!"
            onClick={() => state.change({ view: 'table' })}
          >
            <Table2 className="size-4" />
          </IconButton>
          <ExportSlot iconOnly list="transactions" filter={filtersOf(state.query)} />
        </>
      }
      tools={
        <>
          <div className="min-w-40 flex-1 basis-40">
            <QueueSearch value={state.filters.q} onChange={(q) => state.change({ q })} />
          </div>
          <TakeNext state={state} />
        </>
      }
      chips={
        <>
          <QueueChips state={state} isNarrow />
          <Suspense>{matching && <ApproveAll matching={matching} isBeside={state.openId !== undefined} />}</Suspense>
        </>
      }
      failed={t('admin.common:failed.orders')}
      updated={(time) => t('updated', { order: t(`admin.common:sort.${dateSortOf(state.filters)}`), time })}
      page={state.page}
      pageSize={queuePageSize}
      onPage={state.goTo}
      list={shownList}
      {...{ isBare, footer, className }}
    >
      {(page) => <Rows {...{ state, outside, page, onEnter, onQuick }} />}
    </ListPane>
  );
}

/** The filters, without the open order and the page. */
function filtersOf({ q, status, type, currency, assignee, tag, work, since, from, to }: QueueState['query']) {
  return { q, status, type, currency, assignee, tag, work, since, from, to };
}

type RowsProps = Pick<QueueProps, 'state' | 'outside' | 'onEnter' | 'onQuick'> & { page: QueuePage };

function Rows({ state, outside, page: { items, total }, onEnter, onQuick }: RowsProps) {
  const { t } = useTranslation('orders.admin');
  const loudest = useLoudest(outside ? [outside, ...items] : items);
  const rowOf = (row: AdminOrder) => (
    <QueueRow
      key={row.id}
      row={row}
      loudest={loudest}
      href={state.hrefOf(row.id)}
      isCurrent={row.id === state.openId}
      onEnter={onEnter}
      onQuick={(action) => onQuick(row, action)}
    />
  );
  return (
    <>
      {outside && (
        <section aria-labelledby="queue-outside">
          <h3 id="queue-outside" className="bg-raised px-4 py-1.5 text-xs font-medium text-muted">
            {t('outside.title')}
          </h3>
          <ul>{rowOf(outside)}</ul>
        </section>
      )}
      {/* The list has this name for screen readers. */}
      {outside && items.length > 0 && (
        <p aria-hidden="true" className="bg-raised px-4 py-1.5 text-xs font-medium text-muted">
          {t('total', { count: total })}
        </p>
      )}
      {items.length === 0 ? (
        <NoOrders state={state} total={total} />
      ) : (
        <ol aria-label={t('total', { count: total })}>{items.map(rowOf)}</ol>
      )}
    </>
  );
}

/** Takes the oldest unassigned order, and opens it. */
function TakeNext({ state }: { state: QueueState }) {
  const { t } = useTranslation('users.handling');
  const take = useTakeNext();
  const mayDecide = useMay()('orders.decide');
  if (!mayDecide) return null;
  return (
    <Button
      text={t('takeNext')}
      size="small"
      variant="outline"
      className="whitespace-nowrap"
      busy={take.isPending}
      onClick={() =>
        take.mutate(undefined, {
          onSuccess: (order) => (order ? state.open(order.id) : toast({ title: t('noneLeft') })),
          onError: () => toast({ title: t('failed.take') }),
        })
      }
    />
  );
}

import type { UseQueryResult } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useTableLayout } from '#client/lib/browser/useMediaQuery.ts';
import { AdminProblem } from '#client/ui/feedback/AdminProblem.tsx';
import { EmptyList, NothingFound } from '#client/ui/feedback/EmptyList.tsx';
import { Button } from '#client/ui/form/Button.tsx';
import { NextWorkSlot } from '#client/ui/layout/admin/NextWorkSlot.tsx';
import { DetailSkeleton } from '#client/ui/layout/DetailPane.tsx';
import { TakeBack } from '../decide/TakeBack.tsx';
import type { QueuePage } from '../orders.admin.queries.ts';
import type { OpenRow } from './useOpenRow.ts';
import type { QueueState } from './useQueueState.ts';

/** The button that leaves an empty list: back from behind its last page, or without the filters. */
export function ListReset({ state, total }: { state: QueueState; total: number }) {
  const { t } = useTranslation(['orders.admin', 'admin.common']);
  if (total > 0) return <Button onClick={() => state.goTo(1)}>{t('empty.first')}</Button>;
  return state.isNarrowed && <Button onClick={state.clear}>{t('admin.common:filters.clear')}</Button>;
}

/** Shown in place of an empty list: the queue is done, no order matches the filters, or the page is past the end. */
export function NoOrders({ state, total }: { state: QueueState; total: number }) {
  const { t } = useTranslation(['orders.admin', 'admin.common']);
  if (total > 0)
    return <EmptyList text={t('admin.common:empty.past')} action={<ListReset state={state} total={total} />} />;
  if (state.isNarrowed) return <NothingFound q={state.filters.q} onClear={state.clear} />;
  return (
    <EmptyList
      Icon={CircleCheck}
      text={t('empty.text')}
      action={
        <div className="flex flex-wrap items-center justify-center gap-3">
          <NextWorkSlot />
          <Button variant="ghost" onClick={() => state.change({ show: 'all' })}>
            {t('empty.all')}
          </Button>
        </div>
      }
    />
  );
}

interface ListNoticeProps {
  list: UseQueryResult<QueuePage>;
  listed: OpenRow;
  /** The order that the reader decided last, which has left the list. */
  decidedId: string | undefined;
}

/** On a phone, where no list is visible: the way back to the last decision, and the error of loading the list. */
export function ListNotice(props: ListNoticeProps) {
  const isTableLayout = useTableLayout();
  return (
    <>
      {!isTableLayout && props.decidedId !== undefined && <TakeBack orderId={props.decidedId} />}
      <ListError {...props} />
    </>
  );
}

function ListError({ list: { error, refetch }, listed: { rows } }: ListNoticeProps) {
  const { t } = useTranslation(['orders.admin', 'admin.common']);
  if (rows || !error) return null;
  return (
    <div className="md:hidden">
      <AdminProblem error={error} title={t('admin.common:failed.orders')} onRetry={() => void refetch()} />
    </div>
  );
}

type EmptyPaneProps = Pick<ListNoticeProps, 'list'> & Pick<OpenRow, 'rows'>;

/** The pane beside the queue while no order is open; why the list has no row is said in the list. */
export function EmptyPane({ list: { error }, rows }: EmptyPaneProps) {
  const { t } = useTranslation('orders.admin');
  return (
    <div className="hidden bg-sunken p-6 md:grid xl:col-span-2 xl:row-span-2">
      {!rows && !error && <DetailSkeleton />}
      {(rows || error) && rows?.length !== 0 && <p className="place-self-center text-muted">{t('pick')}</p>}
    </div>
  );
}

import type { UseQueryResult } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useTableLayout } from '#client/lib/browser/useMediaQuery.ts';
import { AdminProblem } from '#client/ui/feedback/AdminProblem.tsx';
import { EmptyState } from '#client/ui/feedback/States.tsx';
import { Button } from '#client/ui/form/Button.tsx';
import { DetailSkeleton } from '#client/ui/layout/DetailPane.tsx';
import { TakeBack } from '../decide/TakeBack.tsx';
import type { QueuePage } from '../orders.admin.queries.ts';
import type { OpenRow } from './useOpenRow.ts';
import type { QueueState } from './useQueueState.ts';

/** The way out of a list without rows: back from behind its end, or without what narrows it. */
export function ListReset({ state, total }: { state: QueueState; total: number }) {
  const { t } = useTranslation(['orders.admin', 'admin.common']);
  if (total > 0) return <Button onClick={() => state.goTo(1)}>{t('empty.first')}</Button>;
  return state.isNarrowed && <Button onClick={state.clear}>{t('admin.common:filters.clear')}</Button>;
}

/** In the place of a list without rows: the queue is done, nothing fits the filters, or the page lies past the end. */
export function Nothing({ state, total }: { state: QueueState; total: number }) {
  const { t } = useTranslation('orders.admin');
  const { isNarrowed, isTodo } = state;
  const emptyTexts = isNarrowed
    ? { title: t('empty.filteredTitle'), text: t('empty.filtered') }
    : { title: t('empty.title'), text: t('empty.text') };
  const showAll = <Button onClick={() => state.change({ show: 'all' })}>{t('empty.all')}</Button>;
  return (
    <EmptyState
      level={3}
      title={emptyTexts.title}
      text={total > 0 ? t('empty.past') : emptyTexts.text}
      action={total === 0 && isTodo && !isNarrowed ? showAll : <ListReset state={state} total={total} />}
    />
  );
}

interface ListNoticeProps {
  state: QueueState;
  list: UseQueryResult<QueuePage>;
  listed: OpenRow;
  /** The order that the reader decided last: it has left the list by that. */
  decidedId: string | undefined;
}

/** The notes about the list beside the open order; on a phone, where no list is visible, also the way back to the last decision. */
export function ListNotice(props: ListNoticeProps) {
  const isTableLayout = useTableLayout();
  return (
    <>
      {!isTableLayout && props.decidedId !== undefined && <TakeBack orderId={props.decidedId} />}
      <Outside {...props} />
    </>
  );
}

/** Notes that the list does not have the open order; on a phone the error of loading it. */
function Outside(props: ListNoticeProps) {
  const {
    state,
    list: { data, error, refetch },
    listed: { rows, outside },
    decidedId,
  } = props;
  const { t } = useTranslation('orders.admin');
  if (!rows && error) {
    return (
      <div className="md:hidden">
        <AdminProblem error={error} title={t('failed.load')} onRetry={() => void refetch()} />
      </div>
    );
  }
  if (!outside || outside.id === decidedId) return null;
  const first = rows?.[0];
  const resetButton = first ? (
    <Button text={t('outside.first')} size="small" variant="ghost" onClick={() => state.open(first.id)} />
  ) : (
    <ListReset state={state} total={data?.total ?? 0} />
  );
  return (
    // Quiet: what the order itself says is louder.
    <output className="flex flex-wrap items-center justify-between gap-x-3 text-xs text-muted">
      {t('outside.text')}
      <span className="max-md:hidden">{resetButton}</span>
    </output>
  );
}

interface EmptyPaneProps {
  state: QueueState;
  list: UseQueryResult<QueuePage>;
  /** `undefined` until the list is here. */
  rows: OpenRow['rows'];
}

/** The pane beside the queue while no order is open. */
export function EmptyPane({ state, list: { data, error }, rows }: EmptyPaneProps) {
  const { t } = useTranslation('orders.admin');
  const total = data?.total ?? 0;
  const hasNone = rows?.length === 0 && (state.isNarrowed || total > 0);
  return (
    <div className="hidden bg-sunken p-6 md:grid xl:col-span-2 xl:row-span-2">
      {!rows && !error && <DetailSkeleton />}
      {hasNone && (
        <div className="self-center">
          <EmptyState
            level={3}
            title={t('outside.none')}
            text={t('outside.noneText')}
            action={<ListReset state={state} total={total} />}
          />
        </div>
      )}
      {(rows || error) && !hasNone && <p className="place-self-center text-muted">{t('pick')}</p>}
    </div>
  );
}

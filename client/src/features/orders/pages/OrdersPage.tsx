import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { CallError } from '#client/lib/api/call.ts';
import { useOnline } from '#client/lib/api/online.ts';
import { formatDateTime } from '#client/lib/format/format.ts';
import { useRefreshOn } from '#client/lib/realtime/useRefreshOn.ts';
import { Pagination } from '#client/ui/data/Pagination.tsx';
import { Note } from '#client/ui/feedback/Banner.tsx';
import { useProblemText } from '#client/ui/feedback/Problem.tsx';
import { EmptyState, LoadedQuery } from '#client/ui/feedback/States.tsx';
import { Button, ButtonLink } from '#client/ui/form/Button.tsx';
import { Page } from '#client/ui/layout/Page.tsx';
import { RequireSession } from '#client/ui/layout/RequireSession.tsx';
import { Details } from '../components/Details.tsx';
import { whyOffline } from '../components/ExportDialog.tsx';
import { Filters } from '../components/Filters.tsx';
import { OrderList } from '../components/OrderList.tsx';
import { useListState, type ListState } from '../components/useListState.ts';
import { Success } from '../line/Success.tsx';
import { isCopy } from '../orders.offline.ts';
import { orderRoutes, ordersQuery, pageSize } from '../orders.queries.ts';

/** All orders of the signed-in user. */
export function OrdersPage() {
  const { t } = useTranslation('orders');
  const [search] = useSearchParams();
  return (
    <RequireSession title={t('signedOut.title')} text={t(search.has('tx') ? 'signedOut.details' : 'signedOut.text')}>
      {() => <OrderHistory />}
    </RequireSession>
  );
}

function OrderHistory() {
  const { t } = useTranslation('orders');
  const state = useListState();
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const online = useOnline();
  const openedOrderId = search.get('tx');
  // A customer without orders sees one offer to start.
  const isEmpty = useQuery(ordersQuery(state.query)).data?.total === 0 && !state.isFiltered;
  useRefreshOn('transaction_updated', ...orderRoutes);
  // A stopped address that is on screen must go at once.
  useRefreshOn('deposit_address_stopped', ...orderRoutes);
  const close = () => {
    const rest = new URLSearchParams(search);
    rest.delete('tx');
    // Replaces the address of the closed order, so that Back does not open it again.
    void navigate(`/transactions?${rest.toString()}`, { replace: true, preventScrollReset: true });
  };
  if (openedOrderId && search.has('new')) return <Success id={openedOrderId} />;

  return (
    <Page
      title={t('title')}
      actions={
        online ? (
          // Space is reserved for it, so that nothing moves once the list is loaded.
          <ButtonLink variant="filled" to="/sell" className={isEmpty ? 'invisible' : undefined}>
            {t('sellMore')}
          </ButtonLink>
        ) : (
          <Button text={t('sellMore')} variant="filled" disabled aria-describedby={whyOffline} />
        )
      }
    >
      <List state={state} />
      {openedOrderId && <Details id={openedOrderId} onClose={close} />}
    </Page>
  );
}

function List({ state }: { state: ListState }) {
  const { t } = useTranslation(['orders', 'common']);
  const textOf = useProblemText();
  const online = useOnline();
  const orders = useQuery(ordersQuery(state.query));
  const { data: shownPage, dataUpdatedAt, error } = orders;
  if (!shownPage)
    return (
      <LoadedQuery
        query={orders}
        title={t('listFailed')}
        className="flex flex-col gap-3"
        skeleton={['h-12 max-w-md', 'h-80 rounded-card']}
      />
    );
  return (
    <>
      {(shownPage.total > 0 || state.isFiltered) && <Filters state={state} />}
      {!online ? (
        // The strip above says that the device is offline.
        <p id={whyOffline} aria-live="polite" className="text-sm text-muted">
          {t('savedCopy', { time: formatDateTime(new Date(dataUpdatedAt)) })}
          <span className="sr-only"> {t('common:offline.shut')}</span>
        </p>
      ) : (
        error && (
          <Note tone="warning" announce>
            {isCopy(shownPage) ? t('savedCopy', { time: formatDateTime(new Date(dataUpdatedAt)) }) : t('stale')}{' '}
            {error instanceof CallError && textOf(error)}
          </Note>
        )
      )}
      {shownPage.items.length === 0 ? (
        <NoOrders state={state} total={shownPage.total} />
      ) : (
        <>
          <OrderList rows={shownPage.items} hrefOf={({ id }) => state.hrefOf(id)} />
          <Pagination page={state.page} pageSize={pageSize} total={shownPage.total} onPage={state.goTo} />
        </>
      )}
    </>
  );
}

function NoOrders({ state, total }: { state: ListState; total: number }) {
  const { t } = useTranslation('orders');
  if (state.isFiltered) {
    const { isSearch } = state;
    return (
      <EmptyState
        title={t('noneFiltered.title')}
        text={t(isSearch ? 'noneFiltered.titleSearch' : 'noneFiltered.text')}
        action={
          <Button onClick={state.clear}>{t(isSearch ? 'noneFiltered.clearSearch' : 'noneFiltered.clear')}</Button>
        }
      />
    );
  }
  if (total > 0) {
    return (
      <EmptyState
        title={t('noneFiltered.title')}
        text={t('pastTheEnd')}
        action={<Button onClick={() => state.goTo(1)}>{t('firstPage')}</Button>}
      />
    );
  }
  return (
    <EmptyState
      title={t('none.title')}
      text={t('none.text')}
      action={<ButtonLink text={t('none.start')} variant="filled" to="/sell" />}
    />
  );
}

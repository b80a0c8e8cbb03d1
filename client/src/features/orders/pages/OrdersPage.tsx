import { useQuery } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { settingsQuery } from '#client/features/settings/settings.queries.ts';
import { CallError } from '#client/lib/api/call.ts';
import { formatDateTime } from '#client/lib/format/format.ts';
import { useRefreshOn } from '#client/lib/realtime/useRefreshOn.ts';
import { DottedRow, DottedRows, Slip, SlipTotal } from '#client/ui/brand/Slip.tsx';
import { Pagination } from '#client/ui/data/Pagination.tsx';
import { Note } from '#client/ui/feedback/Banner.tsx';
import { useProblemText } from '#client/ui/feedback/Problem.tsx';
import { EmptyState, Loaded } from '#client/ui/feedback/States.tsx';
import { Button, ButtonLink } from '#client/ui/form/Button.tsx';
import { Page } from '#client/ui/layout/Page.tsx';
import { RequireSession } from '#client/ui/layout/RequireSession.tsx';
import { Strips } from '#client/ui/layout/Strips.tsx';
import { Details } from '../components/Details.tsx';
import { useAwaitingProofStrips } from '../components/ExchangesAwaitingProof.tsx';
import { Filters } from '../components/Filters.tsx';
import { OrderList } from '../components/OrderList.tsx';
import { givenOf, useArrival } from '../components/orders.text.ts';
import { useListState, type ListState } from '../components/useListState.ts';
import { isCopy } from '../orders.offline.ts';
import { orderQuery, orderRoutes, ordersQuery, pageSize } from '../orders.queries.ts';

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
  const submitted = search.get('submitted');
  const opened = search.get('tx');
  // Who has sold nothing yet is offered to start, once.
  const isEmpty = useQuery(ordersQuery(state.query)).data?.total === 0 && !state.isFiltered;
  useRefreshOn('transaction_updated', ...orderRoutes);
  // A stopped address that is on screen must go at once.
  useRefreshOn('deposit_address_stopped', ...orderRoutes);
  const awaitingProof = useAwaitingProofStrips();
  const close = () => {
    const rest = new URLSearchParams(search);
    for (const name of ['tx', 'submitted']) rest.delete(name);
    void navigate(`/transactions?${rest.toString()}`, { preventScrollReset: true });
  };

  return (
    <Page
      title={t('title')}
      actions={
        // Its place stays, so that nothing moves once the list is there.
        <ButtonLink variant={submitted ? 'outline' : 'filled'} to="/sell" className={isEmpty ? 'invisible' : undefined}>
          {t('sellMore')}
        </ButtonLink>
      }
    >
      {submitted && <Submitted id={submitted} href={state.hrefOf(submitted)} />}
      <Strips strips={awaitingProof} all />
      <List state={state} />
      {opened && <Details id={opened} onClose={close} />}
    </Page>
  );
}

function List({ state }: { state: ListState }) {
  const { t } = useTranslation('orders');
  const textOf = useProblemText();
  const orders = useQuery(ordersQuery(state.query));
  const { data: shown, dataUpdatedAt, error } = orders;
  if (!shown)
    return (
      <Loaded
        query={orders}
        title={t('listFailed')}
        className="flex flex-col gap-3"
        skeleton={['h-12 max-w-md', 'h-80 rounded-card']}
      />
    );
  return (
    <>
      {(shown.total > 0 || state.isFiltered) && <Filters state={state} />}
      {error && (
        <Note tone="warning" announce>
          {isCopy(shown) ? t('savedCopy', { time: formatDateTime(new Date(dataUpdatedAt)) }) : t('stale')}{' '}
          {error instanceof CallError && textOf(error)}
        </Note>
      )}
      {shown.items.length === 0 ? (
        <Nothing state={state} total={shown.total} />
      ) : (
        <>
          <OrderList rows={shown.items} hrefOf={({ id }) => state.hrefOf(id)} />
          <Pagination page={state.page} pageSize={pageSize} total={shown.total} onPage={state.goTo} />
        </>
      )}
    </>
  );
}

function Nothing({ state, total }: { state: ListState; total: number }) {
  const { t } = useTranslation('orders');
  if (state.isFiltered) {
    return (
      <EmptyState
        title={t('noneFiltered.title')}
        text={t('noneFiltered.text')}
        action={<Button onClick={state.clear}>{t('noneFiltered.clear')}</Button>}
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

/** The only confirmation, as no toast repeats it: focused, so that a screen reader reads it. */
const focusOnce = (element: HTMLHeadingElement | null) => element?.focus();

/** After a sale: confirmation, reference and next steps. Stays until the user leaves. */
function Submitted({ id, href }: { id: string; href: string }) {
  const { t } = useTranslation('orders');
  const { data: order } = useQuery(orderQuery(id));
  const { data: settings } = useQuery(settingsQuery);
  const arrival = useArrival(order);
  if (!order) return null;
  const { check, payout } = settings?.times ?? {};
  return (
    <section aria-labelledby="submitted" className="grid gap-6 md:grid-cols-[minmax(0,1fr)_360px] md:items-start">
      <div className="flex flex-col gap-3">
        <h2 id="submitted" ref={focusOnce} tabIndex={-1} className="flex items-start gap-3 text-xl">
          <CircleCheck className="mt-0.5 size-6 shrink-0 text-completed" />
          {t('submitted.title')}
        </h2>
        <p className="text-muted">
          {t('submitted.text')} {arrival?.text}
        </p>
        {check && payout && (
          <ol className="list-decimal space-y-1 ps-5 text-sm text-muted">
            <li>{t('submitted.check', { time: check })}</li>
            <li>{t('submitted.pay', { time: payout })}</li>
            <li>{t('submitted.mail')}</li>
          </ol>
        )}
        <ButtonLink text={t('submitted.track')} variant="filled" to={href} className="mt-1 self-start" />
      </div>
      <Slip seed={order.reference} title={t('slip.title')} aside={<span className="font-mono">{order.reference}</span>}>
        <SlipTotal label={t('slip.get')} amount={order.payoutAmount} currency={order.payoutCurrency} />
        <DottedRows className="mt-3">
          <DottedRow label={t('slip.sent')}>{givenOf(order)}</DottedRow>
        </DottedRows>
      </Slip>
    </section>
  );
}

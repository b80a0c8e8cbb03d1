import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { CallError } from '#client/lib/call.ts';
import { formatDateTime } from '#client/lib/format.ts';
import { useLive } from '#client/lib/socket.ts';
import { Note } from '#client/ui/Banner.tsx';
import { Button, ButtonLink } from '#client/ui/Button.tsx';
import { Page } from '#client/ui/Page.tsx';
import { Pagination } from '#client/ui/Pagination.tsx';
import { useProblemText } from '#client/ui/Problem.tsx';
import { RequireSession } from '#client/ui/RequireSession.tsx';
import { Bone, Skeleton } from '#client/ui/Skeleton.tsx';
import { EmptyState, ErrorState } from '#client/ui/States.tsx';
import { Details } from '../parts/Details.tsx';
import { Filters } from '../parts/Filters.tsx';
import { Submitted } from '../parts/Submitted.tsx';
import { TransactionList } from '../parts/TransactionList.tsx';
import { useListState, type ListState } from '../parts/useListState.ts';
import { seenList } from '../seen-orders.ts';
import { pageSize, transactionsQuery } from '../transactions.api.ts';

/** All orders of the signed-in person. */
export function TransactionsPage() {
  const { t } = useTranslation('transactions');
  return (
    <RequireSession title={t('signedOut.title')} text={t('signedOut.text')}>
      {() => <Transactions />}
    </RequireSession>
  );
}

function Transactions() {
  const { t } = useTranslation('transactions');
  const state = useListState();
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const submitted = search.get('submitted');
  const opened = search.get('tx');
  useFreshOnNews();
  const close = () => {
    const rest = new URLSearchParams(search);
    rest.delete('tx');
    void navigate(`/transactions?${rest.toString()}`, { preventScrollReset: true });
  };

  return (
    <Page
      title={t('title')}
      actions={
        <ButtonLink look="filled" to="/sell">
          {t('sellMore')}
        </ButtonLink>
      }
    >
      {submitted && <Submitted id={submitted} href={state.hrefOf(submitted)} />}
      <List state={state} />
      {opened && <Details id={opened} onClose={close} />}
    </Page>
  );
}

/** News of an order come over the socket; the figures are then fetched, never taken from the news. */
function useFreshOnNews(): void {
  const client = useQueryClient();
  useLive('transaction_updated', () => void client.invalidateQueries({ queryKey: ['transactions'] }));
}

function List({ state }: { state: ListState }) {
  const { t } = useTranslation('transactions');
  const textOf = useProblemText();
  const { data, error, isFetching, refetch } = useQuery(transactionsQuery(state.query));
  const copy = data ? undefined : seenList(state.query);
  const shown = data ?? copy?.data;

  if (!shown) {
    if (error)
      return <ErrorState error={error} title={t('listFailed')} onRetry={() => void refetch()} retrying={isFetching} />;
    return <ListSkeleton />;
  }
  return (
    <>
      {(shown.total > 0 || state.isFiltered) && <Filters state={state} />}
      {error && (
        <Note tone="warning" announce>
          {copy ? t('savedCopy', { time: formatDateTime(new Date(copy.savedAt)) }) : t('stale')}{' '}
          {error instanceof CallError && textOf(error)}
        </Note>
      )}
      {shown.items.length === 0 ? (
        <Nothing state={state} total={shown.total} />
      ) : (
        <>
          <TransactionList rows={shown.items} hrefOf={({ id }) => state.hrefOf(id)} />
          <Pagination page={state.page} pageSize={pageSize} total={shown.total} onPage={state.goTo} />
        </>
      )}
    </>
  );
}

function Nothing({ state, total }: { state: ListState; total: number }) {
  const { t } = useTranslation('transactions');
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
      action={<ButtonLink to="/sell">{t('none.start')}</ButtonLink>}
    />
  );
}

function ListSkeleton() {
  return (
    <Skeleton className="flex flex-col gap-3">
      <Bone className="h-12 max-w-md" />
      <Bone className="h-80 rounded-card" />
    </Skeleton>
  );
}

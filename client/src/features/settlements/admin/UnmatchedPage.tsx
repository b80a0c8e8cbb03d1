import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useListParams, type ListParamsConfig } from '#client/lib/browser/useListParams.ts';
import { formatCrypto } from '#client/lib/format/format.ts';
import { useMay } from '#client/lib/session/permissions.ts';
import { Crypto, Money, Time } from '#client/ui/data/Money.tsx';
import { Pagination } from '#client/ui/data/Pagination.tsx';
import { AdminProblem } from '#client/ui/feedback/AdminProblem.tsx';
import { EmptyState } from '#client/ui/feedback/States.tsx';
import { Button } from '#client/ui/form/Button.tsx';
import { FilterChips } from '#client/ui/form/FilterChips.tsx';
import { SearchBox } from '#client/ui/form/SearchBox.tsx';
import { AdminPageHeader } from '#client/ui/layout/Page.tsx';
import { MoveDialog } from '#client/ui/overlay/MoveDialog.tsx';
import { coinById } from '#shared/reference/coins.ts';
import {
  sumsQuery,
  unmatchedPageSize,
  unmatchedQuery,
  useDecideUnmatched,
  useUnmatchedChanges,
  type Unmatched,
  type UnmatchedAction,
} from '../settlements.queries.ts';

const states = ['open', 'done', 'all'] as const;
type State = (typeof states)[number];
const list: ListParamsConfig<{ q: string; state: State }> = {
  item: 'transfer',
  read: (search) => ({
    q: search.get('q') ?? '',
    state: states.find((state) => state === search.get('state')) ?? 'open',
  }),
  write: ({ q, state }) => ({ q, state: state === 'open' ? '' : state }),
};

/** What arrived without an order: to assign, send back or keep, with a reason. */
export function UnmatchedPage() {
  const { t } = useTranslation('settlements.admin');
  const { filters, page, change, goTo } = useListParams(list);
  const { q, state } = filters;
  const { data, error, refetch } = useQuery(
    unmatchedQuery({ q: q || undefined, state, page, pageSize: unmatchedPageSize }),
  );
  useUnmatchedChanges();
  return (
    <div className="flex w-full max-w-5xl flex-col gap-5 p-4 md:p-6">
      <AdminPageHeader title={t('unmatched.title')} lede={t('unmatched.lede')} />
      <Sums />
      <FilterChips
        single
        staying
        label={t('unmatched.states')}
        options={states.map((value) => ({ value, text: t(`unmatched.state.${value}`) }))}
        chosen={[state]}
        onChange={([chosen = 'open']) => change({ state: chosen })}
      />
      <div className="max-w-md">
        <SearchBox
          id="unmatched-search"
          label={t('unmatched.search')}
          value={q}
          onChange={(text) => change({ q: text })}
        />
      </div>
      {error && <AdminProblem error={error} title={t('failed.load')} onRetry={() => void refetch()} />}
      {data?.items.length === 0 && <EmptyState title={t('unmatched.none')} text={t('unmatched.noneText')} />}
      <ul className="flex flex-col gap-3">
        {data?.items.map((transfer) => (
          <TransferCard key={transfer.id} transfer={transfer} />
        ))}
      </ul>
      {data && data.total > unmatchedPageSize && (
        <Pagination page={page} pageSize={unmatchedPageSize} total={data.total} onPage={goTo} />
      )}
    </div>
  );
}

function Sums() {
  const { t } = useTranslation('settlements.admin');
  const { data = [] } = useQuery(sumsQuery());
  const parts = ['arrived', 'claimed', 'unmatched', 'refunded', 'kept'] as const;
  return (
    <ul className="flex flex-col gap-1 text-sm">
      {data.map((sum) => (
        <li key={sum.cryptoId} className="flex flex-wrap gap-x-4">
          {parts.map((part) => (
            <span key={part}>
              <span className="text-muted">{t(`sum.${part}`)}</span>{' '}
              <Crypto amount={sum[part]} symbol={coinById(sum.cryptoId)?.symbol ?? ''} />
            </span>
          ))}
        </li>
      ))}
    </ul>
  );
}

function TransferCard({ transfer }: { transfer: Unmatched }) {
  const { t } = useTranslation('settlements.admin');
  const [action, setAction] = useState<UnmatchedAction['action']>();
  const decide = useDecideUnmatched(transfer.id);
  const may = useMay();
  const { amount, cryptoId, reason, lease, fits, seenAt, txHash, valueUsd, resolution } = transfer;
  const symbol = coinById(cryptoId)?.symbol ?? cryptoId;
  const actions = resolution
    ? resolution.kind === 'kept'
      ? (['reopen'] as const)
      : []
    : (['assign', 'refund', 'keep'] as const);
  const targets = { assign: fits[0]?.orderId ?? '', refund: lease?.userId ?? '', keep: undefined, reopen: undefined };
  const value = action && targets[action];
  const label = action === 'refund' ? t('unmatched.customer') : t('unmatched.order');
  return (
    <li className="flex flex-col gap-2 card p-4 text-sm">
      <p className="text-base">{t(`unmatched.reason.${reason}`, { amount: formatCrypto(amount, symbol) })}</p>
      <p className="text-muted">
        <Money amount={valueUsd} currency="USD" /> · <Time at={seenAt} /> ·{' '}
        <bdi dir="ltr" className="font-mono wrap-anywhere">
          {txHash}
        </bdi>
      </p>
      {lease && <p>{t('unmatched.lease', { reference: lease.reference, name: lease.userName ?? '' })}</p>}
      {fits.length > 0 && <p>{t('unmatched.fits', { references: fits.map((fit) => fit.reference).join(', ') })}</p>}
      {resolution && (
        <p>
          {t(`unmatched.resolution.${resolution.kind}`)}: {resolution.reason}
        </p>
      )}
      {may('orders.decide') && (
        <div className="flex flex-wrap gap-2">
          {actions.map((one) => (
            <Button
              key={one}
              size="small"
              variant={one === 'assign' ? 'tonal' : 'outline'}
              onClick={() => setAction(one)}
            >
              {t(`unmatched.${one}`)}
            </Button>
          ))}
        </div>
      )}
      {action && (
        <MoveDialog
          title={t(`unmatched.${action}`)}
          failed={t('failed.decide')}
          why={{ label: t('reason'), missing: 'unmatched_reason_required' }}
          target={value === undefined ? undefined : { label, value }}
          busy={decide.isPending}
          error={decide.error}
          onSubmit={(values) => decide.mutate({ action, ...values }, { onSuccess: () => setAction(undefined) })}
          onClose={() => setAction(undefined)}
        />
      )}
    </li>
  );
}

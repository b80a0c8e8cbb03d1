import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useListParams, type ListParamsConfig } from '#client/lib/browser/useListParams.ts';
import { useMay } from '#client/lib/session/permissions.ts';
import { Crypto, Money, Time } from '#client/ui/data/Money.tsx';
import { Pagination } from '#client/ui/data/Pagination.tsx';
import { AdminProblem } from '#client/ui/feedback/AdminProblem.tsx';
import { Note } from '#client/ui/feedback/Banner.tsx';
import { EmptyState } from '#client/ui/feedback/States.tsx';
import { Button } from '#client/ui/form/Button.tsx';
import { FilterChips } from '#client/ui/form/FilterChips.tsx';
import { SearchBox } from '#client/ui/form/SearchBox.tsx';
import { AdminPageHeader } from '#client/ui/layout/Page.tsx';
import { refundStates, type RefundState } from '#shared/orders/orders.refund.ts';
import { coinById } from '#shared/reference/coins.ts';
import {
  refundQueueQuery,
  refundsPageSize,
  useMoveRefund,
  useRefundChanges,
  type AdminRefund,
  type RefundAction,
} from '../refunds.queries.ts';
import { MoveDialog } from './MoveDialog.tsx';

const list: ListParamsConfig<{ q: string; state: RefundState | undefined }> = {
  item: 'refund',
  read: (search) => ({
    q: search.get('q') ?? '',
    state: refundStates.find((state) => state === search.get('state')),
  }),
  write: ({ q, state }) => ({ q, state: state ?? '' }),
};

/** Coins that are sent back: approved to the address that the customer confirmed, sent from one's own wallet. */
export function RefundQueuePage() {
  const { t } = useTranslation('refunds.admin');
  const { filters, page, change, goTo } = useListParams(list);
  const { q, state } = filters;
  const { data, error, refetch } = useQuery(
    refundQueueQuery({ q: q || undefined, state, page, pageSize: refundsPageSize }),
  );
  useRefundChanges();
  return (
    <div className="flex w-full max-w-5xl flex-col gap-5 p-4 md:p-6">
      <AdminPageHeader title={t('title')} lede={t('lede')} />
      <FilterChips
        single
        label={t('states')}
        options={refundStates.map((value) => ({ value, text: t(`state.${value}`) }))}
        chosen={state ? [state] : []}
        onChange={([chosen]) => change({ state: chosen })}
      />
      <div className="max-w-md">
        <SearchBox id="refund-search" label={t('search')} value={q} onChange={(text) => change({ q: text })} />
      </div>
      {error && <AdminProblem error={error} title={t('failed.load')} onRetry={() => void refetch()} />}
      {data?.items.length === 0 && <EmptyState title={t('none')} text={t('noneText')} />}
      <ul className="flex flex-col gap-3">
        {data?.items.map((refund) => (
          <RefundCard key={refund.id} refund={refund} />
        ))}
      </ul>
      {data && data.total > refundsPageSize && (
        <Pagination page={page} pageSize={refundsPageSize} total={data.total} onPage={goTo} />
      )}
    </div>
  );
}

type Action = RefundAction['action'];
const actionsOf: Record<RefundState, readonly Action[]> = {
  due: ['approve', 'cancel'],
  approved: ['sent', 'cancel'],
  sent: ['confirm', 'reset'],
  confirmed: [],
  cancelled: [],
};

function RefundCard({ refund }: { refund: AdminRefund }) {
  const { t } = useTranslation('refunds.admin');
  const [action, setAction] = useState<Action>();
  const move = useMoveRefund(refund);
  const may = useMay();
  const { state, amount, cryptoId, address, tag, valueUsd, dueAt, userName, reference, reason, findings } = refund;
  // A coin whose chain is read has confirmations as soon as its transaction is in a block: the chain confirms it.
  const actions = actionsOf[state].filter(
    (one) =>
      may(one === 'sent' ? 'payouts.release' : 'orders.decide') && (one !== 'confirm' || refund.required === null),
  );
  return (
    <li className="flex flex-col gap-2 card p-4 text-sm">
      <p className="flex flex-wrap justify-between gap-2 text-base">
        <Crypto amount={amount} symbol={coinById(cryptoId)?.symbol ?? cryptoId} />
        <span className="text-muted">{t(`state.${state}`)}</span>
      </p>
      <p className="text-muted">
        {[reference, userName].filter(Boolean).join(' · ')} · <Money amount={valueUsd} currency="USD" /> ·{' '}
        <Time at={dueAt} />
      </p>
      <p className="wrap-anywhere">{reason}</p>
      <p className="wrap-anywhere">
        {address === null ? (
          t('noAddress')
        ) : (
          <bdi dir="ltr" className="font-mono">
            {tag === null ? address : `${address} · ${tag}`}
          </bdi>
        )}
      </p>
      {refund.transactionHash && (
        <bdi dir="ltr" className="font-mono wrap-anywhere">
          {refund.transactionHash}
        </bdi>
      )}
      {findings.map((finding) => (
        <Note key={finding} tone="danger">
          {t(`finding.${finding}`)}
        </Note>
      ))}
      <div className="flex flex-wrap gap-2">
        {actions.map((one) => (
          <Button
            key={one}
            size="small"
            variant={one === 'approve' || one === 'sent' ? 'tonal' : 'outline'}
            onClick={() => setAction(one)}
          >
            {t(`action.${one}`)}
          </Button>
        ))}
      </div>
      {action && (
        <MoveDialog
          action={action}
          busy={move.isPending}
          error={move.error}
          onSubmit={(values) => move.mutate({ action, ...values }, { onSuccess: () => setAction(undefined) })}
          onClose={() => setAction(undefined)}
        />
      )}
    </li>
  );
}

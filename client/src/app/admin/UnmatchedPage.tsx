import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { queueQuery } from '#client/features/orders/admin/orders.admin.queries.ts';
import {
  unmatchedPageSize as pageSize,
  sumsQuery,
  unmatchedQuery,
  useDecideUnmatched,
  useUnmatchedChanges,
  type Unmatched,
  type UnmatchedAction,
} from '#client/features/settlements/settlements.queries.ts';
import { usersQuery } from '#client/features/users/admin/users.admin.queries.ts';
import { useDebounced } from '#client/lib/browser/useDebounced.ts';
import { useListParams } from '#client/lib/browser/useListParams.ts';
import { formatCrypto } from '#client/lib/format/format.ts';
import { useIsMe, useMay } from '#client/lib/session/permissions.ts';
import { Ltr } from '#client/ui/data/Ltr.tsx';
import { Crypto, Money, Time } from '#client/ui/data/Money.tsx';
import { NotPermitted } from '#client/ui/feedback/NotPermitted.tsx';
import type { ComboboxOption } from '#client/ui/form/combobox/combobox-options.ts';
import { Queue, queueParams } from '#client/ui/layout/Queue.tsx';
import { Moves, type Move } from '#client/ui/overlay/Moves.tsx';
import { openStatuses } from '#shared/orders/orders.lifecycle.ts';
import { coinById } from '#shared/reference/coins.ts';

const states = ['open', 'done', 'all'] as const;
const list = queueParams('transfer', states, 'open');
const symbolOf = (cryptoId: string) => coinById(cryptoId)?.symbol ?? cryptoId;

/** What arrived without an order: to assign, send back or keep, with a reason. */
export function UnmatchedPage() {
  const { t } = useTranslation('settlements.admin');
  const params = useListParams(list);
  const { q, state } = params.filters;
  const found = useQuery(unmatchedQuery({ q: q || undefined, state, page: params.page, pageSize }));
  useUnmatchedChanges();
  const may = useMay();
  return (
    <Queue
      {...{ item: list.item, params, found, pageSize }}
      text={(name) => t(`unmatched.list.${name}`)}
      states={{
        label: t('unmatched.states'),
        options: states.map((value) => ({ value, text: t(`unmatched.state.${value}`) })),
        staying: true,
      }}
      head={
        <>
          {!may('orders.decide') && <NotPermitted />}
          <Sums />
        </>
      }
    >
      {(transfers) => (
        <ul className="flex max-w-5xl flex-col gap-3">
          {transfers.map((transfer) => (
            <TransferCard key={transfer.id} transfer={transfer} />
          ))}
        </ul>
      )}
    </Queue>
  );
}

/** What became of all that arrived for good, by coin. */
function Sums() {
  const { t } = useTranslation('settlements.admin');
  const { data = [] } = useQuery(sumsQuery());
  const parts = ['arrived', 'claimed', 'unmatched', 'refunded', 'kept'] as const;
  if (data.length === 0) return null;
  return (
    <ul className="flex flex-col gap-1 text-sm">
      {data.map((sum) => (
        <li key={sum.cryptoId} className="flex flex-wrap gap-x-4">
          {parts.map((part) => (
            <span key={part}>
              <span className="text-muted">{t(`sum.${part}`)}</span>{' '}
              <Crypto amount={sum[part]} symbol={symbolOf(sum.cryptoId)} />
            </span>
          ))}
        </li>
      ))}
    </ul>
  );
}

const shown = 20;
/** Too little typed to look for. */
const minLength = 2;

/** Open sales of a coin by reference, customer, address or hash. */
function useFoundSales(cryptoId: string, typed: string): ComboboxOption[] {
  const q = useDebounced(typed.trim());
  const page = queueQuery({ q, type: 'sell', status: [...openStatuses], pageSize: shown });
  const { data } = useQuery({ ...page, enabled: q.length >= minLength });
  const sales = (data?.items ?? []).filter((order) => order.cryptoId === cryptoId);
  // What the server found fits, by whatever it was found.
  return sales.map(({ id, reference, userName }) => {
    return { value: `orderId ${id}`, text: reference, aside: userName ?? '', keywords: q };
  });
}

/** Customers by name or address. */
function useFoundCustomers(typed: string): ComboboxOption[] {
  const q = useDebounced(typed.trim());
  const { data } = useQuery({ ...usersQuery({ q, pageSize: shown }), enabled: q.length >= minLength });
  return (data?.items ?? []).map(({ id, name, email }) => ({ value: id, text: name, aside: email, keywords: q }));
}

/** What can be decided about a transfer: of a kept one, that it is not. */
function useMoves({ cryptoId, fits, lease, resolution, awaitedBy }: Unmatched): Move<UnmatchedAction>[] {
  const { t } = useTranslation('settlements.admin');
  const may = useMay();
  const isMe = useIsMe();
  const [order, setOrder] = useState('');
  const [customer, setCustomer] = useState('');
  const sales = useFoundSales(cryptoId, order);
  const customers = useFoundCustomers(customer);
  const why = { label: t('reason'), missing: 'unmatched_reason_required' } as const;
  const move = (action: UnmatchedAction) => ({ action, label: t(`unmatched.${action}`), why });
  if (!may('orders.decide') || isMe(lease?.userId ?? '') || awaitedBy) return [];
  if (resolution) return resolution.kind === 'kept' ? [move('reopen')] : [];
  // A quote whose address it came to opens its order.
  const near = [
    ...fits.map(({ orderId, reference }) => ({ value: `orderId ${orderId}`, text: reference })),
    ...(lease && !lease.orderId ? [{ value: `quoteId ${lease.quoteId}`, text: lease.reference }] : []),
  ];
  const assigned = {
    label: t('unmatched.order'),
    missing: 'unmatched_target_required',
    value: near[0]?.value ?? '',
    options: [...near, ...sales],
    onSearch: setOrder,
  } as const;
  const owner = lease ? [{ value: lease.userId, text: lease.userName ?? lease.reference }] : [];
  const refunded = {
    label: t('unmatched.customer'),
    missing: 'unmatched_customer_required',
    value: lease?.userId ?? '',
    options: [...owner, ...customers],
    onSearch: setCustomer,
    warningOf: (chosen: string) => (lease && chosen && chosen !== lease.userId ? t('unmatched.other') : undefined),
  } as const;
  return [{ ...move('assign'), isNext: true, target: assigned }, { ...move('refund'), target: refunded }, move('keep')];
}

function TransferCard({ transfer }: { transfer: Unmatched }) {
  const { t } = useTranslation('settlements.admin');
  const decide = useDecideUnmatched(transfer.id);
  const moves = useMoves(transfer);
  const { amount, cryptoId, reason, lease, fits, seenAt, txHash, valueUsd, resolution, awaitedBy } = transfer;
  const values = { amount: formatCrypto(amount, symbolOf(cryptoId)), coin: symbolOf(lease?.cryptoId ?? '') };
  return (
    <li className="flex flex-col gap-2 card p-4 text-sm">
      <p className="text-base">
        {t(awaitedBy ? 'unmatched.shared' : `unmatched.reason.${reason}`, values)}{' '}
        {lease && t('unmatched.lease', { reference: lease.reference })}
      </p>
      <p className="text-muted">
        {lease?.userName && <>{lease.userName} · </>}
        {valueUsd === null ? t('unmatched.noPrice') : <Money amount={valueUsd} currency="USD" />} · <Time at={seenAt} />{' '}
        · <Ltr className="font-mono wrap-anywhere">{txHash}</Ltr>
      </p>
      {awaitedBy && <p>{t('unmatched.awaited', { reference: awaitedBy.reference })}</p>}
      {!awaitedBy && fits.length > 0 && (
        <p>{t('unmatched.fits', { references: fits.map((fit) => fit.reference).join(', ') })}</p>
      )}
      {resolution && (
        <p>
          {t(`unmatched.resolution.${resolution.kind}`)}: {resolution.reason}
        </p>
      )}
      <Moves moves={moves} failed={t('failed.decide')} by={decide} />
    </li>
  );
}

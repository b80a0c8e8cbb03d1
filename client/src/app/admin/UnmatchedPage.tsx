import { useQuery } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { queueQuery } from '#client/features/orders/admin/orders.admin.queries.ts';
import {
  unmatchedPageSize as pageSize,
  sumsQuery,
  unmatchedQuery,
  unmatchedRoutes,
  useUnmatchedChanges,
  type UnmatchedTransfer,
} from '#client/features/settlements/settlements.queries.ts';
import { reachText } from '#client/features/users/admin/UserReach.tsx';
import { usersQuery } from '#client/features/users/admin/users.admin.queries.ts';
import { useDebounced } from '#client/lib/browser/useDebounced.ts';
import { useListParams } from '#client/lib/browser/useListParams.ts';
import { coinSums } from '#client/lib/format/coin-sums.ts';
import { formatCrypto, formatNumber } from '#client/lib/format/format.ts';
import { useMay } from '#client/lib/session/permissions.ts';
import { FoldMark } from '#client/ui/data/FoldMark.tsx';
import { Crypto } from '#client/ui/data/Money.tsx';
import { Table, type Column } from '#client/ui/data/Table.tsx';
import { NotPermitted } from '#client/ui/feedback/NotPermitted.tsx';
import { Button } from '#client/ui/form/Button.tsx';
import type { ComboboxOption } from '#client/ui/form/combobox/combobox-options.ts';
import { Queue, queueParams } from '#client/ui/layout/Queue.tsx';
import type { ActionField } from '#client/ui/overlay/action-form.ts';
import { Actions, shown, type ShownAction } from '#client/ui/overlay/Actions.tsx';
import { CardActs } from '#client/ui/overlay/CardActs.tsx';
import type { Api } from '#shared/api.ts';
import { openStatuses } from '#shared/orders/orders.lifecycle.ts';
import * as contract from '#shared/settlements/unmatched.contract.ts';
import { Arrived, symbolOf, Transfer, Why, type TransferProps } from './UnmatchedCells.tsx';

const states = ['open', 'done', 'all'] as const;
const list = queueParams('transfer', states, 'open');

/** Transfers that arrived without an order: the team assigns, sends back or keeps them, with a reason. */
export function UnmatchedPage() {
  const { t } = useTranslation('settlements.admin');
  const params = useListParams(list);
  const { q, state } = params.filters;
  const query = useQuery(unmatchedQuery({ q: q || undefined, state, page: params.page, pageSize }));
  useUnmatchedChanges();
  const may = useMay();
  return (
    <Queue
      Icon={CircleCheck}
      usual="open"
      emptyAct={<Button text={t('unmatched.toDecided')} onClick={() => params.change({ state: 'done' })} />}
      {...{ item: list.item, params, found: query, pageSize }}
      text={(name) => t(`unmatched.list.${name}`)}
      states={{
        label: t('unmatched.states'),
        options: states.map((value) => ({ value, text: t(`unmatched.state.${value}`) })),
        staying: true,
      }}
      head={
        <>
          {!may('orders.decide') && <NotPermitted needs="orders.decide" />}
          {state === 'open' && query.data && query.data.total > 0 && query.data.total <= pageSize && (
            <p className="text-sm text-muted">
              {t('unmatched.openSum', {
                number: formatNumber(query.data.total),
                sums: coinSums(query.data.items),
              })}
            </p>
          )}
        </>
      }
      // With the rows, which would push it down.
      foot={query.data && <Sums />}
    >
      {(transfers) => <Transfers transfers={transfers} />}
    </Queue>
  );
}

/**
 * Lists the coins that arrived, by coin, and where they are in the book now: the columns of a row add up to its total.
 */
function Sums() {
  const { t } = useTranslation('settlements.admin');
  const { data: sums } = useQuery(sumsQuery());
  const data = sums ?? [];
  const isRetained = data.some(({ kept }) => /[1-9]/.test(kept));
  const parts = (['arrived', 'claimed', 'waiting', 'unmatched', 'refunded', 'kept'] as const).filter(
    (part) => part !== 'kept' || isRetained,
  );
  if (sums?.length === 0) return null;
  const columns: Column<(typeof data)[number]>[] = [
    { id: 'coin', header: t('sum.coin'), cell: ({ cryptoId }) => symbolOf(cryptoId) },
    ...parts.map((part) => ({
      id: part,
      header: t(`sum.${part}`),
      end: true,
      cell: (sum: (typeof data)[number]) => <Crypto amount={sum[part]} symbol={symbolOf(sum.cryptoId)} />,
    })),
  ];
  return (
    <details className="group min-w-0">
      <summary className="flex min-h-9 w-fit cursor-pointer list-none items-center gap-1.5 text-sm text-muted hover:text-ink pointer-coarse:min-h-11 [&::-webkit-details-marker]:hidden">
        <FoldMark />
        {t('sum.title')}
      </summary>
      <div className="pt-2">
        <Table
          dense
          wide
          caption={t('sum.title')}
          columns={columns}
          rows={data}
          rowKey={({ cryptoId }) => cryptoId}
          card={(sum) => <SumsCard coin={symbolOf(sum.cryptoId)} columns={columns.slice(1)} sum={sum} />}
        />
      </div>
    </details>
  );
}

type Sum = Api['GET /api/admin/unmatched/sums']['output'][number];

/** The sums of one coin on a phone, below its name. */
function SumsCard({ coin, columns, sum }: { coin: string; columns: readonly Column<Sum>[]; sum: Sum }) {
  return (
    <>
      <p className="font-semibold">{coin}</p>
      <dl className="flex flex-col gap-1.5">
        {columns.map(({ id, header, cell }) => (
          <div key={id} className="flex flex-wrap items-baseline justify-between gap-x-3">
            <dt className="text-xs text-muted">{header}</dt>
            <dd className="ms-auto text-end">{cell(sum)}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

const foundSize = 20;
/** A search of fewer characters would match too much. */
const minLength = 2;

/** Open sales of a coin by reference, customer, address or hash. */
function useFoundSales(cryptoId: string, input: string): ComboboxOption[] {
  const q = useDebounced(input.trim());
  const page = queueQuery({ q, type: 'sell', status: [...openStatuses], pageSize: foundSize });
  const { data } = useQuery({ ...page, enabled: q.length >= minLength });
  const sales = (data?.items ?? []).filter((order) => order.cryptoId === cryptoId);
  // `keywords` is the search, so that the field lists every sale that the server found.
  return sales.map(({ id, reference, userName }) => {
    return { value: id, text: reference, aside: userName ?? '', keywords: q };
  });
}

/** Customers by name or address. */
function useFoundCustomers(input: string): ComboboxOption[] {
  const q = useDebounced(input.trim());
  const { data } = useQuery({ ...usersQuery({ q, pageSize: foundSize }), enabled: q.length >= minLength });
  return (data?.items ?? []).map((user) => ({
    value: user.id,
    text: user.name,
    aside: reachText(user),
    keywords: q,
  }));
}

function stateOf({ awaitedBy, resolution }: UnmatchedTransfer): contract.UnmatchedState {
  if (awaitedBy) return 'awaited';
  if (!resolution) return 'open';
  return resolution.kind === 'kept' ? 'kept' : 'decided';
}

/** The decisions about a transfer; a retained one can only be taken back. */
function useActions({ amount, cryptoId, fits, lease }: UnmatchedTransfer): ShownAction[] {
  const { t } = useTranslation(['settlements.admin', 'refunds.admin']);
  const [order, setOrder] = useState('');
  const [customer, setCustomer] = useState('');
  const sales = useFoundSales(cryptoId, order);
  const customers = useFoundCustomers(customer);
  const fields = { reason: { label: t('reason') } };
  // Opens the order of a quote whose address received the transfer.
  const quoteId = lease && !lease.orderId ? lease.quoteId : undefined;
  const nearSales = [
    ...fits.map(({ orderId, reference, userName }) => ({ value: orderId, text: reference, aside: userName ?? '' })),
    ...(lease && quoteId !== undefined ? [{ value: quoteId, text: lease.reference }] : []),
  ];
  const [likeliest] = nearSales;
  // The coins belong to the customer of the ended sale if they fit no other one.
  const goesBack = lease !== null && !likeliest;
  const assigned: ActionField = {
    label: t('unmatched.order'),
    missing: 'unmatched_target_required',
    kind: 'search',
    value: likeliest?.value ?? '',
    options: [...nearSales, ...sales],
    onSearch: setOrder,
  };
  const owner = lease ? [{ value: lease.userId, text: lease.userName ?? lease.reference }] : [];
  const refunded: ActionField = {
    label: t('unmatched.customer'),
    missing: 'unmatched_customer_required',
    kind: 'search',
    value: lease?.userId ?? '',
    options: [...owner, ...customers],
    onSearch: setCustomer,
    warningOf: (value) =>
      lease && value && value !== lease.userId ? t('refunds.admin:finding.other_person') : undefined,
  };
  return [
    shown(contract.assignUnmatched, {
      label: likeliest ? t('unmatched.assignTo', { reference: likeliest.text }) : t('unmatched.assignShort'),
      title: t('unmatched.assign'),
      isNext: !goesBack,
      fields: { orderId: assigned, ...fields },
      bodyOf: ({ orderId, reason }) => (orderId === quoteId ? { quoteId, reason } : { orderId, reason }),
    }),
    shown(contract.refundUnmatched, {
      label: t('unmatched.refundShort', { amount: formatCrypto(amount, symbolOf(cryptoId)) }),
      title: t('unmatched.refund'),
      isNext: goesBack,
      fields: { userId: refunded, ...fields },
    }),
    shown(contract.retainUnmatched, { label: t('unmatched.keep'), fields }),
    shown(contract.reopenUnmatched, { label: t('unmatched.reopen'), fields }),
  ];
}

/** Transfers, one line each: amount, route, candidate sales, and the decision. */
function Transfers({ transfers }: { transfers: readonly UnmatchedTransfer[] }) {
  const { t } = useTranslation('settlements.admin');
  const columns: Column<UnmatchedTransfer>[] = [
    {
      id: 'why',
      header: t('unmatched.column.why'),
      width: '32%',
      cell: (transfer) => <Why transfer={transfer} />,
    },
    {
      id: 'hash',
      header: t('unmatched.column.transfer'),
      width: '17%',
      cell: (transfer) => <Transfer transfer={transfer} />,
    },
    {
      id: 'amount',
      header: t('sum.arrived'),
      width: '16%',
      end: true,
      cell: (transfer) => <Arrived transfer={transfer} />,
    },
    {
      id: 'actions',
      header: <span className="sr-only">{t('unmatched.column.actions')}</span>,
      width: '35%',
      end: true,
      cell: (transfer) => <Decision transfer={transfer} />,
    },
  ];
  return (
    <Table
      dense
      fixed
      wide
      caption={t('unmatched.list.title')}
      columns={columns}
      rows={transfers}
      rowKey={({ id }) => id}
      card={(transfer) => (
        <>
          <Arrived transfer={transfer} />
          <Why transfer={transfer} />
          <Transfer transfer={transfer} />
          <CardActs>
            <Decision transfer={transfer} />
          </CardActs>
        </>
      )}
    />
  );
}

function Decision({ transfer }: TransferProps) {
  const { t } = useTranslation(['settlements.admin', 'admin.common']);
  const actions = useActions(transfer);
  return (
    <Actions
      row={{ id: transfer.id, state: stateOf(transfer) }}
      inView={2}
      rowOf={formatCrypto(transfer.amount, symbolOf(transfer.cryptoId))}
      ownerId={transfer.lease?.userId}
      actions={actions}
      failed={t('admin.common:failed.decide')}
      reads={unmatchedRoutes}
    />
  );
}

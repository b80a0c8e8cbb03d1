import { useQueries, useQuery } from '@tanstack/react-query';
import { Undo2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useChains } from '#client/features/chains/components/Chains.tsx';
import { useListParams } from '#client/lib/browser/useListParams.ts';
import { coinSums } from '#client/lib/format/coin-sums.ts';
import { formatCrypto } from '#client/lib/format/format.ts';
import { useMay } from '#client/lib/session/permissions.ts';
import { Ltr } from '#client/ui/data/Ltr.tsx';
import { Crypto } from '#client/ui/data/Money.tsx';
import { Table, type Column } from '#client/ui/data/Table.tsx';
import { Note } from '#client/ui/feedback/Banner.tsx';
import { ButtonLink } from '#client/ui/form/Button.tsx';
import { Queue, queueParams } from '#client/ui/layout/Queue.tsx';
import { Actions, shown, type ShownAction } from '#client/ui/overlay/Actions.tsx';
import { CardActs } from '#client/ui/overlay/CardActs.tsx';
import { refundStates } from '#shared/orders/orders.refund.ts';
import { chainOfCoin, feeCoinOf } from '#shared/reference/chains.ts';
import * as contract from '#shared/refunds/refunds.contract.ts';
import { AskRule } from '../components/AskRule.tsx';
import { chatPath, useMayMessage } from '../components/MessageCustomer.tsx';
import { useAskedAgain } from '../components/useAskedAgain.ts';
import {
  refundsPageSize as pageSize,
  refundQueueQuery,
  refundRoutes,
  useRefundChanges,
  type AdminRefund,
} from '../refunds.queries.ts';
import {
  Amount,
  askedAtOf,
  Cause,
  Customer,
  Next,
  NextStep,
  type RefundProps,
  State,
  symbolOf,
  WhereTo,
  Whose,
} from './RefundCells.tsx';

/** A view of all that somebody still has something to do about, one of each state, and one of everything. */
const views = ['open', ...refundStates, 'all'] as const;
const list = queueParams('refund', views, 'open');

/** Coins that are sent back: approved to the address that the customer confirmed, and sent from an own wallet. */
export function RefundQueuePage() {
  const { t } = useTranslation('refunds.admin');
  const params = useListParams(list);
  const { q, state } = params.filters;
  const shownState = state === 'all' ? undefined : state;
  const query = useQuery(refundQueueQuery({ q: q || undefined, state: shownState, page: params.page, pageSize }));
  const countOf = useOpenCounts(q);
  useRefundChanges();
  const mayDecide = useMay()('orders.decide');
  return (
    <Queue
      Icon={Undo2}
      usual="open"
      emptyAct={mayDecide && <ButtonLink text={t('list.toUnmatched')} to="/admin/unmatched" />}
      item={list.item}
      params={params}
      found={query}
      pageSize={pageSize}
      text={(name) => t(`list.${name}`)}
      states={{
        label: t('states'),
        options: views.map((value) => ({
          value,
          text: value === 'open' || value === 'all' ? t(`view.${value}`) : t(`state.${value}`),
          ...countOf(value),
        })),
        staying: true,
      }}
    >
      {(refunds) => (
        <>
          {query.data && query.data.total <= pageSize && <StillToSend refunds={refunds} />}
          <Refunds refunds={refunds} />
        </>
      )}
    </Queue>
  );
}

const openStates = ['due', 'approved', 'sent'] as const;

const sumOf = (counts: readonly { data?: { total: number } | undefined }[]) =>
  counts.reduce((sum, { data }) => sum + (data?.total ?? 0), 0);

/** The number of refunds in each view of open ones, as the search narrows them; finished ones are not counted. */
function useOpenCounts(q: string): (view: (typeof views)[number]) => { count?: number | undefined } {
  const counts = useQueries({
    queries: openStates.map((state) => refundQueueQuery({ q: q || undefined, state, page: 1, pageSize: 1 })),
  });
  return (view) => {
    if (view === 'open') return { count: counts.every(({ data }) => data) ? sumOf(counts) : undefined };
    const stateIndex = openStates.findIndex((state) => state === view);
    return stateIndex < 0 ? {} : { count: counts[stateIndex]?.data?.total };
  };
}

/** The coins that are still to be sent back, by coin, and their worth. */
function StillToSend({ refunds }: { refunds: readonly AdminRefund[] }) {
  const { t } = useTranslation('refunds.admin');
  const unsent = refunds.filter(({ state }) => state === 'due' || state === 'approved');
  if (unsent.length === 0) return null;
  return <p className="text-sm text-muted">{t('stillToSend', { sums: coinSums(unsent) })}</p>;
}

function useActions(refund: AdminRefund): ShownAction[] {
  const { state, cryptoId, address, feeBy, findings, userName } = refund;
  const { isLate } = useAskedAgain(askedAtOf(refund));
  const { t } = useTranslation('refunds.admin');
  const { data: chains = [] } = useChains();
  const isRead = chains.some(({ chain }) => chain === chainOfCoin(cryptoId));
  const reason = { label: t('reason') };
  const ofOther = findings.includes('other_person') && {
    reason: { ...reason, missing: 'refund_other_person' as const },
  };
  const isByHand = state === 'sent' && !isRead;
  return [
    // Without an address the next step is the customer's, who is asked again once the time is over.
    ...(isLate
      ? [
          shown(contract.askForAddress, {
            label: t('action.ask'),
            isNext: true,
            children: <p className="text-sm">{t('askText', { name: userName ?? '' })}</p>,
          }),
        ]
      : []),
    ...(address === null
      ? []
      : [
          shown(contract.approveRefund, {
            label: t('action.approve'),
            isNext: true,
            fields: { ...ofOther },
            children: <Summary refund={refund} note={t('approveText')} />,
          }),
        ]),
    shown(contract.markRefundSent, {
      label: t('action.sent'),
      isNext: true,
      fields: {
        transactionHash: { label: t('hash') },
        networkFee: { label: t('fee', { symbol: symbolOf(feeCoinOf(cryptoId)) }), kind: 'amount' },
      },
      children: <Summary refund={refund} note={feeBy === 'customer' ? t('feeByCustomer') : undefined} />,
    }),
    ...(isByHand
      ? [shown(contract.confirmRefund, { label: t('action.confirm'), children: <Summary refund={refund} /> })]
      : []),
    shown(contract.resetRefund, {
      label: t(state === 'approved' ? 'action.takeBack' : 'action.reset'),
      isRare: true,
      fields: { reason },
      children: <Summary refund={refund} note={t('resetText')} />,
    }),
    shown(contract.cancelRefund, { label: t('action.cancel'), isRare: true, fields: { reason } }),
  ];
}

/** The amount, the address and the findings, in the dialog of a step. */
function Summary({ refund, note }: { refund: AdminRefund; note?: string | undefined }) {
  const { t } = useTranslation(['refunds.admin', 'refunds']);
  const { amount, cryptoId, address, tag, findings } = refund;
  return (
    <div className="flex flex-col gap-2 text-sm">
      <p className="text-base">
        <Crypto amount={amount} symbol={symbolOf(cryptoId)} />
      </p>
      <ExactText label={t('refunds:to')} text={[address, tag].filter(Boolean).join(' · ')} />
      <Findings findings={findings} />
      {note && <p>{note}</p>}
    </div>
  );
}

function Findings({ findings }: Pick<AdminRefund, 'findings'>) {
  const { t } = useTranslation('refunds.admin');
  return findings.map((finding) => (
    <Note key={finding} tone="danger">
      {t(`finding.${finding}`)}
    </Note>
  ));
}

/** Refunds, one line each: how much, whose, where to, its state with the next step, and the button that takes it. */
function Refunds({ refunds }: { refunds: readonly AdminRefund[] }) {
  const { t } = useTranslation('refunds.admin');
  const columns: Column<AdminRefund>[] = [
    { id: 'customer', header: t('column.customer'), width: '28%', cell: (refund) => <Customer refund={refund} /> },
    { id: 'to', header: t('column.to'), width: '16%', cell: (refund) => <WhereTo refund={refund} /> },
    { id: 'next', header: t('column.next'), width: '25%', cell: (refund) => <Next refund={refund} /> },
    {
      id: 'amount',
      header: t('column.amount'),
      width: '16%',
      end: true,
      cell: (refund) => <Amount refund={refund} />,
    },
    {
      id: 'actions',
      header: <span className="sr-only">{t('column.actions')}</span>,
      width: '15%',
      end: true,
      cell: (refund) => <RefundSteps refund={refund} />,
    },
  ];
  return (
    <>
      <Table
        dense
        fixed
        wide
        caption={t('list.title')}
        columns={columns}
        rows={refunds}
        rowKey={({ id }) => id}
        card={(refund) => <Card refund={refund} />}
      />
      <AskRule askedAt={refunds.map(askedAtOf)} />
    </>
  );
}

/** A refund on a phone: how much and its state, whose and where to, then the next step with its button. */
function Card({ refund }: RefundProps) {
  return (
    <>
      <span className="flex flex-wrap items-start justify-between gap-x-2 gap-y-1">
        <Amount refund={refund} />
        <State refund={refund} />
      </span>
      <Whose refund={refund} />
      <Cause refund={refund} />
      {refund.address !== null && <WhereTo refund={refund} />}
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <NextStep refund={refund} />
        <CardActs>
          <RefundSteps refund={refund} />
        </CardActs>
      </span>
    </>
  );
}

function RefundSteps({ refund }: RefundProps) {
  const { t } = useTranslation(['refunds.admin', 'admin.common']);
  const actions = useActions(refund);
  const { userId, userName, orderId } = refund;
  const askedAt = askedAtOf(refund);
  const { isLate } = useAskedAgain(askedAt);
  const mayMessage = useMayMessage();
  // It is the customer's turn: no button of the row would be the next step.
  const isAwaited = askedAt !== null && !isLate && mayMessage(userId) && userName !== null;
  const message = { id: 'message', text: t('admin.common:messageTo', { name: userName ?? '' }) };
  return (
    <Actions
      row={refund}
      rowOf={formatCrypto(refund.amount, symbolOf(refund.cryptoId))}
      links={isAwaited ? [{ ...message, to: chatPath(userId, orderId) }] : []}
      ownerId={userId}
      actions={actions}
      failed={t('failed.move')}
      reads={refundRoutes}
    />
  );
}

/** A text that is compared character by character with an own wallet. */
function ExactText({ label, text }: { label: string; text: string }) {
  return (
    text !== '' && (
      <p className="wrap-anywhere">
        <span className="text-muted">{label}</span> <Ltr className="font-mono">{text}</Ltr>
      </p>
    )
  );
}

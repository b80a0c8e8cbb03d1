import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useChains } from '#client/features/chains/components/Chains.tsx';
import { useListParams } from '#client/lib/browser/useListParams.ts';
import { Ltr } from '#client/ui/data/Ltr.tsx';
import { Crypto, Money, Time } from '#client/ui/data/Money.tsx';
import { Status } from '#client/ui/data/Status.tsx';
import { Note } from '#client/ui/feedback/Banner.tsx';
import { Queue, queueParams } from '#client/ui/layout/Queue.tsx';
import { Actions, shown, type ShownAction } from '#client/ui/overlay/Actions.tsx';
import { refundStates, type RefundState } from '#shared/orders/orders.refund.ts';
import { chainOfCoin, feeCoinOf } from '#shared/reference/chains.ts';
import { coinById } from '#shared/reference/coins.ts';
import * as contract from '#shared/refunds/refunds.contract.ts';
import {
  refundsPageSize as pageSize,
  refundQueueQuery,
  refundRoutes,
  useRefundChanges,
  type AdminRefund,
} from '../refunds.queries.ts';

const list = queueParams('refund', refundStates);

/** Coins that are sent back: approved to the address that the customer confirmed, sent from one's own wallet. */
export function RefundQueuePage() {
  const { t } = useTranslation('refunds.admin');
  const params = useListParams(list);
  const { q, state } = params.filters;
  const found = useQuery(refundQueueQuery({ q: q || undefined, state, page: params.page, pageSize }));
  useRefundChanges();
  return (
    <Queue
      item={list.item}
      params={params}
      found={found}
      pageSize={pageSize}
      text={(name) => t(`list.${name}`)}
      states={{ label: t('states'), options: refundStates.map((value) => ({ value, text: t(`state.${value}`) })) }}
    >
      {(refunds) => (
        <ul className="flex max-w-5xl flex-col gap-3">
          {refunds.map((refund) => (
            <RefundCard key={refund.id} refund={refund} />
          ))}
        </ul>
      )}
    </Queue>
  );
}

/** The colour of each state: what waits for the team, what is on its way, what is over. */
const statusOfState: Record<RefundState, string> = {
  due: 'refund_due',
  approved: 'refund_due',
  sent: 'refund_sent',
  confirmed: 'refunded',
  cancelled: 'inactive',
};

const symbolOf = (cryptoId: string) => coinById(cryptoId)?.symbol ?? cryptoId;

function useActions(refund: AdminRefund): ShownAction[] {
  const { state, cryptoId, address, feeBy, findings } = refund;
  const { t } = useTranslation('refunds.admin');
  const { data: chains = [] } = useChains();
  const isRead = chains.some(({ chain }) => chain === chainOfCoin(cryptoId));
  const why = { label: t('reason') };
  const ofOther = findings.includes('other_person') && { reason: { ...why, missing: 'refund_other_person' as const } };
  const isByHand = state === 'sent' && !isRead;
  return [
    shown(contract.approveRefund, {
      label: t('action.approve'),
      isNext: true,
      blocked: address === null ? t('noAddress') : undefined,
      fields: { ...ofOther },
      children: <Summary refund={refund} note={t('approveText')} />,
    }),
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
      fields: { reason: why },
      children: <Summary refund={refund} note={t('resetText')} />,
    }),
    shown(contract.cancelRefund, { label: t('action.cancel'), fields: { reason: why } }),
  ];
}

/** How much goes where, and what is wrong with it, in the dialog of a step. */
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

function RefundCard({ refund }: { refund: AdminRefund }) {
  const { t } = useTranslation(['refunds.admin', 'refunds']);
  const actions = useActions(refund);
  const { state, amount, cryptoId, address, tag, valueUsd, dueAt, userName, reference, reason, findings } = refund;
  return (
    <li className="flex flex-col gap-2 card p-4 text-sm">
      <p className="flex flex-wrap justify-between gap-2 text-base">
        <Crypto amount={amount} symbol={symbolOf(cryptoId)} />
        <Status status={statusOfState[state]} label={t(`state.${state}`)} />
      </p>
      <p className="text-muted">
        {[reference, userName].filter(Boolean).join(' · ')} ·{' '}
        {valueUsd === null ? t('noPrice') : <Money amount={valueUsd} currency="USD" />} · <Time at={dueAt} />
      </p>
      <p className="wrap-anywhere">{reason === 'refund_asked' ? t('asked') : reason}</p>
      {address === null && state !== 'due' && <p>{t('noAddress')}</p>}
      <ExactText label={t('refunds:to')} text={[address, tag].filter(Boolean).join(' · ')} />
      <ExactText label={t('hash')} text={refund.transactionHash ?? ''} />
      <Findings findings={findings} />
      <Actions row={refund} ownerId={refund.userId} actions={actions} failed={t('failed.move')} reads={refundRoutes} />
    </li>
  );
}

/** A text that is compared character by character with one's own wallet. */
function ExactText({ label, text }: { label: string; text: string }) {
  return (
    text !== '' && (
      <p className="wrap-anywhere">
        <span className="text-muted">{label}</span> <Ltr className="font-mono">{text}</Ltr>
      </p>
    )
  );
}

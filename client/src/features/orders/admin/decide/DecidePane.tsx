import { clsx } from 'clsx';
import { MessageSquare } from 'lucide-react';
import { Suspense, useEffect, useLayoutEffect, useState, type ReactNode } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { HandlingCard } from '#client/features/users/components/HandlingCard.tsx';
import { formatList } from '#client/lib/format/list.ts';
import { openChannel } from '#client/lib/realtime/realtime.ts';
import { useIsMe, useMay } from '#client/lib/session/permissions.ts';
import { CopyButton } from '#client/ui/data/CopyButton.tsx';
import { Ltr } from '#client/ui/data/Ltr.tsx';
import { StatusBar } from '#client/ui/data/Status.tsx';
import { Note } from '#client/ui/feedback/Banner.tsx';
import { ShortForm } from '#client/ui/form/Form.tsx';
import { OrderBookSlot } from '#client/ui/layout/OrderBookSlot.tsx';
import { isOpen } from '#shared/orders/orders.lifecycle.ts';
import type { OrderSocketEvent } from '#shared/orders/orders.socket.ts';
import { isPaidByBatch } from '#shared/orders/orders.work.ts';
import { useNotes } from '../../components/useNotes.ts';
import { Amendments } from '../Amendments.tsx';
import { CustomerCard } from '../CustomerCard.tsx';
import { History } from '../History.tsx';
import { MoneyBack } from '../MoneyBack.tsx';
import type { OpenOrder } from '../orders.admin.queries.ts';
import { barOf, OrderStatus } from '../OrderStatus.tsx';
import { PayoutSlip, PayTo } from '../PayoutSlip.tsx';
import { Warnings } from '../Warnings.tsx';
import { EvidenceFields } from './EvidenceFields.tsx';
import type { Draft } from './orders.requirements.ts';
import type { Decide } from './useDecide.ts';

export const decideTitleId = 'order-decision';
export const evidenceFormId = 'order-evidence';

/** Moves the focus to the first field of the evidence. */
export const typeEvidence = () =>
  document.querySelector<HTMLElement>(`#${evidenceFormId} [name=adminTransactionId]`)?.focus();

const referenceClasses = 'font-mono text-sm font-normal tracking-normal whitespace-nowrap text-muted';

interface DecidePaneProps {
  order: OpenOrder;
  /** True until the details have come. Its fields take the focus and keys already, and are seen with the warnings. */
  isRow: boolean;
  form: UseFormReturn<Draft, unknown, Draft>;
  decide: Decide;
  /** True after the order was started here: its evidence is asked for before the server has answered. */
  isStarting: boolean;
  /** Asks for the evidence even if a batch will pay the order. */
  isByHand: boolean;
  onApprove: (draft: Draft) => void;
  /** The reason why the data may be outdated, or missing from the list beside it. */
  notices: ReactNode;
}

/** Everything a decision rests on, next to the proof: the terms, the account, the evidence, and the history. */
export function DecidePane({ order, isRow, form, decide, isStarting, isByHand, onApprove, notices }: DecidePaneProps) {
  const { t } = useTranslation('orders.admin');
  const may = useMay();
  const isOwn = useIsMe()(order.userId);
  const isProcessing = order.status === 'processing' && (isByHand || !isPaidByBatch(order.stage));
  // Focuses in the same turn: the next key must reach the first field, however slow the server is.
  useLayoutEffect(() => {
    if (isStarting) typeEvidence();
  }, [isStarting]);
  const asksEvidence = (isProcessing || (isStarting && order.status === 'pending')) && may('orders.decide') && !isOwn;
  return (
    <section
      aria-labelledby={decideTitleId}
      className="flex flex-col border-line max-xl:border-t xl:col-start-3 xl:row-start-1 xl:min-h-0 xl:overflow-y-auto"
    >
      <header className="flex flex-col gap-2 border-b border-line px-4 py-2.5">
        <div className="flex items-start gap-x-3">
          <div className="flex min-h-9 min-w-0 flex-1 items-center gap-x-3 max-sm:flex-wrap pointer-coarse:min-h-11">
            <OrderStatus order={order} />
            <h2 id={decideTitleId} tabIndex={-1} className={referenceClasses}>
              <span className="sr-only">{t('decide')} </span>
              <bdi dir="ltr">{order.reference}</bdi>
            </h2>
          </div>
          <div className="flex shrink-0">
            <CopyButton
              text={order.reference}
              label={t('copyReference', { reference: order.reference })}
              variant="ghost"
              iconOnly
            />
            {order.userId !== null && may('chat.answer') && (
              <Link
                to={`/admin/agent-chat?user=${order.userId}&order=${order.id}`}
                aria-label={t('toChat')}
                title={t('toChat')}
                className="grid size-9 place-items-center text-link pointer-coarse:size-11"
              >
                <MessageSquare className="size-4.5" />
              </Link>
            )}
          </div>
        </div>
        <StatusBar status={barOf(order)} />
      </header>
      <div className={clsx('flex flex-col gap-3 p-4', isRow && 'opacity-0')}>
        <Viewers orderId={order.id} />
        {notices}
        <Warnings order={order} />
        <PayoutSlip order={order} />
        {/* If the money of an exchange came is asked before where it goes. */}
        <ReceivingAccount order={order} />
        <PayTo order={order} isTitled={order.paymentInstructions.length > 0} />
        {asksEvidence && (
          <ShortForm
            id={evidenceFormId}
            form={form}
            onSubmit={onApprove}
            error={decide.action === 'approve' && decide.error}
          >
            <EvidenceFields order={order} form={form} decide={decide} />
          </ShortForm>
        )}
        <Background order={order} isOwn={isOwn} />
      </div>
    </section>
  );
}

/** Customer, book and history next to the evidence. Their texts may come later, while the fields above them stay. */
function Background({ order, isOwn }: { order: OpenOrder; isOwn: boolean }) {
  const { t } = useTranslation('orders.admin');
  return (
    <Suspense>
      <CustomerCard order={order} />
      {order.status === 'pending' && !order.awaitingProof && !isOwn && (
        // On a wide screen the text is beside the button.
        <p className="text-muted xl:hidden">{t('startHint', { start: t('start') })}</p>
      )}
      {!isOpen(order) && <Evidence order={order} />}
      {order.moneyBack && !isOwn && <MoneyBack order={order} owed={order.moneyBack} />}
      {!isOpen(order) && <Amendments order={order} mayAmend={!isOwn} />}
      <OrderBookSlot orderId={order.id} />
      <HandlingCard subject={{ kind: 'order', id: order.id }} assignee={order.assignee} tags={order.tags} />
      <History events={order.events} paymentDetails={order.paymentDetails} />
    </Suspense>
  );
}

function Evidence({ order }: { order: OpenOrder }) {
  const { t } = useTranslation('orders.admin');
  const { adminTransactionId } = order;
  const adminNotes = useNotes().adminNotesOf(order);
  if (!adminTransactionId && !adminNotes) return null;
  return (
    <section className="flex flex-col gap-2">
      <h3 className="text-sm">{t('evidence')}</h3>
      {adminTransactionId && (
        <p>
          <span className="text-muted">{t('field.finalId')}: </span>
          <Ltr className="font-mono wrap-anywhere">{adminTransactionId}</Ltr>
        </p>
      )}
      {adminNotes && (
        <p dir="auto" className="wrap-anywhere whitespace-pre-line">
          {adminNotes}
        </p>
      )}
    </section>
  );
}

/** The account that should have received the money of an exchange: its statement is checked before a payout. */
function ReceivingAccount({ order }: { order: OpenOrder }) {
  const { t } = useTranslation('orders.admin');
  const { paymentInstructions: shown, receivingAccountId } = order;
  if (shown.length === 0) return null;
  const chosenAccounts = shown.filter(({ id }) => id === receivingAccountId);
  return (
    <section aria-labelledby="order-received-on" className="flex flex-col gap-2 text-sm">
      <h3 id="order-received-on" className="text-sm">
        {t('account.title')}
      </h3>
      <p className="text-xs text-muted">{chosenAccounts.length > 0 ? t('account.chosen') : t('account.unknown')}</p>
      {(chosenAccounts.length > 0 ? chosenAccounts : shown).map(({ id, displayName, accountDetails }) => (
        <div key={id} className="card px-3 py-2">
          <p className="font-medium wrap-anywhere">{displayName}</p>
          <dl>
            {Object.entries(accountDetails).map(([label, text]) => (
              <div key={label} className="flex justify-between gap-4">
                <dt className="text-muted">{label}</dt>
                <dd className="text-end wrap-anywhere">
                  <bdi dir="auto">{text}</bdi>
                </dd>
              </div>
            ))}
          </dl>
        </div>
      ))}
    </section>
  );
}

type Viewers = Extract<OrderSocketEvent, { type: 'order_viewers' }>['viewers'];

/** Shows which colleagues have this order open, and shows them that it is open here. */
function Viewers({ orderId }: { orderId: string }) {
  const { t } = useTranslation('users.handling');
  const viewers = useViewers(orderId);
  if (viewers.length === 0) return null;
  return <Note announce>{t('alsoOpen', { names: formatList(viewers.map(({ name }) => name)) })}</Note>;
}

function useViewers(orderId: string): Viewers {
  const [viewers, setViewers] = useState<Viewers>([]);
  useEffect(() => {
    const channel = openChannel({
      onState: () => undefined,
      onReady: () => void channel.send({ type: 'order_opened', id: orderId }),
      onMessage: (message) => {
        // The server sends frames of this type alone.
        const event = message as OrderSocketEvent;
        if (event.type === 'order_viewers' && event.id === orderId) setViewers(event.viewers);
      },
    });
    return () => {
      channel.send({ type: 'order_opened', id: null });
      channel.close();
      setViewers([]);
    };
  }, [orderId]);
  return viewers;
}

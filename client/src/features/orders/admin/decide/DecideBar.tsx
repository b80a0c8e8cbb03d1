import { clsx } from 'clsx';
import { Check, Circle } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useWaitingApprovals } from '#client/features/approvals/approvals.queries.ts';
import { ChoiceClock } from '#client/features/settlements/components/ChoiceClock.tsx';
import { SettlementActions, useAsksTeam } from '#client/features/settlements/components/SettlementActions.tsx';
import { useErrorText } from '#client/lib/i18n/errors.ts';
import { useIsMe, useMay } from '#client/lib/session/permissions.ts';
import { AdminProblem } from '#client/ui/feedback/AdminProblem.tsx';
import { Note } from '#client/ui/feedback/Banner.tsx';
import { NotPermitted } from '#client/ui/feedback/NotPermitted.tsx';
import { Button, TextLink } from '#client/ui/form/Button.tsx';
import { ApprovalSlot } from '#client/ui/layout/ApprovalSlot.tsx';
import { OrderPayoutSlot } from '#client/ui/layout/OrderPayoutSlot.tsx';
import { useBarHeight } from '#client/ui/layout/useBarHeight.ts';
import { evidenceReasons } from '#shared/orders/orders.evidence.ts';
import { isOpen } from '#shared/orders/orders.lifecycle.ts';
import { isBackStage, mayRefuse } from '#shared/orders/orders.stages.ts';
import { isPaidByBatch } from '#shared/orders/orders.work.ts';
import { railKindOf, railNameOf } from '#shared/reference/rails.ts';
import { useFlagWords } from '../matching/Flag.tsx';
import type { OpenOrder } from '../orders.admin.queries.ts';
import { useNoProof } from '../OrderStatus.tsx';
import { ApproveButton, approveId, otherOrderId, stageIn } from './ApproveButton.tsx';
import { ApproveForPayout, asksReason } from './ApproveForPayout.tsx';
import { AskCustomer } from './AskCustomer.tsx';
import { DecisionRow } from './DecisionRow.tsx';
import type { Requirement } from './orders.requirements.ts';
import { TakeBack } from './TakeBack.tsx';
import { useNeedsOther, type Decide, type DecisionResult } from './useDecide.ts';
import { approvalKinds, isForBatch } from './useIsPayoutFirst.ts';

interface DecideBarProps {
  order: OpenOrder;
  missing: readonly Requirement[];
  /** Brings the focus to the first field of those. */
  onMissing: () => void;
  decide: Decide;
  onStart: () => void;
  /** Sends the form with the evidence again. */
  onApproveAgain: () => void;
  onReject: () => void;
  onDecided: (lastDecision: DecisionResult) => void;
  /** True if a batch will pay the order: it is paid by hand only on request. */
  isByHand: boolean;
  onByHand: () => void;
  onNext: (() => void) | undefined;
  /** True after a decision here: the queue offers to take it back. */
  isLast: boolean;
}

/** The actions, always visible, each naming its effect. */
export function DecideBar(props: DecideBarProps) {
  const { order } = props;
  const bar = useRef<HTMLDivElement>(null);
  useBarHeight(bar);
  const isOwn = useIsMe()(order.userId);
  const mayDecide = useMay()('orders.decide') && !isOwn;
  const stage = stageIn(order.stage);
  const isWaiting = useWaitingApprovals({ kinds: approvalKinds, subjectId: order.id }).length > 0;
  const needsOther = useNeedsOther(order);
  return (
    <div
      ref={bar}
      className="sticky bottom-0 flex flex-col gap-2 border-t border-line bg-bg px-4 py-3 data-tall:static xl:static xl:col-start-3 xl:row-start-2"
    >
      {isOpen(order) && <ApprovalSlot kinds={approvalKinds} subjectId={order.id} />}
      {isOpen(order) && !mayDecide && (isOwn || !stage) && (
        <NotPermitted why={isOwn ? 'ownOrder' : 'approve'} needs="orders.decide" />
      )}
      {isOpen(order) && mayDecide && needsOther && (
        <div id={otherOrderId}>
          <NotPermitted why="ownSale" needs="orders.decide" />
        </div>
      )}
      {isOpen(order) && stage && <PayoutNote stage={stage} method={order.paymentDetails?.method} />}
      {mayDecide && isOpen(order) && stage !== 'batched' ? (
        <Undecided {...props} {...{ isWaiting, needsOther }} />
      ) : (
        <AskCustomer order={order} />
      )}
      {!isOpen(order) && <DecidedOrder {...props} />}
      {order.undo && !props.isLast && <TakeBack orderId={order.id} />}
    </div>
  );
}

/** The state of the payout: paid in a batch, or by hand and then recorded here. */
function PayoutNote(props: { stage: NonNullable<ReturnType<typeof stageIn>>; method: string | undefined }) {
  const { stage, method } = props;
  const { t } = useTranslation(['orders.admin', 'admin']);
  const may = useMay();
  const isByRail = stage === 'sent' && railKindOf(method) !== 'bank';
  // A member who releases batches but makes none reads who has to act first.
  const step = stage === 'approved' && !may('payouts.prepare') && may('payouts.release') ? 'unbatched' : stage;
  const text = isByRail ? t('sentBy', { rail: railNameOf(method) }) : t(`stage.${step}`);
  return <Note action={<TextLink to="/admin/payouts">{t('admin:payouts')}</TextLink>}>{text}</Note>;
}

/**
 * The error of the last attempt, until the next one. Errors that ask for a reason are shown at its field or in its
 * dialog.
 */
function Outcome({ decide, onRetry }: { decide: Decide; onRetry: () => void }) {
  const { t } = useTranslation('orders.admin');
  if (decide.wasCancelled) {
    return (
      <Note tone="warning" announce>
        {t('cancelled')}
      </Note>
    );
  }
  if (!decide.error || decide.action === 'reject' || asksReason(decide.error)) return null;
  return <AdminProblem error={decide.error} title={t('failed.update')} onRetry={onRetry} />;
}

type UndecidedProps = DecideBarProps & { isWaiting: boolean; needsOther: boolean };

/**
 * Start or approve, next to Reject. A request that waits for a colleague is not offered again, and rejecting the order
 * ends it.
 */
function Undecided(props: UndecidedProps) {
  const { order, missing, decide, isWaiting, needsOther, isByHand, onStart, onApproveAgain, onReject, onByHand } =
    props;
  // If less, more or late coins came, the next step is the decision about them, not the whole sum.
  const asksTeam = useAsksTeam(order);
  // An approval that is being typed stays when coins come meanwhile: the server checks them.
  const [attempt, setAttempt] = useState<string>();
  const isForPayout = isForBatch(order, { asksTeam: asksTeam && attempt === undefined, needsOther, isWaiting });
  const { t } = useTranslation('orders.admin');
  const isPending = order.status === 'pending';
  const isPayoutFirst = isForPayout && isPending;
  const forPayout = isForPayout && (
    <ApproveForPayout
      order={order}
      onDecided={props.onDecided}
      isFirst={isPayoutFirst}
      attempt={attempt}
      onAttempt={setAttempt}
    />
  );
  const isAskedAbove = asksTeam && mayRefuse(order.stage);
  const reject = <Button text={t('reject')} className="px-3! text-sm" disabled={decide.isPending} onClick={onReject} />;
  const noProof = useNoProof(order);
  const decideButton = () => {
    if (isPaidByBatch(order.stage) && !isByHand)
      return <Button text={t('payByHand')} variant="ghost" className="text-sm" id={approveId} onClick={onByHand} />;
    if (isPending && order.awaitingProof) {
      const waitingNote = <p className="self-center text-muted">{noProof}</p>;
      return <SettlementActions order={order}>{waitingNote}</SettlementActions>;
    }
    if (!isPending && order.userStatus === 'blocked')
      return <p className="self-center text-rejected">{t('customer.blockedPay')}</p>;
    return (
      <SettlementActions order={order}>
        <ApproveButton {...props} isQuiet={isPayoutFirst} />
      </SettlementActions>
    );
  };
  return (
    <>
      {!isWaiting && <Outcome decide={decide} onRetry={isPending ? onStart : onApproveAgain} />}
      {mayRefuse(order.stage) ? (
        <DecisionRow asksTeam={asksTeam} reject={reject} ask={<AskCustomer order={order} />}>
          {!isWaiting && (isPayoutFirst ? forPayout : decideButton())}
        </DecisionRow>
      ) : (
        <RejectWaits order={order} />
      )}
      {(isPayoutFirst || (asksTeam && isPending)) && <Payee order={order} />}
      {isPayoutFirst && <Despite order={order} />}
      {!isPending && !isWaiting && (isByHand || !isPaidByBatch(order.stage)) && (
        <NeededRequirements {...{ order, missing }} />
      )}
      <div className="flex flex-wrap gap-2 *:basis-full empty:hidden [&>button]:flex-1 [&>button]:basis-[40%]">
        {isPayoutFirst ? decideButton() : forPayout}
        {!isAskedAbove && <AskCustomer order={order} />}
      </div>
      {isPayoutFirst && !order.awaitingProof && (
        <p className="text-xs text-muted max-xl:hidden">{t('startHint', { start: t('start') })}</p>
      )}
    </>
  );
}

/** Says why an order whose customer has a choice cannot be rejected yet, and until when. */
function RejectWaits({ order }: Pick<DecideBarProps, 'order'>) {
  const { t } = useTranslation('orders.admin');
  return (
    <p className="text-sm text-muted">
      <span>{t('rejectWaits')}</span>{' '}
      <span className="font-medium text-ink">
        <ChoiceClock order={order} />
      </span>
    </p>
  );
}

/** The flags that an approval would override are shown beside its button. */
function Despite({ order }: Pick<DecideBarProps, 'order'>) {
  const { t } = useTranslation('orders.admin');
  const flags = useFlagWords(order.id).map(({ text }) => text);
  if (flags.length === 0) return null;
  return <p className="text-xs text-pending">{t('forPayout.despite', { flags: flags.join(' · ') })}</p>;
}

/** The payee of an approval. */
function Payee({ order }: Pick<DecideBarProps, 'order'>) {
  const { t } = useTranslation('orders.admin');
  const { accountName, bankName } = order.paymentDetails ?? {};
  return (
    <p id="order-payee" className="text-xs wrap-anywhere text-muted">
      {accountName && t('payoutTo', { name: accountName, bank: bankName })}
    </p>
  );
}

/** The payee of an approval, and its missing evidence. */
function NeededRequirements({ order, missing }: Pick<DecideBarProps, 'order' | 'missing'>) {
  const { t } = useTranslation('orders.admin');
  const textOf = useErrorText();
  return (
    <>
      <Payee order={order} />
      <div id="order-missing" className="text-xs">
        {missing.length === 0 ? (
          <p className="flex items-center gap-1.5 text-muted">
            <Check className="size-4 text-completed" strokeWidth={2} />
            {t('present')}
          </p>
        ) : (
          <ul aria-label={t('missing.title')} className="flex flex-col gap-0.5 text-muted">
            {missing.map((requirement) => (
              <li key={requirement} className="flex items-center gap-1.5">
                <Circle className="size-3 shrink-0 text-pending" strokeWidth={2.5} />
                {requirement === 'proof' || requirement === 'reason'
                  ? t(`missing.${requirement}`)
                  : textOf({ reason: evidenceReasons[requirement] })}
              </li>
            ))}
          </ul>
        )}
      </div>
    </>
  );
}

function DecidedOrder({ order, decide, onNext }: DecideBarProps) {
  const { t } = useTranslation(['orders.admin', 'common', 'errors']);
  const status = t(`common:status.${order.status}`).toLowerCase();
  const isBack = isBackStage(order.stage);
  return (
    <>
      {isBack ? (
        <OwedMoney order={order} />
      ) : (
        // A toast announces a decision that was made on this screen.
        <Note announce={!decide.isDone}>{t('errors:order_decided', { status })}</Note>
      )}
      {onNext && <Button text={t('next')} variant={isBack ? 'ghost' : 'filled'} className="text-sm" onClick={onNext} />}
    </>
  );
}

/** The next step of money that the bank returned and that is still owed, in the words of the slip. */
function OwedMoney({ order }: Pick<DecideBarProps, 'order'>) {
  const { t } = useTranslation(['orders.admin', 'payouts.admin']);
  const { stage, userName } = order;
  const tab = stage === 'approved_again' ? 'due' : 'returned';
  const askedText = t('payouts.admin:waitsFor', { name: userName ?? '' });
  const unaskedText = stage === 'returned' ? t('payouts.admin:notAsked') : t('stage.approved_again');
  return (
    <>
      {/* The link flows with the text: beside it the bar would be too tall to stay in view on a phone. */}
      <Note tone="warning">
        {stage === 'details_needed' ? askedText : unaskedText}{' '}
        <TextLink to={`/admin/payouts?tab=${tab}`}>{t('toMoneyOut')}</TextLink>
        {stage === 'details_needed' && (
          <span className="block text-xs text-muted max-xl:hidden">{t('payouts.admin:onlyCustomer')}</span>
        )}
      </Note>
      {/* The room is as tall as the buttons that come with the payout, so that nothing moves. */}
      <div className={clsx('flex flex-col gap-2', stage === 'details_needed' && 'min-h-24')}>
        <OrderPayoutSlot orderId={order.id} reference={order.reference} />
      </div>
    </>
  );
}

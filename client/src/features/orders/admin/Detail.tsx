import { useQuery } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { DoubtNote, useDoubt } from '#client/features/deposits/components/VerdictCard.tsx';
import { rulesQuery } from '#client/features/settings/admin/settings.admin.queries.ts';
import { useAsksTeam } from '#client/features/settlements/components/SettlementActions.tsx';
import { CallError, hasCode } from '#client/lib/api/call.ts';
import { useLeaveGuard } from '#client/lib/browser/useLeaveGuard.ts';
import { formatMoney, formatMoneyText } from '#client/lib/format/format.ts';
import { useIsMe } from '#client/lib/session/permissions.ts';
import { AdminProblem } from '#client/ui/feedback/AdminProblem.tsx';
import { EmptyState } from '#client/ui/feedback/States.tsx';
import { useContractForm } from '#client/ui/form/useContractForm.ts';
import { useDraftMap } from '#client/ui/form/useDraftMap.ts';
import { DetailPane, DetailSkeleton } from '#client/ui/layout/DetailPane.tsx';
import { ConfirmDialog } from '#client/ui/overlay/ConfirmDialog.tsx';
import { shownEmail } from '#shared/kernel/email-address.ts';
import { isOpen } from '#shared/orders/orders.lifecycle.ts';
import { mayRefuse } from '#shared/orders/orders.stages.ts';
import { settingsDefaults } from '#shared/settings/settings.defaults.ts';
import { netToPay } from '../components/orders.text.ts';
import { approveId } from './decide/ApproveButton.tsx';
import { forPayoutId } from './decide/ApproveForPayout.tsx';
import { DecideBar } from './decide/DecideBar.tsx';
import { DecidePane, typeEvidence } from './decide/DecidePane.tsx';
import type { Drafts } from './decide/orders.drafts.ts';
import { emptyDraft, evidenceForm, isAbove, missingFor, type Draft } from './decide/orders.requirements.ts';
import { ReasonDialog } from './decide/ReasonDialog.tsx';
import { copyIds, type Commands } from './decide/useCommands.ts';
import { useDecide, useNeedsOther, type DecisionResult } from './decide/useDecide.ts';
import { adminOrderQuery, type AdminOrder, type OpenOrder } from './orders.admin.queries.ts';
import { PayTo } from './PayoutSlip.tsx';
import { filesOf, ProofPane, useVerdictPlace } from './ProofPane.tsx';
import { ReviewSummary } from './ReviewSummary.tsx';
import { Warnings } from './Warnings.tsx';

interface DetailProps {
  id: string;
  /** The order as the queue shows it, until its details are loaded. */
  row: AdminOrder | undefined;
  /** True if the list beside it shows the order: an order that is not in the list is not decided. */
  mayDecide: boolean;
  /** A message about the list beside it. */
  notice: ReactNode;
  drafts: Drafts;
  onCommands: (commands: Commands) => void;
  keysOn: boolean;
  onDecided: (lastDecision: DecisionResult) => void;
  isLast: boolean;
  onNext: (() => void) | undefined;
  onBack: () => void;
}

/** The open order: its proof and its decision. */
export function Detail(props: DetailProps) {
  const { id, row, onBack } = props;
  const { t } = useTranslation(['orders.admin', 'admin.common']);
  const { data, error, refetch } = useQuery(adminOrderQuery(id, row !== undefined));
  // Blocking a customer does not change the version of the order.
  const isBehind =
    data !== undefined && isOpen(data) && (row?.version !== data.version || row.userStatus !== data.userStatus);
  useEffect(() => {
    if (isBehind) void refetch();
  }, [isBehind, refetch]);
  const order: OpenOrder | undefined = data ?? (row && { ...row, ...noDetails });
  const isGone = hasCode(error, 'not_found') || hasCode(error, 'invalid_input');
  return (
    <DetailPane back={t('backToQueue')} onBack={onBack}>
      {order && !isGone ? (
        <LoadedOrder {...props} order={order} isRow={!data && !error} error={error} onRetry={() => void refetch()} />
      ) : (
        <div className="p-4 xl:col-span-2 xl:row-span-2">
          {isGone && <EmptyState title={t('empty.filteredTitle')} text={t('pick')} />}
          {error && !isGone && (
            <AdminProblem error={error} title={t('admin.common:failed.orders')} onRetry={() => void refetch()} />
          )}
          {!error && <DetailSkeleton />}
        </div>
      )}
    </DetailPane>
  );
}

/** Placeholders for the details that the queue does not have. */
const noDetails = {
  events: [],
  paymentInstructions: [],
  similarProofReferences: [],
  warnings: [],
  amendments: [],
  moneyBack: null,
  openedBy: null,
  undo: null,
};

type LoadedProps = DetailProps & {
  order: OpenOrder;
  /** True until the details have come, whose warnings would move what is in view. */
  isRow: boolean;
  error: Error | null;
  onRetry: () => void;
};

interface OrderCommands extends Pick<LoadedProps, 'order' | 'mayDecide' | 'onCommands'> {
  canDecide: boolean;
  start: () => void;
  reject: () => void;
  setShown: (next: (shown: number) => number) => void;
}

/** Gives the queue's keys the actions on the open order, and removes them when it closes. */
function useOrderCommands({ order, mayDecide, canDecide, start, reject, setShown, onCommands }: OrderCommands): void {
  // If coins are decided about first, no button starts the order, and so no key does.
  const asksTeam = useAsksTeam(order);
  useEffect(() => {
    onCommands({
      id: order.id,
      copyAddress: () => document.getElementById(copyIds.address)?.click(),
      copyHash: () => document.getElementById(copyIds.hash)?.click(),
      nextFile: () => setShown((index) => (index + 1) % Math.max(1, filesOf(order).length)),
      ...(mayDecide && {
        approve: () => document.getElementById(approveId)?.focus(),
        payout: () => document.getElementById(forPayoutId)?.click(),
      }),
      ...(canDecide && mayRefuse(order.stage) && { reject }),
      ...(canDecide && order.status === 'pending' && !order.awaitingProof && !asksTeam && { start }),
      // The order has been started already: the next keys belong to the first field and are no shortcuts.
      ...(canDecide && order.status === 'processing' && { start: typeEvidence }),
    });
  });
  useEffect(() => () => onCommands({}), [onCommands]);
}

function LoadedOrder(props: LoadedProps) {
  const { order, isRow, error, onRetry, mayDecide, notice, drafts, onCommands, keysOn, onDecided, onNext, isLast } =
    props;
  // The texts of the evidence are loaded together with the order, so that they are there when S is pressed.
  useTranslation(['orders.admin', 'audit.params', 'files', 'payouts.admin', 'orders.matching', 'errors']);
  const isOwn = useIsMe()(order.userId);
  const needsOther = useNeedsOther(order);
  const [shownIndex, setShownIndex] = useState(0);
  const [isRejecting, setRejecting] = useState(false);
  const [isStarting, setStarting] = useState(false);
  const [isByHand, payByHand] = useByHand(order, drafts);
  const decide = useDecide(order, 'review', (lastDecision) => {
    if (lastDecision.ok) setRejecting(false);
    else setStarting(false);
    onDecided(lastDecision);
  });
  const { data: rules = settingsDefaults.rules } = useQuery(rulesQuery);
  const form = useDraftForm(drafts, order, rules.payoutEvidenceRequired);
  const evidence = useMissing(order, form, rules.payoutEvidenceRequired);

  const start = () => {
    setStarting(true);
    decide.send('start', emptyDraft);
  };
  const [draftToConfirm, setDraftToConfirm] = useState<Draft>();
  const approve = (draft: Draft) => {
    if (order.awaitingProof || isOwn || needsOther || order.userStatus === 'blocked' || decide.isPending) return;
    if (isAbove(order, rules.confirmAboveUsd)) setDraftToConfirm(draft);
    else decide.send('approve', draft);
  };
  const canDecide = mayDecide && !isOwn && isOpen(order) && !decide.isPending;
  const reject = () => {
    decide.reset();
    setRejecting(true);
  };
  useOrderCommands({ order, mayDecide, canDecide, start, reject, setShown: setShownIndex, onCommands });

  return (
    <>
      <ReviewSummary order={order} hasBar={mayDecide} />
      <ProofPane order={order} isRow={isRow} shown={shownIndex} onShow={setShownIndex} keysOn={keysOn} />
      <div className={useVerdictPlace(order)}>
        <DecidePane
          {...{ order, isRow, form, decide, isStarting, isByHand }}
          onApprove={approve}
          notices={<Notices {...{ notice, error, onRetry }} />}
        />
        {mayDecide && (
          <DecideBar
            {...{ order, decide, isByHand, isLast, onDecided, onNext, ...evidence }}
            onByHand={payByHand}
            onStart={start}
            onApproveAgain={() => void form.handleSubmit(approve)()}
            onReject={() => canDecide && reject()}
          />
        )}
      </div>
      {mayDecide && draftToConfirm && (
        <ApproveQuestion
          order={order}
          limitUsd={rules.confirmAboveUsd}
          onConfirm={() => decide.send('approve', draftToConfirm)}
          onClose={() => setDraftToConfirm(undefined)}
        />
      )}
      {mayDecide && isRejecting && <ReasonDialog {...{ order, decide }} onClose={() => setRejecting(false)} />}
    </>
  );
}

/**
 * Says if an order that a batch could pay is paid by hand, as a member chose that or typed evidence before; and a way to
 * choose that.
 */
function useByHand({ id, stage }: OpenOrder, drafts: Drafts): [boolean, () => void] {
  const [isChosen, setChosen] = useState(() => drafts.get(id) !== undefined);
  return [isChosen && stage !== 'batched', () => setChosen(true)];
}

/** Input stays with its order while the admin views others, until any member decides the order. */
function useDraftForm(drafts: Drafts, order: OpenOrder, isRequired: boolean) {
  const { id, adminTransactionId, adminNotes } = order;
  const recordedEvidence = {
    ...emptyDraft,
    adminTransactionId: adminTransactionId ?? '',
    adminNotes: adminNotes ?? '',
  };
  const [form] = useContractForm(evidenceForm(order, isRequired), {
    defaultValues: drafts.get(id) ?? recordedEvidence,
  });
  useDraftMap(form, drafts, id);
  // Drafts of other orders in the queue would be lost as well.
  useLeaveGuard(form.formState.isDirty || drafts.hasOthers(id));
  const isDecided = !isOpen(order);
  useEffect(() => {
    if (isDecided) drafts.delete(id);
  }, [drafts, id, isDecided]);
  return form;
}

/** The inputs that an approval of the payout still needs, and the way to the first field of it. */
function useMissing(order: OpenOrder, form: ReturnType<typeof useDraftForm>, isRequired: boolean) {
  const needsReason = useDoubt(order) !== undefined || order.warnings.length > 0;
  const missing = missingFor(order, form.watch(), isRequired, needsReason);
  const name = missing.find((requirement) => requirement !== 'proof');
  return {
    missing,
    onMissing: () => {
      if (name) form.setFocus(name);
    },
  };
}

/** Says what the queue found about the order, and a failure to read it again. */
function Notices({ notice, ...failure }: Pick<LoadedProps, 'notice' | 'error' | 'onRetry'>) {
  return (
    <>
      {notice}
      <Stale {...failure} />
    </>
  );
}

/** The details could not be read again; lost sessions and networks are reported by the queue beside it. */
function Stale({ error, onRetry }: Pick<LoadedProps, 'error' | 'onRetry'>) {
  const { t } = useTranslation(['orders.admin', 'admin.common']);
  if (!error) return null;
  const isShownByQueue = error instanceof CallError && (error.status === 401 || error.status === 0);
  return (
    <div className={isShownByQueue ? 'md:hidden' : undefined}>
      <AdminProblem error={error} title={t('admin.common:failed.orders')} onRetry={onRetry} />
    </div>
  );
}

interface ApproveQuestionProps {
  order: OpenOrder;
  /** Orders worth more than this in US dollars need a confirmation. */
  limitUsd: number;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks once more before a large payout: payee, amount, account. */
function ApproveQuestion({ order, limitUsd, onConfirm, onClose }: ApproveQuestionProps) {
  const { t } = useTranslation('orders.admin');
  const amount = formatMoneyText(netToPay(order), order.payoutCurrency);
  return (
    <ConfirmDialog
      title={t('confirm.title', { amount })}
      confirm={t('approve', { amount })}
      failed={t('failed.approve')}
      onConfirm={() => {
        onClose();
        onConfirm();
      }}
      onClose={onClose}
    >
      <p>{t('confirm.text', { limit: formatMoney(limitUsd, 'USD') })}</p>
      <Warnings order={order} />
      <DoubtNote order={order} />
      <p className="wrap-anywhere">{[order.userName, shownEmail(order.userEmail ?? '')].filter(Boolean).join(', ')}</p>
      <PayTo order={order} />
    </ConfirmDialog>
  );
}

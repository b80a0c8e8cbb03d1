import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { depositQuery } from '#client/features/deposits/deposits.queries.ts';
import { formatClock } from '#client/lib/format/clock.ts';
import { formatCrypto, formatDateTime, formatNumber } from '#client/lib/format/format.ts';
import type { TimelineStep } from '#client/ui/data/Timeline.tsx';
import { isOpen, isRefused } from '#shared/orders/orders.lifecycle.ts';
import { isRefundStage } from '#shared/orders/orders.stages.ts';
import type { OrderDetails } from '../orders.queries.ts';
import { payoutText, payoutWord } from './orders.rail.ts';
import { payoutValues, proofDeadlineOf, statusOf } from './orders.text.ts';

type Translate = ReturnType<typeof useTranslation<'orders'>>['t'];

/** The steps of an order as texts: past steps, then future ones; a refusal is the last step. */
export function useTimeline(details: OrderDetails): TimelineStep[] {
  const { t } = useTranslation('orders');
  const { t: chip } = useTranslation('orders.line');
  const deposit = useDepositSteps(details);
  const payout = usePayoutSteps(details);
  // Stages between the approval and the bank are one step here.
  const events = details.events.filter(({ from, to, stage }) => stage === null || from !== to);
  // Leaves out "Next, pay" once there is a later step, and "We’ve checked your transfer" for a refused order.
  const isOver = (step: ReturnType<typeof stepOf>, isLast: boolean) =>
    (step === 'opened' && !isLast) || (step === 'processing' && isRefused(details.status));
  const { stage } = details;
  const pastSteps = events.flatMap((event, index): TimelineStep[] => {
    const { to, at } = event;
    const isStopped = isRefused(to);
    const step = stepOf(details, event);
    // An order whose coins go back has not failed: it has the name that the list shows.
    if (isStopped && isRefundStage(stage)) {
      const isBack = stage === 'refunded';
      return [{ state: isBack ? 'done' : 'now', title: chip(isBack ? 'chip.sentBack' : 'chip.goingBack') }];
    }
    const entry: TimelineStep = {
      state: isStopped ? 'stopped' : 'done',
      title: t(`step.${step}.word`),
      time: formatDateTime(at),
      text: isOver(step, index === events.length - 1) ? undefined : t(`step.${step}.text`),
    };
    // An order that is paid right after the check has no event for the check.
    const isChecked = to === 'completed' && events[index - 1]?.to === 'pending';
    const paidEntry = to === 'completed' && payout.sent ? { ...entry, ...payout.sent } : entry;
    const steps = isChecked ? [checkedStep(t, formatDateTime(at)), paidEntry] : [paidEntry];
    return index === 0 ? [...steps, ...deposit] : steps;
  });
  return [...pastSteps, ...(payout.now.length > 0 ? payout.now : laterSteps(t, details))];
}

/** The steps of a sale's deposit on its chain; none if the chain is not read or the deposit not seen. */
function useDepositSteps(details: OrderDetails): TimelineStep[] {
  const { t } = useTranslation('deposits');
  const { data } = useQuery({ ...depositQuery(details), enabled: details.type === 'sell' });
  const seenDeposit = data?.seen;
  if (!seenDeposit) return [];
  const amount = formatCrypto(seenDeposit.amount, details.cryptoSymbol ?? '');
  const depth = {
    confirmations: formatNumber(seenDeposit.confirmations),
    required: formatNumber(seenDeposit.required),
  };
  const isConfirmed = seenDeposit.confirmations >= seenDeposit.required;
  const arrivalStep: TimelineStep = { state: 'done', title: t('step.seen'), text: t('step.seenText', { amount }) };
  // No confirmation is awaited any more.
  if (!isConfirmed && !isOpen(details)) return [arrivalStep];
  return [
    arrivalStep,
    isConfirmed
      ? { state: 'done', title: t('step.confirmed'), text: `${t('step.depthText')}: ${t('step.depth', depth)}` }
      : { state: 'now', title: t('step.depth', depth), text: t('step.depthText') },
  ];
}

const payoutStates = {
  preparing: 'now',
  arrived: 'done',
  returned: 'waiting',
  again: 'now',
  reversed: 'stopped',
} as const;

/** The steps of the payout: sent, and then arrived or returned. */
function usePayoutSteps(details: OrderDetails) {
  const { t } = useTranslation('orders');
  const { payout } = details;
  if (!payout) return { now: [] };
  const { state } = payout;
  const values = payoutValues(details);
  const sentStep = {
    title: payoutWord(t, 'sent', details),
    ...(state === 'sent' && { text: payoutText(t, 'sent', details, values) }),
  };
  if (state === 'sent') return { sent: sentStep, now: [] };
  const step: TimelineStep = { state: payoutStates[state], title: payoutWord(t, state, details) };
  // Returned money stays in the history after later steps.
  const returnEvent = details.events.findLast(({ stage }) => stage === 'returned' || stage === 'details_needed');
  const returnStep: TimelineStep = {
    state: 'done',
    title: payoutWord(t, 'returned', details),
    time: returnEvent && formatDateTime(returnEvent.at),
  };
  if (state === 'again') return { sent: sentStep, now: [returnStep, step] };
  return { sent: sentStep, now: [{ ...step, text: payoutText(t, state, details, values) }] };
}

/** The later steps: the current one, then the others. Empty for a decided order. */
function laterSteps(t: Translate, order: OrderDetails): TimelineStep[] {
  const { status, type, paymentProofFiles } = order;
  const waitingStep = (step: 'proof' | 'check' | 'transfer'): TimelineStep => ({
    state: 'waiting',
    title: t(`ahead.${step}.word`),
    time: step === 'proof' ? undefined : t('now'),
    text: t(`ahead.${step}.text`, { time: formatClock(proofDeadlineOf(order)) }),
  });
  const check: TimelineStep = { state: 'todo', title: t('ahead.check.word') };
  const payout: TimelineStep = { state: 'todo', title: t('ahead.pay.word'), text: t('ahead.done') };
  if (status === 'processing') return [{ ...payout, state: 'now', time: t('now'), text: t('ahead.pay.text') }];
  if (status !== 'pending') return [];
  if (statusOf(order) === 'awaiting_proof') return [waitingStep('proof'), check, payout];
  // Coins at an address of one sale are their own proof: there is no photo to compare.
  return [waitingStep(type === 'sell' && paymentProofFiles.length === 0 ? 'transfer' : 'check'), payout];
}

function checkedStep(t: Translate, time: string): TimelineStep {
  return { state: 'done', title: t('step.processing.word'), time, text: t('step.processing.text') };
}

/** An exchange is opened before it is paid, and its proof comes as a separate step. */
function stepOf({ type }: OrderDetails, { from, to }: OrderDetails['events'][number]) {
  if (type === 'sell' || to !== 'pending') return to;
  return from === 'pending' ? 'proof' : 'opened';
}

import { clsx } from 'clsx';
import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '#client/lib/session/permissions.ts';
import { Status } from '#client/ui/data/Status.tsx';
import type { Api } from '#shared/api.ts';
import { isBackStage, isDepositStage, isRefundStage } from '#shared/orders/orders.stages.ts';
import { railKindOf, railNameOf } from '#shared/reference/rails.ts';
import { statusOf } from '../components/orders.text.ts';

type AdminOrder = Api['GET /api/admin/transactions']['output'][number];
type Sale = Pick<AdminOrder, 'stage' | 'settlement'>;

/** Stages that replace the status: it would be less precise, claim too much, or address the customer. */
const replacingStages: Partial<Record<AdminOrder['stage'], string>> = {
  short: 'pending',
  returned: 'rejected',
  details_needed: 'pending',
  approved_again: 'pending',
  reversed: 'other',
};

interface OrderStatusProps extends Omit<ComponentProps<typeof Status>, 'status'> {
  order: AdminOrder;
  /** True to name the stage alone, in lists that have the verdict on the deposit beside it. */
  isShort?: boolean;
  /** True to put the stage on a line of its own, below the status. */
  isStacked?: boolean;
}

/** The status for the team, with the stage: where the coins or the payout are. */
export function OrderStatus(props: OrderStatusProps) {
  const { order, isShort = false, isStacked = false, ...style } = props;
  const { t } = useTranslation('orders.admin');
  const status = statusOf(order);
  const stageWord = useStageWord(order);
  const tone = replacingStages[order.stage];
  if (tone) return <Status status={tone} label={stageWord} {...style} />;
  if (isShort && stageWord && !isDepositVerdict(order.stage))
    return <Status status={status} label={stageWord} {...style} />;
  return (
    <span className={clsx('inline-flex gap-x-2', isStacked ? 'flex-col items-start' : 'flex-wrap items-baseline')}>
      <Status status={status} label={status === 'awaiting_proof' ? t('noProof') : undefined} {...style} />
      {stageWord && !isShort && <span className="text-xs text-muted">{stageWord}</span>}
    </span>
  );
}

/** The status that sets the length of an order's bar: an order whose money came back has not reached its end. */
export const barOf = ({ status, stage }: Pick<AdminOrder, 'status' | 'stage'>): string =>
  isBackStage(stage) ? 'processing' : status;

/** These stages repeat the verdict, or contradict one that was read later. */
const isDepositVerdict = (stage: AdminOrder['stage']) => stage === 'confirming' || stage === 'confirmed';

/** Returns the word of a stage; undefined if it would repeat the status. */
function useStageWord({
  stage,
  batch,
  paymentDetails,
}: Pick<AdminOrder, 'stage' | 'batch' | 'paymentDetails'>): string | undefined {
  const { t } = useTranslation('orders.admin');
  const may = useMay();
  if (stage === 'by_hand' || stage === 'closed' || isRefundStage(stage)) return undefined;
  if (stage === 'question' && !may('orders.decide')) return t('stageWord.undecided');
  if (stage === 'approved' && !may('payouts.prepare') && may('payouts.release')) return t('stageWord.unbatched');
  if (stage === 'batched' || stage === 'released') {
    const labelKey = may('payouts.release') ? 'toDo' : 'is';
    return t(`stageWord.${stage}.${labelKey}`, { batch: batch ?? '' });
  }
  const { method } = paymentDetails ?? {};
  if (stage === 'sent' && railKindOf(method) !== 'bank') return t('stageWord.sentByRail', { rail: railNameOf(method) });
  return t(`stageWord.${stage}`);
}

/** The state of a sale at its own address, which needs no proof; undefined for other orders. */
const ownStageOf = ({ stage, settlement }: Sale) =>
  isDepositStage(stage) ? stage : settlement ? 'confirmed' : undefined;

/** True if the customer has to send a proof. */
export const needsProof = (sale: Sale): boolean => ownStageOf(sale) === undefined;

/** Names the missing requirement of a decision: the proof, or a step of a sale that needs none. */
export function useNoProof(sale: Sale): string {
  const { t } = useTranslation('orders.admin');
  const ownStage = ownStageOf(sale);
  return ownStage ? t(`ownAddress.${ownStage}`) : t('missing.proof');
}

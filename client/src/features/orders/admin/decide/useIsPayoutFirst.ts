import { useWaitingApprovals } from '#client/features/approvals/approvals.queries.ts';
import { useAsksTeam } from '#client/features/settlements/components/SettlementActions.tsx';
import { useIsMe, useMay } from '#client/lib/session/permissions.ts';
import type { OpenOrder } from '../orders.admin.queries.ts';
import { useNeedsOther } from './useDecide.ts';

/** Requests for a second member that an order can wait for. */
export const approvalKinds = ['payout', 'warned_approval'] as const;

interface Obstacles {
  asksTeam: boolean;
  needsOther: boolean;
  isWaiting: boolean;
}

/** True if the payout can be left to a batch: the approval is then the decision, and nothing has to be started. */
export function isForBatch({ awaitingProof, userStatus, stage }: OpenOrder, obstacles: Obstacles): boolean {
  if (obstacles.asksTeam || obstacles.needsOther || obstacles.isWaiting) return false;
  return !awaitingProof && userStatus !== 'blocked' && (stage === 'by_hand' || stage === 'confirmed');
}

/** True while the bar of an order begins with its approval for a batch, and names the payee and the flags beside it. */
export function useIsPayoutFirst(order: OpenOrder): boolean {
  const asksTeam = useAsksTeam(order);
  const needsOther = useNeedsOther(order);
  const isWaiting = useWaitingApprovals({ kinds: approvalKinds, subjectId: order.id }).length > 0;
  const isOwn = useIsMe()(order.userId);
  const mayDecide = useMay()('orders.decide') && !isOwn;
  return mayDecide && order.status === 'pending' && isForBatch(order, { asksTeam, needsOther, isWaiting });
}

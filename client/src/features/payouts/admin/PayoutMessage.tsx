import { MessageCustomer, useMayMessage } from '#client/features/refunds/components/MessageCustomer.tsx';
import { useAskedAgain } from '#client/features/refunds/components/useAskedAgain.ts';
import type { ButtonVariant } from '#client/ui/form/Button.tsx';
import type { Payout } from '../payouts.queries.ts';

type Awaited = Pick<Payout, 'state' | 'order' | 'returned' | 'userId' | 'userName'>;

/** The moment from which another account is awaited for returned money; null where the customer was not asked. */
export const awaitedSince = ({ state, order, returned }: Pick<Payout, 'state' | 'order' | 'returned'>): string | null =>
  state === 'returned' && order.stage === 'details_needed' ? (returned?.askedAt ?? null) : null;

/** True while an answer is awaited of a customer whom this member may write to, and who cannot be asked again yet. */
export function useIsAwaited(payout: Awaited): boolean {
  const since = awaitedSince(payout);
  const mayMessage = useMayMessage()(payout.userId);
  const { isLate } = useAskedAgain(since);
  return since !== null && !isLate && mayMessage;
}

interface PayoutMessageProps {
  payout: Awaited;
  variant?: ButtonVariant;
  short?: boolean;
}

/** A link to the customer whose returned money waits for another account. */
export function PayoutMessage({ payout: { userId, userName, order }, ...style }: PayoutMessageProps) {
  return <MessageCustomer userId={userId} userName={userName} orderId={order.id} {...style} />;
}

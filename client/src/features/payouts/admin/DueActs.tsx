import { useTranslation } from 'react-i18next';
import { MessageCustomer, useMayMessage } from '#client/features/refunds/components/MessageCustomer.tsx';
import { Button } from '#client/ui/form/Button.tsx';
import { RowActs } from '#client/ui/overlay/RowActs.tsx';
import type { Payout } from '../payouts.queries.ts';
import type { PayoutFlag } from './useFlags.ts';

/** True of flags with which a payout enters no batch before a member has done something about it. */
export const isStopped = (flags: readonly PayoutFlag[]): boolean => flags.some(({ hue }) => hue === 'red');

interface DueActsProps {
  payout: Payout;
  isStopped: boolean;
  onHold: () => void;
}

/** The acts on a due payout: in words where no batch takes it, else behind "…". */
export function DueActs({ payout, isStopped: isInWords, onHold }: DueActsProps) {
  const { t } = useTranslation('payouts.admin');
  const mayMessage = useMayMessage();
  const { userId, userName, order } = payout;
  const action = t('holdIt');
  const label = t('actionOf', { action, reference: order.reference });
  if (!isInWords)
    return (
      <span className="max-lg:hidden">
        <RowActs of={order.reference} acts={[{ id: 'hold', text: action, label, isRare: true, onPress: onHold }]} />
      </span>
    );
  return (
    <span className="flex flex-wrap items-center justify-end gap-x-2 gap-y-1 max-lg:mt-1.5 max-lg:justify-start">
      {mayMessage(userId) && (
        <MessageCustomer text={t('askCustomerNow')} userId={userId} userName={userName} orderId={order.id} />
      )}
      <Button text={action} size="small" variant="ghost" aria-label={label} onClick={onHold} />
    </span>
  );
}

import { useTranslation } from 'react-i18next';
import { formatMoneyText } from '#client/lib/format/format.ts';
import { Button } from '#client/ui/form/Button.tsx';
import { netToPay } from '../../components/orders.text.ts';
import type { AdminOrder, OpenOrder } from '../orders.admin.queries.ts';
import { evidenceFormId } from './DecidePane.tsx';
import type { Requirement } from './orders.requirements.ts';
import type { Decide } from './useDecide.ts';

export const approveId = 'order-approve';
/** The note that another member has to approve the order. */
export const otherOrderId = 'order-other';

/** The stage of the open order's payout, if it has one. */
export const stageIn = (stage: AdminOrder['stage']) =>
  (['approved', 'batched', 'released', 'on_hold', 'sent'] as const).find((name) => name === stage);

interface ApproveButtonProps {
  order: OpenOrder;
  missing: readonly Requirement[];
  /** Brings the focus to the first field of those. */
  onMissing: () => void;
  decide: Decide;
  /** True for an order of the member's own, which another member approves. */
  needsOther: boolean;
  onStart: () => void;
  /** True beside the button of a batch, which is the filled one. */
  isQuiet: boolean;
}

/** Starts the review of an order, or approves it with the amount that its customer gets. */
export function ApproveButton(props: ApproveButtonProps) {
  const { order, missing, decide, needsOther, onStart, onMissing, isQuiet } = props;
  const { t } = useTranslation('orders.admin');
  const isPending = order.status === 'pending';
  const amount = formatMoneyText(netToPay(order), order.payoutCurrency).replaceAll(' ', '\u00a0');
  return (
    <Button
      text={isPending ? t('start') : t(stageIn(order.stage) ? 'paid' : 'approve', { amount })}
      id={approveId}
      variant={isQuiet ? 'outline' : 'filled'}
      className="px-2 text-sm"
      busy={decide.isPending && decide.action === (isPending ? 'start' : 'approve')}
      {...(isPending
        ? { onClick: onStart }
        : {
            type: 'submit',
            form: evidenceFormId,
            disabled: needsOther || missing.length > 0,
            'aria-describedby': needsOther ? otherOrderId : 'order-payee order-missing',
            // The missing inputs are named below; a press moves the focus to the first.
            onClickCapture: () => missing.length > 0 && onMissing(),
          })}
    />
  );
}

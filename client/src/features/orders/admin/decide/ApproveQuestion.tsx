import { useTranslation } from 'react-i18next';
import { formatMoney, formatMoneyText } from '#client/lib/format/format.ts';
import { ConfirmDialog } from '#client/ui/overlay/ConfirmDialog.tsx';
import { netToPay } from '../../components/orders.text.ts';
import { CustomerWarnings } from '../CustomerCard.tsx';
import type { OpenOrder } from '../orders.admin.queries.ts';
import { PayTo } from '../PayoutSlip.tsx';

interface ApproveQuestionProps {
  order: OpenOrder;
  /** Orders worth more in US dollars are asked about. */
  limitUsd: number;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks once more before a large payout: whom, how much, where. */
export function ApproveQuestion({ order, limitUsd, onConfirm, onClose }: ApproveQuestionProps) {
  const { t } = useTranslation('orders.admin');
  const amount = formatMoneyText(netToPay(order), order.payoutCurrency);
  return (
    <ConfirmDialog
      title={t('confirm.title', { amount })}
      confirm={t('approve', { amount })}
      busy={false}
      error={undefined}
      failed={t('failed.approve')}
      onConfirm={() => {
        onClose();
        onConfirm();
      }}
      onClose={onClose}
    >
      <p>{t('confirm.text', { limit: formatMoney(limitUsd, 'USD') })}</p>
      <CustomerWarnings order={order} />
      <p className="wrap-anywhere">{[order.userName, order.userEmail].filter(Boolean).join(', ')}</p>
      <PayTo order={order} />
    </ConfirmDialog>
  );
}

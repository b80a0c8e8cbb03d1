import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Ltr } from '#client/ui/data/Ltr.tsx';
import { Money, Time } from '#client/ui/data/Money.tsx';
import { TextLink } from '#client/ui/form/Button.tsx';
import { Dialog } from '#client/ui/overlay/Dialog.tsx';
import type { Payout } from '../payouts.queries.ts';
import { PayoutActions } from './PayoutActions.tsx';
import { FlagList } from './PayoutFlags.tsx';
import { Payee } from './Payouts.tsx';
import type { PayoutFlag } from './useFlags.ts';

interface PayoutDialogProps {
  payout: Payout;
  flags: readonly PayoutFlag[];
  onClose: () => void;
  children?: ReactNode;
}

/** All data of one payout, and the actions on it. */
export function PayoutDialog({ payout, flags, onClose, children }: PayoutDialogProps) {
  const { t } = useTranslation('payouts.admin');
  const { order, amount, currency, approvedBy, approvedAt, reason } = payout;
  return (
    <Dialog
      open
      title={<Money amount={amount} currency={currency} />}
      subtitle={<Ltr className="text-sm text-muted figures">{order.reference}</Ltr>}
      footer={<PayoutActions payout={payout} />}
      onClose={onClose}
    >
      <div className="flex flex-col gap-4 text-sm">
        <Payee payout={payout} />
        <FlagList flags={flags} reason={reason} />
        {children}
        <p className="text-muted">
          {t('column.approvedBy')} {approvedBy?.name} <Time at={approvedAt} />
        </p>
        <TextLink to={`/admin/transactions?show=all&q=${order.reference}&tx=${order.id}`}>
          {t('openOrder', { reference: order.reference })}
        </TextLink>
      </div>
    </Dialog>
  );
}

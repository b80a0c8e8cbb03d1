import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '#client/lib/session/permissions.ts';
import { toast } from '#client/ui/feedback/toast.ts';
import { Button } from '#client/ui/form/Button.tsx';
import type { Permission } from '#shared/kernel/permission.ts';
import type { PayoutState } from '#shared/payouts/payouts.lifecycle.ts';
import { usePayoutAction, type Payout, type PayoutAction } from '../payouts.queries.ts';
import { ReasonDialog, ReturnDialog } from './Dialogs.tsx';

/** What can be done with a payout of each state, and by whom. */
const actionsOf: Partial<Record<PayoutState, readonly (readonly [PayoutAction, Permission])[]>> = {
  due: [['hold', 'payouts.prepare']],
  held: [['resume', 'payouts.prepare']],
  returned: [['again', 'payouts.prepare']],
  sent: [
    ['settle', 'payouts.release'],
    ['return', 'payouts.release'],
  ],
  settled: [['return', 'payouts.release']],
};

/** The buttons of one payout; each asks why. */
export function PayoutActions({ payout: { id, state, order } }: { payout: Pick<Payout, 'id' | 'state' | 'order'> }) {
  const { t } = useTranslation('payouts.admin');
  const may = useMay();
  const change = usePayoutAction(id);
  const [asked, setAsked] = useState<PayoutAction>();
  const close = () => {
    change.reset();
    setAsked(undefined);
  };
  const done = () => {
    toast({ title: t('changed'), text: order.reference, tone: 'done' });
    close();
  };
  const send = (action: PayoutAction) => (body: Parameters<typeof change.mutate>[0]['body']) =>
    change.mutate({ action, body }, { onSuccess: done });
  const Ask = asked === 'return' ? ReturnDialog : ReasonDialog;
  const dialog = { subtitle: order.reference, busy: change.isPending, error: change.error, onClose: close };
  return (
    <>
      <div className="flex flex-wrap justify-end gap-2">
        {actionsOf[state]
          ?.filter(([, permission]) => may(permission))
          .map(([action]) => (
            <Button
              key={action}
              size="small"
              variant="ghost"
              aria-label={t('actionOf', { action: t(`action.${action}`), reference: order.reference })}
              onClick={() => setAsked(action)}
            >
              {t(`action.${action}`)}
            </Button>
          ))}
      </div>
      {asked && <Ask {...dialog} title={t(`action.${asked}`)} onSend={send(asked)} />}
    </>
  );
}

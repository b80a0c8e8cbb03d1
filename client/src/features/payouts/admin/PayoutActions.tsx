import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '#client/lib/session/permissions.ts';
import { toastDone } from '#client/ui/feedback/toast.ts';
import { Button } from '#client/ui/form/Button.tsx';
import { Checkbox } from '#client/ui/form/Checkbox.tsx';
import { Select, TextArea } from '#client/ui/form/TextInput.tsx';
import { useContractForm } from '#client/ui/form/useContractForm.ts';
import { FormDialog } from '#client/ui/overlay/FormDialog.tsx';
import type { Api } from '#shared/api.ts';
import type { Permission } from '#shared/kernel/permission.ts';
import { holdPayout, returnPayout } from '#shared/payouts/payouts.contract.ts';
import { returnReasons, type PayoutState } from '#shared/payouts/payouts.lifecycle.ts';
import { usePayoutAction, type Payout, type PayoutAction } from '../payouts.queries.ts';

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
  const done = toastDone({ title: t('changed'), text: order.reference }, close);
  const send = (action: PayoutAction) => (body: Parameters<typeof change.mutate>[0]['body']) =>
    change.mutate({ action, body }, { onSuccess: done });
  const Ask = asked === 'return' ? ReturnDialog : ReasonDialog;
  const dialog = { subtitle: order.reference, by: change, onClose: close };
  return (
    <>
      <div className="flex flex-wrap justify-end gap-2">
        {actionsOf[state]
          ?.filter(([, permission]) => may(permission))
          .map(([action]) => (
            <Button
              key={action}
              text={t(`action.${action}`)}
              size="small"
              variant="ghost"
              aria-label={t('actionOf', { action: t(`action.${action}`), reference: order.reference })}
              onClick={() => setAsked(action)}
            />
          ))}
      </div>
      {asked && <Ask {...dialog} title={t(`action.${asked}`)} onSend={send(asked)} />}
    </>
  );
}

interface DialogProps<Body> {
  title: string;
  subtitle: string;
  danger?: boolean;
  by: { isPending: boolean; error: unknown };
  onSend: (body: Body) => void;
  onClose: () => void;
}

/** Asks why before a payout or a batch is moved. */
export function ReasonDialog({ title, onSend, ...dialog }: DialogProps<{ reason: string }>) {
  const { t } = useTranslation('payouts.admin');
  const [form, field] = useContractForm(holdPayout.body, { defaultValues: { reason: '' } });
  return (
    <FormDialog {...dialog} form={form} title={title} confirm={title} failed={t('failed.change')} onSubmit={onSend}>
      <TextArea label={t('reason')} rows={3} maxLength={500} {...field('reason')} />
    </FormDialog>
  );
}

type Returned = Api['POST /api/admin/payouts/:id/return']['body'];

/** What the bank says of money that came back, and whether the customer is asked for another account. */
function ReturnDialog({ title, onSend, ...dialog }: DialogProps<Returned>) {
  const { t } = useTranslation('payouts.admin');
  const defaultValues = { reason: 'account_closed', note: '', askCustomer: true } as const;
  const [form, field] = useContractForm(returnPayout.body, { defaultValues });
  return (
    <FormDialog {...dialog} form={form} title={title} confirm={title} failed={t('failed.change')} onSubmit={onSend}>
      <Select
        label={t('column.reason')}
        options={returnReasons.map((reason) => [reason, t(`returned.${reason}`)])}
        {...field('reason')}
      />
      <TextArea label={t('reason')} rows={3} maxLength={2000} {...field('note')} />
      <Checkbox label={t('askCustomer')} {...form.register('askCustomer')} />
    </FormDialog>
  );
}

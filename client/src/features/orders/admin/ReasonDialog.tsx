import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AdminProblem } from '#client/ui/feedback/AdminProblem.tsx';
import { Button } from '#client/ui/form/Button.tsx';
import { SendButton } from '#client/ui/form/SendButton.tsx';
import { TextArea } from '#client/ui/form/TextInput.tsx';
import { Dialog } from '#client/ui/overlay/Dialog.tsx';
import { givenOf } from '../components/orders.text.ts';
import type { AdminOrder } from './orders.admin.queries.ts';
import { emptyDraft } from './orders.requirements.ts';
import { Templates } from './Templates.tsx';
import type { Decide } from './useDecide.ts';

interface ReasonDialogProps {
  order: AdminOrder;
  decide: Decide;
  /** Title of the error, by the entry point that was refused. */
  failed: string;
  onClose: () => void;
}

/** Refusing an order: the customer reads why, so there is no way without a reason. */
export function ReasonDialog({ order, decide, failed, onClose }: ReasonDialogProps) {
  const { t } = useTranslation(['orders.admin', 'common']);
  const [reason, setReason] = useState('');
  const [attempted, setAttempted] = useState(false);
  useEffect(() => document.getElementById('order-reason')?.focus(), []);
  const isMissing = reason.trim() === '';
  const send = () => {
    setAttempted(true);
    if (isMissing) document.getElementById('order-reason')?.focus();
    else decide.send('reject', { ...emptyDraft, notes: reason });
  };
  return (
    <Dialog
      open
      title={t('quick.rejectTitle', { reference: order.reference })}
      subtitle={
        <bdi dir="ltr" className="text-sm text-muted">
          {givenOf(order)}
        </bdi>
      }
      locked={decide.isPending}
      onClose={onClose}
      footer={
        <>
          <Button disabled={decide.isPending} onClick={onClose}>
            {t('common:action.cancel')}
          </Button>
          <SendButton atEnd variant="danger" busy={decide.isPending} onClick={send}>
            {t('quick.rejectDo', { reference: order.reference })}
          </SendButton>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        {decide.error && <AdminProblem error={decide.error} title={failed} onRetry={send} />}
        <TextArea
          id="order-reason"
          label={t('field.reason')}
          hint={t('field.reasonHint')}
          error={attempted && isMissing ? t('missing.reason') : undefined}
          maxLength={2000}
          rows={4}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
        />
        <Templates names={['nothing', 'amount', 'blurred', 'name']} text={reason} onChange={setReason} />
      </div>
    </Dialog>
  );
}

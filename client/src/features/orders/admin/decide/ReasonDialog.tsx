import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { CannedTextArea } from '#client/ui/form/CannedTextArea.tsx';
import { useContractForm } from '#client/ui/form/useContractForm.ts';
import { FormDialog } from '#client/ui/overlay/FormDialog.tsx';
import { refusal } from '#shared/orders/orders.evidence.ts';
import { givenOf } from '../../components/orders.text.ts';
import type { AdminOrder } from '../orders.admin.queries.ts';
import { emptyDraft } from './orders.requirements.ts';
import type { Decide } from './useDecide.ts';
import { useTemplates } from './useTemplates.ts';

interface ReasonDialogProps {
  order: AdminOrder;
  decide: Decide;
  /** Title of the error, by the entry point that was refused. */
  failed: string;
  onClose: () => void;
}

/** Refusing an order: the customer reads why, so there is no way without a reason. */
export function ReasonDialog({ order, decide, failed, onClose }: ReasonDialogProps) {
  const { t } = useTranslation('orders.admin');
  const form = useContractForm(refusal, { defaultValues: { adminNotes: '' } });
  // A wrong network is only possible where coins were sent.
  const ofSale = order.type === 'sell' ? (['network'] as const) : [];
  const templates = useTemplates('nothing', 'amount', 'reused', 'late', ...ofSale, 'blurred', 'name');
  const { setFocus } = form;
  useEffect(() => setFocus('adminNotes'), [setFocus]);
  return (
    <FormDialog
      danger
      form={form}
      title={t('quick.rejectTitle', { reference: order.reference })}
      subtitle={
        <bdi dir="ltr" className="text-sm text-muted">
          {givenOf(order)}
        </bdi>
      }
      confirm={t('quick.rejectDo', { reference: order.reference })}
      busy={decide.isPending}
      error={decide.error}
      failed={failed}
      onSubmit={(reason) => decide.send('reject', { ...emptyDraft, ...reason })}
      onClose={onClose}
    >
      <CannedTextArea
        form={form}
        name="adminNotes"
        label={t('field.reason')}
        hint={t('field.reasonHint')}
        maxLength={2000}
        rows={4}
        sentences={templates}
      />
    </FormDialog>
  );
}

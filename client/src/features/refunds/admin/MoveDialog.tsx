import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { useFields } from '#client/ui/form/Form.tsx';
import { TextArea, TextInput } from '#client/ui/form/TextInput.tsx';
import { useContractForm } from '#client/ui/form/useContractForm.ts';
import { FormDialog } from '#client/ui/overlay/FormDialog.tsx';
import { text } from '#shared/kernel/fields.ts';
import { reason } from '#shared/kernel/reason.ts';
import type { RefundAction } from '../refunds.queries.ts';

const schemaOf = (action: RefundAction['action']) =>
  z.object({
    target: text(200, action === 'sent' ? { min: 1, error: reason('transaction_hash_invalid') } : {}),
    reason: text(
      2000,
      action === 'cancel' || action === 'reset' ? { min: 1, error: reason('refund_reason_required') } : {},
    ),
  });

interface MoveDialogProps {
  action: RefundAction['action'];
  busy: boolean;
  error: Error | null;
  onSubmit: (values: { target: string; reason: string }) => void;
  onClose: () => void;
}

/** A step of a refund: with the hash of what was sent, or with a reason. */
export function MoveDialog({ action, ...dialog }: MoveDialogProps) {
  const { t } = useTranslation('refunds.admin');
  const form = useContractForm(schemaOf(action), { defaultValues: { target: '', reason: '' } });
  const field = useFields(form);
  return (
    <FormDialog
      form={form}
      title={t(`action.${action}`)}
      confirm={t(`action.${action}`)}
      failed={t('failed.move')}
      {...dialog}
    >
      {action === 'sent' && (
        <TextInput
          label={t('hash')}
          dir="ltr"
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          {...field('target')}
        />
      )}
      {(action === 'cancel' || action === 'reset') && (
        <TextArea label={t('reason')} maxLength={2000} rows={3} {...field('reason')} />
      )}
    </FormDialog>
  );
}

import { useTranslation } from 'react-i18next';
import { toast } from '#client/ui/feedback/toast.ts';
import { useFields } from '#client/ui/form/Form.tsx';
import { TextArea } from '#client/ui/form/TextInput.tsx';
import { useContractForm } from '#client/ui/form/useContractForm.ts';
import { FormDialog } from '#client/ui/overlay/FormDialog.tsx';
import { revokeKyc } from '#shared/kyc/kyc.contract.ts';
import { useRevoke, type AdminKycRequestDetails } from './kyc.admin.queries.ts';

interface RevokeDialogProps {
  request: Pick<AdminKycRequestDetails, 'id' | 'userName'>;
  onClose: () => void;
}

/** Takes an approval back; the customer reads the reason and is asked for documents again. */
export function RevokeDialog({ request: { id, userName: name }, onClose }: RevokeDialogProps) {
  const { t } = useTranslation('kyc.admin');
  const form = useContractForm(revokeKyc.body, { defaultValues: { reason: '' } });
  const field = useFields(form);
  const revoke = useRevoke(id);
  const done = () => {
    toast({ title: t('revoke.done'), text: name, tone: 'done' });
    onClose();
  };
  return (
    <FormDialog
      danger
      form={form}
      title={t('revoke.title', { name })}
      confirm={t('revoke.confirm')}
      busy={revoke.isPending}
      error={revoke.error}
      failed={t('revoke.failed')}
      onSubmit={({ reason }) => revoke.mutate(reason, { onSuccess: done })}
      onClose={onClose}
    >
      <p>{t('revoke.text')}</p>
      <TextArea label={t('revoke.reason')} hint={t('notesHint')} maxLength={2000} rows={3} {...field('reason')} />
    </FormDialog>
  );
}

import { useTranslation } from 'react-i18next';
import { toast } from '#client/ui/feedback/toast.ts';
import { useFields } from '#client/ui/form/Form.tsx';
import { TextArea } from '#client/ui/form/TextInput.tsx';
import { useContractForm } from '#client/ui/form/useContractForm.ts';
import { FormDialog } from '#client/ui/overlay/FormDialog.tsx';
import { blockUser } from '#shared/users/users.admin.contract.ts';
import { useBlockUser } from './users.admin.queries.ts';
import type { PendingAction } from './users.pending-action.ts';

/** Blocks a user; the reason is for admins, the user only sees that they are blocked. */
export function BlockDialog({ user, onClose }: { user: PendingAction['user']; onClose: () => void }) {
  const { t } = useTranslation('users.admin');
  const form = useContractForm(blockUser.body, { defaultValues: { reason: '' } });
  const field = useFields(form);
  const block = useBlockUser(user.id);
  const done = () => {
    toast({ title: t('done.blocked'), text: user.name, tone: 'done' });
    onClose();
  };
  return (
    <FormDialog
      danger
      form={form}
      title={t('block.title', { name: user.name })}
      confirm={t('block.confirm', { name: user.name })}
      busy={block.isPending}
      error={block.error}
      failed={t('failed.update')}
      onSubmit={({ reason }) => block.mutate(reason, { onSuccess: done })}
      onClose={onClose}
    >
      <p>{t('block.text')}</p>
      <TextArea label={t('block.reason')} hint={t('block.reasonHint')} maxLength={500} rows={3} {...field('reason')} />
    </FormDialog>
  );
}

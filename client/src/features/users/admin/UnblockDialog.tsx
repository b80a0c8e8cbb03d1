import { useTranslation } from 'react-i18next';
import { toast } from '#client/ui/feedback/toast.ts';
import { ConfirmDialog } from '#client/ui/overlay/ConfirmDialog.tsx';
import { useUnblockUser } from './users.admin.queries.ts';
import type { PendingAction } from './users.pending-action.ts';

export function UnblockDialog({ user, onClose }: { user: PendingAction['user']; onClose: () => void }) {
  const { t } = useTranslation('users.admin');
  const unblock = useUnblockUser(user.id);
  const done = () => {
    toast({ title: t('done.unblocked'), text: user.name, tone: 'done' });
    onClose();
  };
  return (
    <ConfirmDialog
      title={t('unblock.title', { name: user.name })}
      confirm={t('unblock.confirm', { name: user.name })}
      busy={unblock.isPending}
      error={unblock.error}
      failed={t('failed.update')}
      onConfirm={() => unblock.mutate(undefined, { onSuccess: done })}
      onClose={onClose}
    >
      <p>{t('unblock.text')}</p>
    </ConfirmDialog>
  );
}

import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from '#client/ui/feedback/toast.ts';
import { TextArea } from '#client/ui/form/TextInput.tsx';
import { ConfirmDialog } from '#client/ui/overlay/ConfirmDialog.tsx';
import { useBlockUser } from './users.admin.queries.ts';
import type { PendingAction } from './users.pending-action.ts';

const reasonId = 'block-reason';

/** Blocks a user; the reason is for admins, the user only sees that they are blocked. */
export function BlockDialog({ user, onClose }: { user: PendingAction['user']; onClose: () => void }) {
  const { t } = useTranslation('users.admin');
  const [reason, setReason] = useState('');
  const [attempted, setAttempted] = useState(false);
  const block = useBlockUser(user.id);
  const isMissing = reason.trim() === '';
  const send = () => {
    setAttempted(true);
    if (isMissing) return document.getElementById(reasonId)?.focus();
    block.mutate(reason, {
      onSuccess: () => {
        toast({ title: t('done.blocked'), text: user.name, tone: 'done' });
        onClose();
      },
    });
  };
  return (
    <ConfirmDialog
      danger
      title={t('block.title', { name: user.name })}
      confirm={t('block.confirm', { name: user.name })}
      busy={block.isPending}
      error={block.error}
      failed={t('failed.update')}
      onConfirm={send}
      onClose={onClose}
    >
      <p>{t('block.text')}</p>
      <TextArea
        id={reasonId}
        label={t('block.reason')}
        hint={t('block.reasonHint')}
        error={attempted && isMissing ? t('block.missing') : undefined}
        maxLength={500}
        rows={3}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
    </ConfirmDialog>
  );
}

import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Note } from '#client/ui/feedback/Banner.tsx';
import { toast } from '#client/ui/feedback/toast.ts';
import { TextInput } from '#client/ui/form/TextInput.tsx';
import { ConfirmDialog } from '#client/ui/overlay/ConfirmDialog.tsx';
import { useDeleteUser } from './users.admin.queries.ts';
import type { PendingAction } from './users.pending-action.ts';

const fieldId = 'delete-email';

interface DeleteDialogProps {
  user: PendingAction['user'];
  onClose: () => void;
  onDeleted: () => void;
}

/** Deletes a user for good, once their address was typed. The server compares it again. */
export function DeleteDialog({ user, onClose, onDeleted }: DeleteDialogProps) {
  const { t } = useTranslation('users.admin');
  const [typed, setTyped] = useState('');
  const [attempted, setAttempted] = useState(false);
  const remove = useDeleteUser(user.id);
  const isRight = typed.trim().toLowerCase() === user.email;
  const send = () => {
    setAttempted(true);
    if (!isRight) return document.getElementById(fieldId)?.focus();
    remove.mutate(typed, {
      onSuccess: () => {
        toast({ title: t('done.deleted'), tone: 'done' });
        onDeleted();
      },
    });
  };
  return (
    <ConfirmDialog
      danger
      title={t('delete.title', { name: user.name })}
      confirm={t('delete.confirm', { name: user.name })}
      busy={remove.isPending}
      error={remove.error}
      failed={t('failed.delete')}
      onConfirm={send}
      onClose={onClose}
    >
      <Note tone="danger">{t('delete.warning')}</Note>
      <p>{t('delete.kept')}</p>
      <TextInput
        id={fieldId}
        label={t('delete.type', { email: user.email })}
        error={attempted && !isRight ? t('delete.other') : undefined}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        inputMode="email"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
    </ConfirmDialog>
  );
}

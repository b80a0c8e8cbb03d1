import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Note } from '#client/ui/Banner.tsx';
import { ConfirmDialog } from '#client/ui/ConfirmDialog.tsx';
import { TextInput } from '#client/ui/TextInput.tsx';
import { toast } from '#client/ui/toast.ts';
import type { Asked } from './DeedDialog.tsx';
import { useDeletePerson } from './people.api.ts';

const fieldId = 'delete-email';

interface DeleteDialogProps {
  person: Asked['person'];
  onClose: () => void;
  onDeleted: () => void;
}

/** Deletes a person for good, once their address was typed. The server compares it again. */
export function DeleteDialog({ person, onClose, onDeleted }: DeleteDialogProps) {
  const { t } = useTranslation('people');
  const [typed, setTyped] = useState('');
  const [tried, setTried] = useState(false);
  const remove = useDeletePerson(person.id);
  const isRight = typed.trim().toLowerCase() === person.email;
  const send = () => {
    setTried(true);
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
      title={t('delete.title', { name: person.name })}
      confirm={t('delete.confirm', { name: person.name })}
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
        label={t('delete.type', { email: person.email })}
        error={tried && !isRight ? t('delete.other') : undefined}
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

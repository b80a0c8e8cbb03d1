import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '#client/ui/ConfirmDialog.tsx';
import { TextArea } from '#client/ui/TextInput.tsx';
import { toast } from '#client/ui/toast.ts';
import type { Asked } from './DeedDialog.tsx';
import { useBlockPerson } from './people.api.ts';

const reasonId = 'block-reason';

/** Blocks a person; the reason is for the desk, the person reads that they are blocked. */
export function BlockDialog({ person, onClose }: { person: Asked['person']; onClose: () => void }) {
  const { t } = useTranslation('people');
  const [reason, setReason] = useState('');
  const [tried, setTried] = useState(false);
  const block = useBlockPerson(person.id);
  const isMissing = reason.trim() === '';
  const send = () => {
    setTried(true);
    if (isMissing) return document.getElementById(reasonId)?.focus();
    block.mutate(reason, {
      onSuccess: () => {
        toast({ title: t('done.blocked'), text: person.name, tone: 'done' });
        onClose();
      },
    });
  };
  return (
    <ConfirmDialog
      danger
      title={t('block.title', { name: person.name })}
      confirm={t('block.confirm', { name: person.name })}
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
        error={tried && isMissing ? t('block.missing') : undefined}
        maxLength={500}
        rows={3}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
    </ConfirmDialog>
  );
}

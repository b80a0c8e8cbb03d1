import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '#client/ui/ConfirmDialog.tsx';
import { toast } from '#client/ui/toast.ts';
import type { Asked } from './DeedDialog.tsx';
import { useUnblockPerson } from './people.api.ts';

/** Lets a blocked person in again. */
export function UnblockDialog({ person, onClose }: { person: Asked['person']; onClose: () => void }) {
  const { t } = useTranslation('people');
  const unblock = useUnblockPerson(person.id);
  const done = () => {
    toast({ title: t('done.unblocked'), text: person.name, tone: 'done' });
    onClose();
  };
  return (
    <ConfirmDialog
      title={t('unblock.title', { name: person.name })}
      confirm={t('unblock.confirm', { name: person.name })}
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

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { formatDateTime } from '#client/lib/format/format.ts';
import { readTabItem, writeTabItem } from '#client/lib/storage/tab-storage.ts';
import { AdminProblem } from '#client/ui/feedback/AdminProblem.tsx';
import { Problem } from '#client/ui/feedback/Problem.tsx';
import { Skeleton } from '#client/ui/feedback/Skeleton.tsx';
import { Button } from '#client/ui/form/Button.tsx';
import { ShortForm, useFields } from '#client/ui/form/Form.tsx';
import { TextArea } from '#client/ui/form/TextInput.tsx';
import { useContractForm } from '#client/ui/form/useContractForm.ts';
import { maxNoteLength, writeSharedNote, type SharedNoteView } from '#shared/notes/notes.contract.ts';
import { continueNote, sharedNoteQuery } from '../notes.queries.ts';
import { Versions } from './Notes.tsx';

/** The team's note on a customer, for the next agent who answers. */
export function SharedNote({ roomId }: { roomId: string }) {
  const { t } = useTranslation('notes');
  const { data: note, error, refetch } = useQuery(sharedNoteQuery(roomId));
  if (error && !note) return <AdminProblem error={error} title={t('shared.title')} onRetry={() => void refetch()} />;
  if (!note) return <Skeleton line="h-24" />;
  return <NoteForm {...{ roomId, note }} />;
}

interface NoteFormProps {
  roomId: string;
  note: SharedNoteView;
}

function NoteForm({ roomId, note }: NoteFormProps) {
  const { t } = useTranslation('notes');
  const queries = useQueryClient();
  const draftKey = `note:${roomId}`;
  const form = useContractForm(writeSharedNote.body, {
    values: { text: note.text },
    // The note may be fetched again while something is typed here.
    resetOptions: { keepDirtyValues: true },
  });
  const field = useFields(form);
  const { isDirty } = form.formState;
  const noteText = useWatch({ control: form.control, name: 'text' });
  useEffect(() => {
    const draft = readTabItem(draftKey);
    if (draft) form.setValue('text', draft, { shouldDirty: true });
  }, [form, draftKey]);
  const save = useMutation({
    mutationFn: (text: string) => continueNote(roomId, text),
    onSuccess: (stored) => {
      queries.setQueryData(sharedNoteQuery(roomId).queryKey, stored);
      form.reset({ text: stored.text });
      writeTabItem(draftKey, '');
    },
  });
  return (
    <ShortForm
      form={form}
      className="flex flex-col items-start gap-2"
      onSubmit={({ text }) => save.mutate(text)}
      onChange={() => writeTabItem(draftKey, form.getValues('text'))}
      error={save.error}
    >
      <TextArea
        label={t('shared.title')}
        hint={t('shared.hint')}
        rows={3}
        maxLength={maxNoteLength}
        {...field('text')}
        required={false}
        className="w-full"
      />
      <Problem error={save.error} />
      <span className="flex flex-wrap items-center gap-3">
        <Button type="submit" size="small" busy={save.isPending} disabled={noteText.trim() === note.text}>
          {t('save')}
        </Button>
        <output className="text-xs text-muted">
          {note.updatedAt && !isDirty && t('shared.saved', { time: formatDateTime(note.updatedAt) })}
        </output>
      </span>
      {note.versions.length > 0 && <Versions versions={note.versions} />}
    </ShortForm>
  );
}

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { readTabItem, writeTabItem } from '#client/lib/storage/tab-storage.ts';
import { AdminProblem } from '#client/ui/feedback/AdminProblem.tsx';
import { Problem } from '#client/ui/feedback/Problem.tsx';
import { Skeleton, SkeletonLine } from '#client/ui/feedback/Skeleton.tsx';
import { Button } from '#client/ui/form/Button.tsx';
import { ShortForm, useFields } from '#client/ui/form/Form.tsx';
import { TextArea } from '#client/ui/form/TextInput.tsx';
import { useContractForm } from '#client/ui/form/useContractForm.ts';
import { adminWriteChatNote } from '#shared/chat/chat.contract.ts';
import { maxNoteLength } from '#shared/chat/chat.limits.ts';
import { noteQuery, writeNote } from '../chat.admin.queries.ts';
import { timeOf } from '../chat.time.ts';

/** The team's note on a customer, for the next agent who answers. */
export function CustomerNote({ roomId }: { roomId: string }) {
  const { t } = useTranslation('chat.admin');
  const { data: note, error, refetch } = useQuery(noteQuery(roomId));
  if (error && !note) return <AdminProblem error={error} title={t('note.title')} onRetry={() => void refetch()} />;
  if (!note)
    return (
      <Skeleton>
        <SkeletonLine className="h-24" />
      </Skeleton>
    );
  return <NoteForm {...{ roomId, note }} />;
}

interface NoteFormProps {
  roomId: string;
  note: { text: string; updatedAt: string | null };
}

function NoteForm({ roomId, note }: NoteFormProps) {
  const { t } = useTranslation('chat.admin');
  const queries = useQueryClient();
  const draftKey = `note:${roomId}`;
  const form = useContractForm(adminWriteChatNote.body, {
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
    mutationFn: (text: string) => writeNote(roomId, text),
    onSuccess: (stored) => {
      queries.setQueryData(noteQuery(roomId).queryKey, stored);
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
        label={t('note.title')}
        hint={t('note.hint')}
        rows={3}
        maxLength={maxNoteLength}
        {...field('text')}
        required={false}
        className="w-full"
      />
      <Problem error={save.error} />
      <span className="flex flex-wrap items-center gap-3">
        <Button type="submit" size="small" busy={save.isPending} disabled={noteText.trim() === note.text}>
          {t('note.save')}
        </Button>
        <output className="text-xs text-muted">
          {note.updatedAt && !isDirty && t('note.saved', { time: timeOf(note.updatedAt) })}
        </output>
      </span>
    </ShortForm>
  );
}

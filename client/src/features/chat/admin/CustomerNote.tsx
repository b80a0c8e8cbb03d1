import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { maxNoteLength } from '#shared/chat/chat.limits.ts';
import { readTabItem, writeTabItem } from '#client/lib/storage/tab-storage.ts';
import { Button } from '#client/ui/form/Button.tsx';
import { AdminProblem } from '#client/ui/feedback/AdminProblem.tsx';
import { Problem } from '#client/ui/feedback/Problem.tsx';
import { SkeletonLine, Skeleton } from '#client/ui/feedback/Skeleton.tsx';
import { TextArea } from '#client/ui/form/TextInput.tsx';
import { noteQuery, writeNote } from '../chat.admin.queries.ts';
import { timeOf } from '../chat.time.ts';

/** What the desk keeps in mind of a customer, for whoever answers them next. */
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
  const [draft, setDraft] = useState(() => readTabItem(draftKey));
  const put = (noteText: string | null) => {
    writeTabItem(draftKey, noteText ?? '');
    setDraft(noteText);
  };
  const save = useMutation({
    mutationFn: (noteText: string) => writeNote(roomId, noteText),
    onSuccess: (stored) => {
      queries.setQueryData(noteQuery(roomId).queryKey, stored);
      put(null);
    },
  });
  const noteText = draft ?? note.text;
  return (
    <form
      className="flex flex-col items-start gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate(noteText);
      }}
    >
      <TextArea
        label={t('note.title')}
        hint={t('note.hint')}
        required={false}
        rows={3}
        maxLength={maxNoteLength}
        value={noteText}
        onChange={(event) => put(event.target.value)}
        className="w-full"
      />
      <Problem error={save.error} />
      <span className="flex flex-wrap items-center gap-3">
        <Button type="submit" size="small" busy={save.isPending} disabled={noteText.trim() === note.text}>
          {t('note.save')}
        </Button>
        <output className="text-xs text-muted">
          {note.updatedAt && noteText === note.text && t('note.saved', { time: timeOf(note.updatedAt) })}
        </output>
      </span>
    </form>
  );
}

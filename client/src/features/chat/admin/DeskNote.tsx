import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { longestNote } from '#shared/chat/figures.ts';
import { readTab, writeTab } from '#client/lib/tab.ts';
import { Button } from '#client/ui/Button.tsx';
import { DeskProblem } from '#client/ui/DeskProblem.tsx';
import { Problem } from '#client/ui/Problem.tsx';
import { Bone, Skeleton } from '#client/ui/Skeleton.tsx';
import { TextArea } from '#client/ui/TextInput.tsx';
import { noteQuery, writeNote } from '../chat.desk.api.ts';
import { timeOf } from '../time.ts';

/** What the desk keeps in mind of a customer, for whoever answers them next. */
export function DeskNote({ roomId }: { roomId: string }) {
  const { t } = useTranslation('agentChat');
  const { data: note, error, refetch } = useQuery(noteQuery(roomId));
  if (error && !note) return <DeskProblem error={error} title={t('note.title')} onRetry={() => void refetch()} />;
  if (!note)
    return (
      <Skeleton>
        <Bone className="h-24" />
      </Skeleton>
    );
  return <NoteForm {...{ roomId, note }} />;
}

interface NoteFormProps {
  roomId: string;
  note: { text: string; updatedAt: string | null };
}

function NoteForm({ roomId, note }: NoteFormProps) {
  const { t } = useTranslation('agentChat');
  const queries = useQueryClient();
  const draftKey = `note:${roomId}`;
  const [draft, setDraft] = useState(() => readTab(draftKey));
  const put = (words: string | null) => {
    writeTab(draftKey, words ?? '');
    setDraft(words);
  };
  const save = useMutation({
    mutationFn: (words: string) => writeNote(roomId, words),
    onSuccess: (kept) => {
      queries.setQueryData(noteQuery(roomId).queryKey, kept);
      put(null);
    },
  });
  const words = draft ?? note.text;
  return (
    <form
      className="flex flex-col items-start gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate(words);
      }}
    >
      <TextArea
        label={t('note.title')}
        hint={t('note.hint')}
        required={false}
        rows={3}
        maxLength={longestNote}
        value={words}
        onChange={(event) => put(event.target.value)}
        className="w-full"
      />
      <Problem error={save.error} />
      <span className="flex flex-wrap items-center gap-3">
        <Button type="submit" size="small" busy={save.isPending} disabled={words.trim() === note.text}>
          {t('note.save')}
        </Button>
        <output className="text-xs text-muted">
          {note.updatedAt && words === note.text && t('note.saved', { time: timeOf(note.updatedAt) })}
        </output>
      </span>
    </form>
  );
}

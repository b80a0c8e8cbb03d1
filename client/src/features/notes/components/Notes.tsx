import { useQuery } from '@tanstack/react-query';
import { AtSign } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useMembers } from '#client/features/users/users.members.queries.ts';
import { call } from '#client/lib/api/call.ts';
import { useWrite } from '#client/lib/api/mutations.ts';
import { apiQuery } from '#client/lib/api/query.ts';
import { formatDateTime } from '#client/lib/format/format.ts';
import { useSession } from '#client/lib/session/session.ts';
import { AdminProblem } from '#client/ui/feedback/AdminProblem.tsx';
import { Problem } from '#client/ui/feedback/Problem.tsx';
import { Button } from '#client/ui/form/Button.tsx';
import { ShortForm } from '#client/ui/form/Form.tsx';
import { TextArea } from '#client/ui/form/TextInput.tsx';
import { useContractForm } from '#client/ui/form/useContractForm.ts';
import type { NoteSlotProps } from '#client/ui/layout/NoteSlot.tsx';
import { Menu, menuItemClasses } from '#client/ui/overlay/Menu.tsx';
import { noteInput, type NoteInput, type NoteView } from '#shared/notes/notes.contract.ts';

/** The team's notes about a customer, newest first and on all their screens, and a field for another note. */
export function Notes({ subject, mayWrite }: NoteSlotProps) {
  const { t } = useTranslation('notes');
  const { data: notes, error, refetch } = useQuery(notesQuery(subject));
  const add = useAddNote(subject);
  return (
    <div className="flex flex-col gap-2">
      {mayWrite && (
        <NoteForm
          label={t('newNote')}
          text=""
          by={add}
          onSave={(note, onSaved) => add.mutate(note, { onSuccess: onSaved })}
        />
      )}
      {error && !notes && <AdminProblem error={error} title={t('failed.load')} onRetry={() => void refetch()} />}
      {notes && notes.length > 0 && (
        <ul aria-label={t('title')} className="flex flex-col gap-2">
          {notes.map((note) => (
            <NoteItem key={note.id} note={note} subject={subject} mayWrite={mayWrite} />
          ))}
        </ul>
      )}
    </div>
  );
}

/** A note, which its author may change; a note on another order names that order. */
function NoteItem({ note, subject, mayWrite }: NoteSlotProps & { note: TeamNote }) {
  const { t } = useTranslation('notes');
  const session = useSession();
  const [isEditing, setEditing] = useState(false);
  const edit = useEditNote(note.id);
  const isMine = session.status === 'signedIn' && session.user.id === note.author.id;
  return (
    <li className="card flex flex-col gap-1 px-3 py-2">
      <span className="flex flex-wrap justify-between gap-x-3 text-xs text-muted">
        <bdi className="font-medium text-ink">{note.author.name}</bdi>
        {note.order && note.order.id !== subject.id && (
          <Link to={`/admin/transactions?show=all&tx=${note.order.id}`} className="tap-area font-mono text-link">
            {note.order.reference}
          </Link>
        )}
        <time dateTime={note.createdAt}>{formatDateTime(note.createdAt)}</time>
      </span>
      {isEditing ? (
        <NoteForm
          label={t('editNote')}
          text={note.text}
          by={edit}
          onSave={(body) => edit.mutate(body, { onSuccess: () => setEditing(false) })}
          onCancel={() => setEditing(false)}
        />
      ) : (
        <p dir="auto" className="wrap-anywhere whitespace-pre-line">
          {note.text}
        </p>
      )}
      {mayWrite && isMine && !isEditing && (
        <Button text={t('edit')} size="small" variant="ghost" className="self-start" onClick={() => setEditing(true)} />
      )}
      {note.versions.length > 0 && <Versions versions={note.versions} />}
    </li>
  );
}

/** Shows the earlier texts of a note with their authors. */
function Versions({ versions }: Pick<TeamNote, 'versions'>) {
  const { t } = useTranslation('notes');
  return (
    <details className="text-xs text-muted">
      <summary className="min-h-6 cursor-pointer">{t('versions')}</summary>
      <ol className="flex flex-col gap-1 pt-1">
        {versions.map(({ at, author, text }) => (
          <li key={at} className="flex flex-col">
            <span>
              <bdi>{author}</bdi> <time dateTime={at}>{formatDateTime(at)}</time>
            </span>
            <span dir="auto" className="wrap-anywhere whitespace-pre-line">
              {text}
            </span>
          </li>
        ))}
      </ol>
    </details>
  );
}

interface NoteFormProps {
  label: string;
  text: string;
  by: { isPending: boolean; error: Error | null };
  onSave: (note: NoteInput, onSaved: () => void) => void;
  onCancel?: () => void;
}

/** A member who is named with an @ in the text is mentioned. */
function NoteForm({ label, text, by: { isPending, error }, onSave, onCancel }: NoteFormProps) {
  const { t } = useTranslation('notes');
  const colleagues = useMembers().filter(({ isMe }) => !isMe);
  const [form, field] = useContractForm(noteInput, { defaultValues: { text } });
  const mention = (name: string) => {
    const previousText = form.getValues('text').trimEnd();
    form.setValue('text', `${previousText}${previousText ? ' ' : ''}@${name} `, { shouldDirty: true });
    form.setFocus('text');
  };
  const save = (note: NoteInput) => {
    const mentions = colleagues.filter(({ name }) => note.text.includes(`@${name}`)).map(({ id }) => id);
    onSave({ text: note.text, mentions: mentions.slice(0, 10) }, () => form.reset({ text: '' }));
  };
  return (
    <ShortForm form={form} className="flex flex-col gap-2" onSubmit={save} error={error}>
      <TextArea label={label} rows={2} dir="auto" {...field('text')} required={false} />
      <Problem error={error} title={t('failed.note')} />
      <span className="flex flex-wrap items-center gap-2">
        <Button text={t('save')} type="submit" size="small" busy={isPending} />
        {onCancel && <Button text={t('cancel')} size="small" variant="ghost" onClick={onCancel} />}
        {colleagues.length > 0 && (
          <Menu
            trigger={<AtSign className="size-4" />}
            label={t('mention')}
            triggerClassName="grid size-9 place-items-center rounded-control text-muted hover:bg-raised hover:text-ink pointer-coarse:size-11"
          >
            {colleagues.map(({ id, name }) => (
              <button key={id} type="button" className={menuItemClasses()} onClick={() => mention(name)}>
                {name}
              </button>
            ))}
          </Menu>
        )}
      </span>
    </ShortForm>
  );
}

/** The subjects that have notes. */
type NoteSubject = NoteSlotProps['subject'];
type TeamNote = NoteView;

const pollOptions = { refetchInterval: 30_000 };

/** The team's notes on a customer, newest first; the subject is the customer, one of their orders or a conversation. */
const notesQuery = ({ kind, id }: NoteSubject) => {
  if (kind === 'room')
    return apiQuery('GET /api/admin/chat-rooms/:roomId/notes', { params: { roomId: id } }, pollOptions);
  const params = { params: { id } };
  return kind === 'order'
    ? apiQuery('GET /api/admin/transactions/:id/notes', params, pollOptions)
    : apiQuery('GET /api/admin/users/:id/notes', params, pollOptions);
};

const useNoteMutation = (write: (note: NoteInput) => Promise<NoteView>) =>
  useWrite(
    write,
    'GET /api/admin/transactions/:id/notes',
    'GET /api/admin/users/:id/notes',
    'GET /api/admin/chat-rooms/:roomId/notes',
  );

const useAddNote = ({ kind, id }: NoteSubject) =>
  useNoteMutation((body) => {
    if (kind === 'room') return call('POST /api/admin/chat-rooms/:roomId/notes', { params: { roomId: id }, body });
    const payload = { params: { id }, body };
    return kind === 'order'
      ? call('POST /api/admin/transactions/:id/notes', payload)
      : call('POST /api/admin/users/:id/notes', payload);
  });

const useEditNote = (id: string) =>
  useNoteMutation((body) => call('PUT /api/admin/notes/:id', { params: { id }, body }));

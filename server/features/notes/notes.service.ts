import type { Db, Tx } from '#server/db/connection.ts';
import { publish } from '#server/events/publish.ts';
import { recordAudit } from '#server/features/audit/audit.service.ts';
import { notifyTeam } from '#server/features/mail/notices/notices.service.ts';
import { activeMember } from '#server/features/team/team.service.ts';
import { lockExistingUser } from '#server/features/users/users.admin.service.ts';
import { accountById } from '#server/features/users/users.service.ts';
import type { Actor } from '#server/http/guards/actor.ts';
import { Invalid, NotFound, Refusal } from '#server/lib/refusal.ts';
import type { Platform } from '#server/platform.ts';
import type { AuditSubject } from '#shared/audit/audit.subjects.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { noteView, type NoteInput, type NoteView } from '#shared/notes/notes.contract.ts';
import {
  insertNote,
  lockNote,
  replaceNote,
  selectById,
  selectNotes,
  selectSubjectName,
  type NoteRow,
  type NoteSubject,
  type StoredNote,
} from './notes.queries.ts';

/** The screen and the refusal of each kind of subject. */
const about = {
  order: { path: '/admin/transactions?tx=', missing: 'order_not_found' },
  user: { path: '/admin/users?user=', missing: 'user_not_found' },
  room: { path: '/admin/agent-chat?room=', missing: 'room_not_found' },
} as const;

/** The refusal (403) to change another member's note. */
class NotAuthor extends Refusal<403> {
  constructor() {
    super('not_author', 'note_not_author');
  }
}

/** The newest notes on something and on its customer, newest first. Refuses with not_found, also for a deleted user. */
export async function listNotes({ db }: Pick<Platform, 'db'>, subject: NoteSubject): Promise<NoteView[]> {
  await requireName(db, subject);
  return (await selectNotes[subject.kind](db, { id: subject.id })).map(presentNote);
}

/** Writes a note in a transaction of its own. Refuses with the errors of `addNote`. */
export async function writeNote(
  { inTx }: Pick<Platform, 'inTx'>,
  actor: Actor,
  subject: NoteSubject,
  note: NoteInput,
): Promise<NoteView> {
  return inTx(async (tx) => {
    if (subject.kind === 'user') await lockExistingUser(tx, subject.id);
    return addNote(tx, actor, subject, note);
  });
}

/** The name of the subject of a note. Refuses with not_found if there is no such subject. */
async function requireName(db: Pick<Db, 'ask'>, { kind, id }: NoteSubject): Promise<string> {
  const subject = await selectSubjectName[kind](db, { id });
  if (!subject) throw new NotFound(about[kind].missing);
  return subject.name;
}

/**
 * Writes a note, and mails the members it mentions. Refuses with not_found, invalid_input for a mention of someone
 * outside the team.
 */
export async function addNote(
  tx: Tx,
  actor: Actor,
  subject: NoteSubject,
  { text, mentions = [] }: NoteInput,
): Promise<NoteView> {
  const name = await requireName(tx, subject);
  const mentionedMembers = await requireMembers(tx, mentions);
  const id = await insertNote(tx, subject, { authorId: actor.userId, text, mentions: [...mentionedMembers.keys()] });
  await mailMentioned(tx, actor, mentionedMembers, { subject, name });
  await recordAudit(tx, actor, 'note.written', auditedSubject(subject), { note: id, mentions: mentionedMembers.size });
  await publishChange(tx, subject);
  return noteById(tx, id);
}

/** Changes one's own note; the old text is stored. Refuses with not_found, not_author, and the errors of `addNote`. */
export async function changeNote(
  { inTx }: Pick<Platform, 'inTx'>,
  actor: Actor,
  id: Id<'note'>,
  { text, mentions = [] }: NoteInput,
): Promise<NoteView> {
  return inTx(async (tx) => {
    const storedNote = await lockNote(tx, id);
    if (!storedNote) throw new NotFound('note_not_found');
    if (storedNote.authorId !== actor.userId) throw new NotAuthor();
    const addedMembers = await requireMembers(
      tx,
      mentions.filter((member) => !storedNote.mentions.includes(member)),
    );
    if (text !== storedNote.text || addedMembers.size > 0) {
      const subject = subjectOf(storedNote);
      await replaceNote(tx, storedNote, { text, mentions: [...storedNote.mentions, ...addedMembers.keys()] });
      await mailMentioned(tx, actor, addedMembers, { subject, name: await requireName(tx, subject) });
      await recordAudit(tx, actor, 'note.edited', auditedSubject(subject), { note: id, mentions: addedMembers.size });
      await publishChange(tx, subject);
    }
    return noteById(tx, id);
  });
}

/** Notifies the screens that show the order; other screens poll. */
async function publishChange(tx: Tx, subject: NoteSubject): Promise<void> {
  if (subject.kind === 'order') await publish(tx, { kind: 'order_handling_changed', id: subject.id });
}

function subjectOf({ orderId, userId, roomId }: StoredNote): NoteSubject {
  if (orderId !== null) return { kind: 'order', id: orderId };
  return userId === null ? { kind: 'room', id: roomId ?? '' } : { kind: 'user', id: userId };
}

// The text stays out of the log: its rows are never deleted.
function auditedSubject(subject: NoteSubject): AuditSubject {
  if (subject.kind === 'order') return { type: 'transaction', id: subject.id };
  return subject.kind === 'user' ? { type: 'user', id: subject.id } : { type: 'chat_room', id: subject.id };
}

async function requireMembers(tx: Tx, ids: readonly Id<'user'>[]): Promise<Map<string, { name: string }>> {
  const members = new Map<string, { name: string }>();
  for (const id of new Set(ids)) {
    const member = await activeMember(tx, id);
    if (!member) throw new Invalid('invalid_input', 'mention_unknown', { fields: { mentions: 'mention_unknown' } });
    members.set(id, member);
  }
  return members;
}

async function mailMentioned(
  tx: Tx,
  { userId }: Actor,
  mentionedMembers: ReadonlyMap<string, unknown>,
  { subject, name }: { subject: NoteSubject; name: string },
): Promise<void> {
  if (mentionedMembers.size === 0) return;
  const author = await accountById(tx, userId);
  if (!author) return;
  const data = {
    author: `${author.user.firstName} ${author.user.lastName}`,
    subject: name,
    path: `${about[subject.kind].path}${encodeURIComponent(subject.id)}`,
  };
  await notifyTeam(tx, { template: 'note_mention', data, by: userId, only: [...mentionedMembers.keys()] });
}

async function noteById(tx: Tx, id: Id<'note'>): Promise<NoteView> {
  const row = await selectById(tx, { id });
  if (!row) throw new NotFound('note_not_found');
  return presentNote(row);
}

function presentNote({
  id,
  text,
  authorId,
  authorName,
  createdAt,
  orderId,
  orderReference,
  versions,
}: NoteRow): NoteView {
  return noteView.parse({
    id,
    text,
    author: { id: authorId, name: authorName },
    createdAt: createdAt.toISOString(),
    order: orderId === null ? null : { id: orderId, reference: orderReference },
    versions: versions.map(({ text, at, author }) => ({
      text,
      at: new Date(at).toISOString(),
      author: author ?? authorName,
    })),
  });
}

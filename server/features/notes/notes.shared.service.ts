import type { Db, Tx } from '#server/db/connection.ts';
import { lockName } from '#server/db/locks.ts';
import { recordAudit } from '#server/features/audit/audit.service.ts';
import type { Actor } from '#server/http/guards/actor.ts';
import { NotFound } from '#server/lib/refusal.ts';
import type { Platform } from '#server/platform.ts';
import { sharedNoteView, type SharedNoteView } from '#shared/notes/notes.contract.ts';
import {
  giveNote,
  insertNote,
  lockNote,
  mergeNote,
  replaceNote,
  selectSharedNote,
  selectSharedSubject,
  type NoteRow,
  type SharedSubject,
  type StoredNote,
} from './notes.queries.ts';

/** The team's note on who is in a conversation. Throws NotFound. */
export async function sharedNote({ db }: Pick<Platform, 'db'>, roomId: string): Promise<SharedNoteView> {
  return present(await selectSharedNote(db, await requireSubject(db, roomId)));
}

/** Continues the note; earlier texts are kept, and the audit log never holds any. Throws NotFound. */
export async function continueNote(
  { inTx }: Pick<Platform, 'inTx'>,
  actor: Actor,
  roomId: string,
  text: string,
): Promise<SharedNoteView> {
  return inTx(async (tx) => {
    const subject = await requireSubject(tx, roomId);
    const stored = await lockShared(tx, subject);
    if (text !== (stored?.text ?? '')) {
      if (stored) await replaceNote(tx, stored, { text, authorId: actor.userId });
      else await insertNote(tx, subject, { authorId: actor.userId, text, mentions: [], isShared: true });
      await recordAudit(tx, actor, 'chat.note_written', { type: 'chat_room', id: roomId });
    }
    return present(await selectSharedNote(tx, subject));
  });
}

/** Adds what was noted of a visitor to what is noted of the account they signed in to. */
export async function moveSharedNote(tx: Tx, roomId: string, userId: string): Promise<void> {
  const moved = await lockShared(tx, { roomId });
  if (!moved) return;
  const own = await lockShared(tx, { userId });
  if (!own) return giveNote(tx, moved.id, userId);
  await replaceNote(tx, own, { text: [own.text, moved.text].filter(Boolean).join('\n'), authorId: moved.authorId });
  await mergeNote(tx, moved.id, own.id);
}

/** The note, which no other member begins or continues until the transaction ends. */
async function lockShared(tx: Tx, subject: SharedSubject): Promise<StoredNote | undefined> {
  await lockName(tx, `shared note ${'userId' in subject ? subject.userId : subject.roomId}`);
  const found = await selectSharedNote(tx, subject);
  return found && lockNote(tx, found.id);
}

async function requireSubject(db: Pick<Db, 'run'>, roomId: string): Promise<SharedSubject> {
  const subject = await selectSharedSubject(db, roomId);
  if (!subject) throw new NotFound('room_not_found');
  return subject;
}

function present(note: NoteRow | undefined): SharedNoteView {
  if (!note) return { text: '', updatedAt: null, versions: [] };
  const { text, writtenAt, versions } = note;
  return sharedNoteView.parse({ text, updatedAt: writtenAt.toISOString(), versions });
}

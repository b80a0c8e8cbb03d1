import { eq } from 'drizzle-orm';
import type { Db, Tx } from '#server/db/connection.ts';
import { column, type RowOf } from '#server/db/rows.ts';
import { readStatement, writeStatement } from '#server/db/statements.ts';
import type { RoomRow } from './chat.rooms.queries.ts';
import { chatNotes } from './chat.tables.ts';

const noteRow = {
  text: column.text,
  updatedAt: column.moment,
};
export type NoteRow = RowOf<typeof noteRow>;
/** Whose note it is: the customer's in all their conversations, a visitor's in this one. */
type Subject = Pick<RoomRow, 'id' | 'userId'>;

const note = readStatement(
  noteRow,
  'select text, updated_at as "updatedAt" from chat_notes where user_id = $1 or room_id = $2',
);

export async function findNote(db: Pick<Db, 'run'>, { id, userId }: Subject): Promise<NoteRow | undefined> {
  const [row] = await db.run(note, [userId, userId === null ? id : null]);
  return row;
}

const upsert = (owner: 'user_id' | 'room_id') =>
  writeStatement(
    {},
    `insert into chat_notes (${owner}, text) values ($1, $2)
     on conflict (${owner}) do update set text = excluded.text, updated_at = now()`,
  );
const upsertForUser = upsert('user_id');
const upsertForRoom = upsert('room_id');

/** Stores a note in place of the one before; an empty one is deleted. */
export async function putNote(tx: Tx, { id, userId }: Subject, text: string): Promise<void> {
  const ofSubject = userId === null ? eq(chatNotes.roomId, id) : eq(chatNotes.userId, userId);
  if (text === '') await tx.delete(chatNotes).where(ofSubject);
  else if (userId === null) await tx.run(upsertForRoom, [id, text]);
  else await tx.run(upsertForUser, [userId, text]);
}

const move = writeStatement(
  {},
  `with moved as (delete from chat_notes where room_id = $1 returning text)
   insert into chat_notes (user_id, text) select $2, text from moved
   on conflict (user_id) do update set text = chat_notes.text || E'\\n' || excluded.text, updated_at = now()`,
);

/** Adds what was noted of a visitor to what is noted of the account they signed in to. */
export async function moveNote(tx: Tx, roomId: string, userId: string): Promise<void> {
  await tx.run(move, [roomId, userId]);
}

export async function deleteNoteOf(tx: Tx, userId: string): Promise<void> {
  await tx.delete(chatNotes).where(eq(chatNotes.userId, userId));
}

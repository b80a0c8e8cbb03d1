import { eq, sql } from 'drizzle-orm';
import type { Db, Tx } from '#server/db/connection.ts';
import { column, orNull, type RowOf } from '#server/db/rows.ts';
import { readStatement, writeStatement } from '#server/db/statements.ts';
import { users } from '#server/features/users/users.tables.ts';
import { notes, noteVersions } from './notes.tables.ts';

export type NoteSubject = { orderId: string } | { userId: string } | { roomId: string };

/** Only this many of the newest are shown in one place. */
const maxShown = 200;

const noteRow = {
  id: column.uuid,
  text: column.text,
  authorId: column.uuid,
  authorName: column.text,
  createdAt: column.moment,
  writtenAt: column.moment,
  /** Oldest first: `{text, at, author}` with `at` in ISO 8601. */
  versions: column.json,
};
export type NoteRow = RowOf<typeof noteRow>;

const notesWhere = (condition: string) =>
  readStatement(noteRow)`
    select n.id, n.text, n.author_id as "authorId", a.first_name || ' ' || a.last_name as "authorName",
      n.created_at as "createdAt", n.written_at as "writtenAt",
      coalesce((select json_agg(json_build_object('text', v.text,
        'at', to_char(v.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'author', coalesce(w.first_name || ' ' || w.last_name, a.first_name || ' ' || a.last_name)) order by v.id)
        from note_versions v left join users w on w.id = v.author_id where v.note_id = n.id), '[]'::json) as versions
    from notes n join users a on a.id = n.author_id where ${condition}
    order by n.created_at desc, n.id desc limit ${maxShown}`;
const byId = notesWhere('n.id = $1');
const ofOrder = notesWhere('n.order_id = $1');
const ofUser = notesWhere('n.user_id = $1 and not n.is_shared');
const ofRoom = notesWhere('n.room_id = $1 and not n.is_shared');
const shared = notesWhere('n.is_shared and (n.user_id = $1 or n.room_id = $2)');

/** The newest two hundred notes on something, newest first. */
export async function selectNotes(db: Pick<Db, 'run'>, subject: NoteSubject): Promise<NoteRow[]> {
  if ('orderId' in subject) return db.run(ofOrder, [subject.orderId]);
  if ('userId' in subject) return db.run(ofUser, [subject.userId]);
  return db.run(ofRoom, [subject.roomId]);
}

export async function selectNote(db: Pick<Db, 'run'>, id: string): Promise<NoteRow | undefined> {
  const [row] = await db.run(byId, [id]);
  return row;
}

/** Whose a shared note is: the customer's in all their conversations, a visitor's in this one. */
export type SharedSubject = { userId: string } | { roomId: string };

export async function selectSharedNote(db: Pick<Db, 'run'>, subject: SharedSubject): Promise<NoteRow | undefined> {
  const values = 'userId' in subject ? [subject.userId, null] : [null, subject.roomId];
  return (await db.run(shared, values))[0];
}

const customerOfRoom = readStatement({ userId: orNull(column.uuid) })`
  select user_id as "userId" from chat_rooms where id = $1`;

export async function selectSharedSubject(db: Pick<Db, 'run'>, roomId: string): Promise<SharedSubject | undefined> {
  const [room] = await db.run(customerOfRoom, [roomId]);
  return room && (room.userId === null ? { roomId } : { userId: room.userId });
}

export type StoredNote = typeof notes.$inferSelect;

/** The note itself, held until the transaction ends. */
export async function lockNote(tx: Tx, id: string): Promise<StoredNote | undefined> {
  const [row] = await tx.select().from(notes).where(eq(notes.id, id)).for('update');
  return row;
}

export type NewNote = { authorId: string; text: string; mentions: string[]; isShared?: boolean };

/** Writes a note; returns its id. */
export async function insertNote(tx: Tx, subject: NoteSubject, note: NewNote): Promise<string> {
  const [row] = await tx
    .insert(notes)
    .values({ ...subject, ...note })
    .returning({ id: notes.id });
  if (!row) throw new Error('The note was not written.');
  return row.id;
}

/** Replaces the text of a locked note; the old one is stored as a version. */
export async function replaceNote(
  tx: Tx,
  { id, text: before, writtenAt, authorId }: StoredNote,
  change: Partial<NewNote>,
): Promise<void> {
  await tx.insert(noteVersions).values({ noteId: id, text: before, at: writtenAt, authorId });
  await tx
    .update(notes)
    .set({ ...change, writtenAt: sql`now()` })
    .where(eq(notes.id, id));
}

const take = writeStatement({})`update notes set user_id = $2, room_id = null where id = $1`;
const adopt = writeStatement({})`update note_versions set note_id = $2 where note_id = $1`;
const remove = writeStatement({})`delete from notes where id = $1`;

/** Makes the shared note of a visitor's conversation that of the account they signed in to. */
export async function giveNote(tx: Tx, id: string, userId: string): Promise<void> {
  await tx.run(take, [id, userId]);
}

/** Removes a note whose text another one has taken over, with what it said before. */
export async function mergeNote(tx: Tx, id: string, into: string): Promise<void> {
  await tx.run(adopt, [id, into]);
  await tx.run(remove, [id]);
}

export async function releaseUsers(tx: Tx, memberId: string): Promise<void> {
  await tx.update(users).set({ assigneeId: null }).where(eq(users.assigneeId, memberId));
}

const nameOf = (from: string) => readStatement({ name: column.text }, from);
const orderName = nameOf('select reference as name from orders where id = $1');
const userName = nameOf(
  `select first_name || ' ' || last_name as name from users where id = $1 and status <> 'deleted'`,
);
const roomName = nameOf(
  `select coalesce(u.first_name || ' ' || u.last_name, r.visitor_email, r.id) as name
   from chat_rooms r left join users u on u.id = r.user_id where r.id = $1`,
);

/** What a mail calls it: the reference of an order, the name of a user or of who is in a conversation; undefined for what there is not. */
export async function selectSubjectName(db: Pick<Db, 'run'>, subject: NoteSubject): Promise<string | undefined> {
  const named = () => {
    if ('orderId' in subject) return db.run(orderName, [subject.orderId]);
    if ('userId' in subject) return db.run(userName, [subject.userId]);
    return db.run(roomName, [subject.roomId]);
  };
  return (await named())[0]?.name;
}

const deleteAbout = writeStatement({})`
  delete from notes where user_id = $1 or order_id in (select id from orders where user_id = $1)
    or room_id in (select id from chat_rooms where user_id = $1)`;

/** Deletes what is noted of a user, their orders and their conversations, with all versions. */
export async function deleteNotesAbout(tx: Tx, userId: string): Promise<void> {
  await tx.run(deleteAbout, [userId]);
}

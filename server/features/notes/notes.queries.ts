import { eq, sql } from 'drizzle-orm';
import type { Tx } from '#server/db/connection.ts';
import { column, orNull, type RowOf } from '#server/db/rows.ts';
import { readStatement, writeStatement } from '#server/db/statements.ts';
import { notes, noteVersions } from './notes.tables.ts';

export type NoteSubject = { kind: 'order' | 'user' | 'room'; id: string };

/** Only this many of the newest are shown in one place. */
const maxShown = 200;

const noteRow = {
  id: column.uuid,
  text: column.text,
  authorId: column.uuid,
  authorName: column.text,
  createdAt: column.moment,
  writtenAt: column.moment,
  /** `{id, reference}` of the order it is on. */
  order: orNull(column.json),
  /** Oldest first: `{text, at, author}` with `at` in ISO 8601. */
  versions: column.json,
};
export type NoteRow = RowOf<typeof noteRow>;

const notesWhere = (condition: string) =>
  readStatement(noteRow).rows<[id: string]>()`
    select n.id, n.text, n.author_id as "authorId", a.first_name || ' ' || a.last_name as "authorName",
      n.created_at as "createdAt", n.written_at as "writtenAt",
      (select json_build_object('id', o.id, 'reference', o.reference) from orders o where o.id = n.order_id) as "order",
      coalesce((select json_agg(json_build_object('text', v.text,
        'at', to_char(v.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'author', coalesce(w.first_name || ' ' || w.last_name, a.first_name || ' ' || a.last_name)) order by v.id)
        from note_versions v left join users w on w.id = v.author_id where v.note_id = n.id), '[]'::json) as versions
    from notes n join users a on a.id = n.author_id where ${condition}
    order by n.created_at desc, n.id desc limit ${maxShown}`;
export const selectById = notesWhere('n.id = $1');
/** All that is noted of a customer, on them, their orders and their conversations; and what `own` adds. */
const ofCustomer = (customer: string, own = 'false') =>
  notesWhere(`(${own} or n.user_id = ${customer} or n.order_id in (select id from orders where user_id = ${customer})
    or n.room_id in (select id from chat_rooms where user_id = ${customer}))`);
/** The newest two hundred notes on something and on its customer, newest first. */
export const selectNotes = {
  order: ofCustomer('(select user_id from orders where id = $1)'),
  user: ofCustomer('$1'),
  // A visitor has no account; once they sign in, the note is one on the customer.
  room: ofCustomer('(select user_id from chat_rooms where id = $1)', 'n.room_id = $1'),
};

export type StoredNote = typeof notes.$inferSelect;

/** The note itself, held until the transaction ends. */
export async function lockNote(tx: Tx, id: string): Promise<StoredNote | undefined> {
  const [row] = await tx.select().from(notes).where(eq(notes.id, id)).for('update');
  return row;
}

export type NewNote = { authorId: string; text: string; mentions: string[] };

/** Writes a note; returns its id. */
export const insertNote = writeStatement({ id: column.uuid }).only<
  [kind: NoteSubject['kind'], id: string, authorId: string, text: string, mentions: readonly string[]]
>()`
  insert into notes (order_id, user_id, room_id, author_id, text, mentions)
  values (case $1 when 'order' then $2::text::uuid end, case $1 when 'user' then $2::text::uuid end,
    case $1 when 'room' then $2::text end, $3, $4, $5) returning id`;

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

export const releaseUsersOf = writeStatement({}).send<[memberId: string]>()`
  update users set assignee_id = null where assignee_id = $1`;

const nameOf = (from: string) => readStatement({ name: column.text }).value<[id: string]>()`select ${from}`;
/** What a mail calls it: the reference of an order, the name of a user or of who is in a conversation; undefined for what there is not. */
export const selectSubjectName = {
  order: nameOf('reference as name from orders where id = $1'),
  user: nameOf(`first_name || ' ' || last_name as name from users where id = $1 and status <> 'deleted'`),
  room: nameOf(`coalesce(u.first_name || ' ' || u.last_name, r.visitor_email, r.id) as name
    from chat_rooms r left join users u on u.id = r.user_id where r.id = $1`),
};

/** Deletes what is noted of a user, their orders and their conversations, with all versions. */
export const deleteNotesAbout = writeStatement({}).send<[userId: string]>()`
  delete from notes where user_id = $1 or order_id in (select id from orders where user_id = $1)
    or room_id in (select id from chat_rooms where user_id = $1)`;

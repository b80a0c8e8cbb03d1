import { and, desc, eq, inArray, ne, or, sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Tx } from '#server/db/connection.ts';
import { first, one, rows, sent, type Blanks, type Drizzle, type Reads, type RowOf } from '#server/db/query.ts';
import { chatRooms } from '#server/features/chat/chat.tables.ts';
import { orders } from '#server/features/orders/orders.tables.ts';
import { fullName, users } from '#server/features/users/users.tables.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { notes, noteVersions } from './notes.tables.ts';

type ById = Blanks<{ id: Id<'note'> }>;

/** A row that notes are about; its id is of its kind. */
export type NoteSubject =
  | { kind: 'order'; id: Id<'order'> }
  | { kind: 'user'; id: Id<'user'> }
  | { kind: 'room'; id: Id<'room'> };
type BySubject = Blanks<Pick<NoteSubject, 'id'>>;

/** Number of newest notes shown in one place. */
const maxShown = 200;

type Version = { text: string; at: string; author: string | null };

const author = alias(users, 'author');
const versionAuthor = alias(users, 'version_author');
const orderOfNote = alias(orders, 'of_order');

/** Earlier texts, oldest first; without an author if the note's author wrote it. */
const versionsOf = (db: Reads) => {
  const { id, noteId, text, at, authorId } = noteVersions;
  const version = sql`json_build_object('text', ${text}, 'at', ${at}, 'author', ${fullName(versionAuthor)})`;
  const versions = db
    .select({ all: sql`json_agg(${version} order by ${id})` })
    .from(noteVersions)
    .leftJoin(versionAuthor, eq(versionAuthor.id, authorId))
    .where(eq(noteId, notes.id));
  return sql`coalesce(${versions}, '[]'::json)`.mapWith((storedVersions: Version[]) => storedVersions);
};

const newestNote = (db: Reads, condition: SQL | undefined) =>
  db
    .select({
      id: notes.id,
      text: notes.text,
      authorId: notes.authorId,
      authorName: fullName(author),
      createdAt: notes.createdAt,
      orderId: orderOfNote.id,
      orderReference: orderOfNote.reference,
      versions: versionsOf(db),
    })
    .from(notes)
    .innerJoin(author, eq(author.id, notes.authorId))
    .leftJoin(orderOfNote, eq(orderOfNote.id, notes.orderId))
    .where(condition)
    .orderBy(desc(notes.createdAt), desc(notes.id))
    .limit(maxShown);
export type NoteRow = RowOf<typeof newestNote>;

export const selectById = first((db: Reads, { id }: ById) => newestNote(db, eq(notes.id, id)));

/** All notes about a customer: on them, their orders and their conversations. */
const onCustomer = (db: Reads, customer: SQLWrapper): SQL | undefined =>
  or(
    eq(notes.userId, customer),
    inArray(notes.orderId, db.select({ id: orders.id }).from(orders).where(eq(orders.userId, customer))),
    inArray(notes.roomId, db.select({ id: chatRooms.id }).from(chatRooms).where(eq(chatRooms.userId, customer))),
  );

/** The newest two hundred notes on something and on its customer, newest first. */
export const selectNotes = {
  order: rows((db: Reads, { id }: BySubject) =>
    newestNote(db, onCustomer(db, db.select({ userId: orders.userId }).from(orders).where(eq(orders.id, id)))),
  ),
  user: rows((db: Reads, { id }: BySubject) => newestNote(db, onCustomer(db, sql`${id}`))),
  // A visitor has no account; once they sign in, the note is one on the customer.
  room: rows((db: Reads, { id }: BySubject) => {
    const customer = db.select({ userId: chatRooms.userId }).from(chatRooms).where(eq(chatRooms.id, id));
    return newestNote(db, or(eq(notes.roomId, id), onCustomer(db, customer)));
  }),
};

export type StoredNote = typeof notes.$inferSelect;

/** Locks a note until the transaction ends and returns it. */
export async function lockNote(tx: Tx, id: Id<'note'>): Promise<StoredNote | undefined> {
  const [row] = await tx.select().from(notes).where(eq(notes.id, id)).for('update');
  return row;
}

export type NewNote = { authorId: Id<'user'>; text: string; mentions: string[] };

type NoteValues = Pick<StoredNote, 'orderId' | 'userId' | 'roomId' | 'authorId' | 'text' | 'mentions'>;

const insert = one((db: Drizzle, { orderId, userId, roomId, authorId, text, mentions }: Blanks<NoteValues>) =>
  db.insert(notes).values({ orderId, userId, roomId, authorId, text, mentions }).returning({ id: notes.id }),
);

/** Writes a note; returns its id. */
export async function insertNote(tx: Tx, subject: NoteSubject, note: NewNote): Promise<Id<'note'>> {
  const writtenNote = await insert(tx, {
    ...note,
    orderId: subject.kind === 'order' ? subject.id : null,
    userId: subject.kind === 'user' ? subject.id : null,
    roomId: subject.kind === 'room' ? subject.id : null,
  });
  return writtenNote.id;
}

/** Replaces the text of a locked note; the old one is stored as a version. */
export async function replaceNote(
  tx: Tx,
  { id, text: previousText, writtenAt, authorId }: StoredNote,
  change: Partial<NewNote>,
): Promise<void> {
  await tx.insert(noteVersions).values({ noteId: id, text: previousText, at: writtenAt, authorId });
  await tx
    .update(notes)
    .set({ ...change, writtenAt: sql`now()` })
    .where(eq(notes.id, id));
}

export const releaseUsersOf = sent((db: Drizzle, { memberId }: Blanks<{ memberId: Id<'user'> }>) =>
  db.update(users).set({ assigneeId: null }).where(eq(users.assigneeId, memberId)),
);

/** Name of the subject in a mail: an order's reference, a user's or a visitor's name; undefined without one. */
export const selectSubjectName = {
  order: first((db: Reads, { id }: BySubject) =>
    db.select({ name: orders.reference }).from(orders).where(eq(orders.id, id)),
  ),
  user: first((db: Reads, { id }: BySubject) =>
    db
      .select({ name: fullName(users) })
      .from(users)
      .where(and(eq(users.id, id), ne(users.status, 'deleted'))),
  ),
  room: first((db: Reads, { id }: BySubject) =>
    db
      .select({ name: sql`coalesce(${fullName(users)}, ${chatRooms.visitorEmail}, ${chatRooms.id})`.mapWith(String) })
      .from(chatRooms)
      .leftJoin(users, eq(users.id, chatRooms.userId))
      .where(eq(chatRooms.id, id)),
  ),
};

/** Deletes the notes on a user, their orders and their conversations, with all versions. */
export const deleteNotesAbout = sent((db: Drizzle, { userId }: Blanks<{ userId: Id<'user'> }>) =>
  db.delete(notes).where(onCustomer(db, sql`${userId}`)),
);

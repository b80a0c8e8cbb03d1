import { eq } from 'drizzle-orm';
import type { Db, Tx } from '#server/db/connection.ts';
import { allOrNull, column, orNull, type RowOf } from '#server/db/rows.ts';
import { readStatement, writeStatement } from '#server/db/statements.ts';
import { chatRooms } from '../chat.tables.ts';

const handledRoom = { assigneeId: orNull(column.uuid) };
export type RoomHandling = RowOf<typeof handledRoom>;

/** Who answers in a room, held until the transaction ends. */
export const lockHandling = writeStatement(handledRoom).first<
  [id: string]
>()`select assignee_id as "assigneeId" from chat_rooms where id = $1 for update`;

const named = readStatement(allOrNull({ id: column.uuid, name: column.text }))`
  select a.id, a.first_name || ' ' || a.last_name as name
  from chat_rooms r left join users a on a.id = r.assignee_id where r.id = $1`;

/** The member who answers in a room; null for none, undefined where there is no such room. */
export async function findAssignee(
  db: Pick<Db, 'run'>,
  roomId: string,
): Promise<{ id: string; name: string } | null | undefined> {
  const [row] = await db.run(named, [roomId]);
  return row && (row.id !== null && row.name !== null ? { id: row.id, name: row.name } : null);
}

export async function setAssignee(tx: Tx, id: string, assigneeId: string | null): Promise<void> {
  await tx.update(chatRooms).set({ assigneeId }).where(eq(chatRooms.id, id));
}

/** Unassigns every room of a member; returns the ids of all of them. */
export async function releaseRooms(tx: Tx, memberId: string): Promise<string[]> {
  const released = await tx
    .update(chatRooms)
    .set({ assigneeId: null })
    .where(eq(chatRooms.assigneeId, memberId))
    .returning({ id: chatRooms.id });
  return released.map(({ id }) => id);
}

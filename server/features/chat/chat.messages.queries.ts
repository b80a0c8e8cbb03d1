import type { Db, Tx } from '#server/db/connection.ts';
import { column, orNull, type RowOf } from '#server/db/rows.ts';
import { readStatement, writeStatement } from '#server/db/statements.ts';

const messageRow = {
  id: column.uuid,
  seq: column.integer,
  roomId: column.text,
  text: column.text,
  sender: column.oneOf(['user', 'support', 'bot']),
  senderName: column.text,
  clientMessageId: orNull(column.text),
  warning: orNull(column.oneOf(['foreign_account'])),
  createdAt: column.moment,
};
export type MessageRow = RowOf<typeof messageRow>;
export type NewMessage = Omit<MessageRow, 'seq' | 'createdAt'>;

const columns = `id, seq, room_id as "roomId", text, sender, sender_name as "senderName",
  client_message_id as "clientMessageId", warning, created_at as "createdAt"`;

const known = readStatement(
  messageRow,
  `select ${columns} from chat_messages where room_id = $1 and sender = $2 and client_message_id = $3`,
);

/** What this side has stored under its own name for the message. */
export async function findSent(
  db: Pick<Db, 'run'>,
  { roomId, sender, clientMessageId }: NewMessage,
): Promise<MessageRow | undefined> {
  if (clientMessageId === null) return undefined;
  const [row] = await db.run(known, [roomId, sender, clientMessageId]);
  return row;
}

// The number is taken and the message stored by one statement; the room's row is locked by then.
const insert = writeStatement(
  messageRow,
  `with room as (
     update chat_rooms set last_seq = last_seq + 1, last_activity = now(),
       closed_at = case when $3 = 'user' then null else closed_at end,
       waiting_since = case $3 when 'user' then coalesce(waiting_since, now()) when 'bot' then waiting_since end,
       user_seen_seq = case when $3 = 'user' then last_seq + 1 else user_seen_seq end,
       agent_seen_seq = case when $3 = 'support' then last_seq + 1 else agent_seen_seq end
     where id = $2 returning last_seq)
   insert into chat_messages (id, room_id, sender, sender_name, text, client_message_id, warning, seq, created_at)
   select $1::uuid, $2, $3, $4, $5, $6, $7, last_seq, clock_timestamp() from room
   returning ${columns}`,
);

/** Stores a message as the room's next one. */
export async function insertMessage(tx: Tx, message: NewMessage): Promise<MessageRow> {
  const { id, roomId, sender, senderName, text, clientMessageId, warning } = message;
  const [row] = await tx.run(insert, [id, roomId, sender, senderName, text, clientMessageId, warning]);
  if (!row) throw new Error('The message was not written.');
  return row;
}

const later = readStatement(
  messageRow,
  `select ${columns} from chat_messages where room_id = $1 and seq > $2 order by seq limit $3`,
);
const newest = readStatement(
  messageRow,
  `select * from (select ${columns} from chat_messages where room_id = $1 and seq < $2 order by seq desc limit $3) m
   order by seq`,
);

const newestNotFromBot = readStatement(
  messageRow,
  `select ${columns} from chat_messages where room_id = $1 and sender <> 'bot' order by seq desc limit 1`,
);

/** The last message of the customer or an agent; none where nothing was written. */
export async function readNewestNotFromBot(db: Pick<Db, 'run'>, roomId: string): Promise<MessageRow[]> {
  return db.run(newestNotFromBot, [roomId]);
}

/** Messages after number `after`, the oldest first. */
export async function readLater(db: Pick<Db, 'run'>, roomId: string, after: number, limit: number) {
  return db.run(later, [roomId, after, limit]);
}

/** The newest messages before number `before`, in their order. */
export async function readNewest(db: Pick<Db, 'run'>, roomId: string, before: number, limit: number) {
  return db.run(newest, [roomId, before, limit]);
}

export const endOfRoom = 2_147_483_647;

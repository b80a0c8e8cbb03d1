import type { Db, Tx } from '#server/db/connection.ts';
import { allOrNull, column, orNull, type RowOf } from '#server/db/rows.ts';
import { readStatement, writeStatement, written } from '#server/db/statements.ts';
import { orderStatuses } from '#shared/orders/orders.lifecycle.ts';

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
  orderId: orNull(column.uuid),
  ...allOrNull({ authorId: column.uuid, authorName: column.text }),
  ...allOrNull({
    orderReference: column.text,
    filename: column.text,
    originalName: column.text,
    fileType: column.text,
    fileSize: column.integer,
  }),
};
export type MessageRow = RowOf<typeof messageRow>;
export type NewMessage = Pick<
  MessageRow,
  'id' | 'roomId' | 'text' | 'sender' | 'senderName' | 'clientMessageId' | 'warning'
> & { orderId?: string | null; fileId?: string | null; authorId?: string | null };

const columns = `m.id, m.seq, m.room_id as "roomId", m.text, m.sender, m.sender_name as "senderName",
  m.client_message_id as "clientMessageId", m.warning, m.created_at as "createdAt", m.order_id as "orderId",
  m.author_id as "authorId", a.first_name || ' ' || a.last_name as "authorName", o.reference as "orderReference", f.filename, f.original_name as "originalName", f.type as "fileType",
  f.size::int as "fileSize"`;
const attached = `left join orders o on o.id = m.order_id left join files f on f.id = m.file_id
  left join users a on a.id = m.author_id`;
const messages = `chat_messages m ${attached}`;

/** A message where only text can be shown: its text, or the name of its file. */
export function textOrFile({ text, originalName }: Pick<MessageRow, 'text' | 'originalName'>): string {
  return text || (originalName ?? '');
}

/** What this side has stored under its own name for the message. */
export const findSent = readStatement(messageRow).first<
  [roomId: string, sender: MessageRow['sender'], clientMessageId: string | null]
>()`
  select ${columns} from ${messages} where m.room_id = $1 and m.sender = $2 and m.client_message_id = $3`;

// The number is taken and the message stored by one statement; the room's row is locked by then.
const insert = writeStatement(messageRow)`
  with room as (
    update chat_rooms set last_seq = last_seq + 1, last_activity = now(),
      closed_at = case when $3 = 'user' then null else closed_at end,
      waiting_since = case $3 when 'user' then coalesce(waiting_since, now()) when 'bot' then waiting_since end,
      user_seen_seq = case when $3 = 'user' then last_seq + 1 else user_seen_seq end,
      agent_seen_seq = case when $3 = 'support' then last_seq + 1 else agent_seen_seq end
    where id = $2 returning last_seq),
  m as (
    insert into chat_messages
      (id, room_id, sender, sender_name, text, client_message_id, warning, order_id, file_id, author_id, seq, created_at)
    select $1::uuid, $2, $3, $4, $5, $6, $7, $8, $9, $10, last_seq, clock_timestamp() from room
    returning *)
  select ${columns} from m ${attached}`;

/** Stores a message as the room's next one. */
export async function insertMessage(tx: Tx, message: NewMessage): Promise<MessageRow> {
  const { id, roomId, sender, senderName, text, clientMessageId, warning } = message;
  const { orderId = null, fileId = null, authorId = null } = message;
  const values = [id, roomId, sender, senderName, text, clientMessageId, warning, orderId, fileId, authorId];
  return written(await tx.run(insert, values));
}

/** Messages after number `after`, the oldest first. */
export const readLater = readStatement(messageRow).rows<[roomId: string, after: number, limit: number]>()`
  select ${columns} from ${messages} where m.room_id = $1 and m.seq > $2 order by m.seq limit $3`;
/** The last message of the customer or an agent; none where nothing was written. */
export const readNewestNotFromBot = readStatement(messageRow).rows<[roomId: string]>()`
  select ${columns} from ${messages} where m.room_id = $1 and m.sender <> 'bot' order by m.seq desc limit 1`;

/** The newest messages before number `before`, in their order. */
export const readNewest = readStatement(messageRow).rows<[roomId: string, before: number, limit: number]>()`
  select * from (
    select ${columns} from ${messages} where m.room_id = $1 and m.seq < $2 order by m.seq desc limit $3) newest
  order by seq`;

export const endOfRoom = 2_147_483_647;

const newestOrder = { reference: column.text, status: column.oneOf(orderStatuses) };
/** The newest order of a customer, as the bot reports it. */
export const findNewestOrder = readStatement(newestOrder).first<[userId: string]>()`
  select reference, status from orders where user_id = $1 order by created_at desc, id desc limit 1`;

/** Whether an order is this customer's; a visitor has none. */
export const isOrderOf = readStatement({}).exists<[orderId: string, userId: string | null]>()`
  select 1 from orders where id = $1 and user_id = $2`;

const minimumsOfCoins = readStatement({ symbol: column.text, name: column.text, minimum: column.numeric })`
  select symbol, min(name) as name, max(minimum_deposit) as minimum from crypto_assets c
  where exists (select from deposit_wallets w where w.crypto_id = c.id and w.is_active) group by symbol order by min(sort_order), symbol`;

/** What a coin is sold from. */
export type Minimum = { symbol: string; minimum: string };

/** The smallest sale of each coin that a question names, or of all. */
export async function minimumsIn(db: Pick<Db, 'run'>, question: string): Promise<Minimum[]> {
  const all = await db.run(minimumsOfCoins, []);
  const asked = question.toLowerCase();
  const named = all.filter(({ symbol, name }) =>
    [symbol, name].some((word) => asked.split(/[^\p{L}\d]+/u).includes(word.toLowerCase())),
  );
  return named.length > 0 ? named : all;
}

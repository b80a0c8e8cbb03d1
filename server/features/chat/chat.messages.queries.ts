import { and, desc, eq, exists as hasSome, gt, lt, ne, sql, type SQL } from 'drizzle-orm';
import type { Db, Tx } from '#server/db/connection.ts';
import { now } from '#server/db/fragments.ts';
import { exists, first, one, rows, sent, type Blanks, type Drizzle, type Reads, type RowOf } from '#server/db/query.ts';
import { files } from '#server/features/files/files.tables.ts';
import { orders } from '#server/features/orders/orders.tables.ts';
import { cryptoAssets } from '#server/features/rates/rates.tables.ts';
import { fullNameOrNull, users } from '#server/features/users/users.tables.ts';
import { depositWallets } from '#server/features/wallets/wallets.tables.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { chatMessages, chatRooms } from './chat.tables.ts';

const messages = (db: Reads) => {
  const { id, seq, roomId, text, sender, senderName, clientMessageId, warning } = chatMessages;
  const { createdAt, orderId, authorId } = chatMessages;
  return db
    .select({
      id,
      seq,
      roomId,
      text,
      sender,
      senderName,
      clientMessageId,
      warning,
      createdAt,
      orderId,
      authorId,
      authorName: fullNameOrNull(users),
      orderReference: orders.reference,
      filename: files.filename,
      originalName: files.originalName,
      fileType: files.type,
      fileSize: files.size,
    })
    .from(chatMessages)
    .leftJoin(orders, eq(orders.id, orderId))
    .leftJoin(files, eq(files.id, chatMessages.fileId))
    .leftJoin(users, eq(users.id, authorId));
};
export type MessageRow = RowOf<typeof messages>;
export type NewMessage = Pick<
  MessageRow,
  'id' | 'roomId' | 'text' | 'sender' | 'senderName' | 'clientMessageId' | 'warning'
> & { orderId?: Id<'order'> | null; fileId?: Id<'file'> | null; authorId?: Id<'user'> | null };

/** Text of a message for places without pictures: its text, or the name of its file. */
export function textOrFile({ text, originalName }: Pick<MessageRow, 'text' | 'originalName'>): string {
  return text || (originalName ?? '');
}

type RoomId = { roomId: Id<'room'> };
const inRoom = (roomId: Blanks<RoomId>['roomId'], ...conditions: (SQL | undefined)[]) =>
  and(eq(chatMessages.roomId, roomId), ...conditions);

/** Message that this side has stored under its own name for it. */
export const findSent = first(
  (db: Reads, { roomId, sender, clientMessageId }: Blanks<Pick<MessageRow, 'roomId' | 'sender' | 'clientMessageId'>>) =>
    messages(db).where(
      inRoom(roomId, eq(chatMessages.sender, sender), eq(chatMessages.clientMessageId, clientMessageId)),
    ),
);

type StoredColumns = Pick<
  typeof chatMessages.$inferSelect,
  'id' | 'roomId' | 'senderName' | 'authorId' | 'text' | 'clientMessageId' | 'warning' | 'orderId' | 'fileId'
>;

const nextSeq = sql`${chatRooms.lastSeq} + 1`;
/** The changes that a message of each side makes in its room. */
const changesBy = {
  user: { closedAt: null, waitingSince: sql`coalesce(${chatRooms.waitingSince}, now())`, userSeenSeq: nextSeq },
  support: { waitingSince: null, agentSeenSeq: nextSeq },
  bot: {},
};

// The number is taken and the message stored by one statement; the room's row is locked by then.
const storeFrom = (sender: MessageRow['sender']) =>
  sent((db: Drizzle, message: Blanks<StoredColumns>) => {
    const room = db.$with('room').as(
      db
        .update(chatRooms)
        .set({ ...changesBy[sender], lastSeq: nextSeq, lastActivity: now })
        .where(eq(chatRooms.id, message.roomId))
        .returning({ seq: chatRooms.lastSeq }),
    );
    return db
      .with(room)
      .insert(chatMessages)
      .select(
        db
          .select({
            id: sql`${message.id}::uuid`.as('id'),
            roomId: sql`${message.roomId}`.as('room_id'),
            seq: room.seq,
            sender: sql`${sender}`.as('sender'),
            senderName: sql`${message.senderName}`.as('sender_name'),
            authorId: sql`${message.authorId}::uuid`.as('author_id'),
            text: sql`${message.text}`.as('text'),
            clientMessageId: sql`${message.clientMessageId}`.as('client_message_id'),
            warning: sql`${message.warning}`.as('warning'),
            orderId: sql`${message.orderId}::uuid`.as('order_id'),
            fileId: sql`${message.fileId}::uuid`.as('file_id'),
            createdAt: sql`clock_timestamp()`.as('created_at'),
          })
          .from(room),
      );
  });
const store = { user: storeFrom('user'), support: storeFrom('support'), bot: storeFrom('bot') };

const storedMessage = one((db: Reads, { id }: Blanks<{ id: Id<'message'> }>) =>
  messages(db).where(eq(chatMessages.id, id)),
);

/** Stores a message as the room's next one. */
export async function insertMessage(tx: Tx, { sender, ...message }: NewMessage): Promise<MessageRow> {
  const { orderId = null, fileId = null, authorId = null } = message;
  await store[sender](tx, { ...message, orderId, fileId, authorId });
  return storedMessage(tx, { id: message.id });
}

/** Messages after number `after`, the oldest first. */
export const readLater = rows(
  (db: Reads, { roomId, after, limit }: Blanks<RoomId & { after: number; limit: number }>) =>
    messages(db)
      .where(inRoom(roomId, gt(chatMessages.seq, after)))
      .orderBy(chatMessages.seq)
      .limit(limit),
);

/** The last message of the customer or an agent; none where nothing was written. */
export const readNewestNotFromBot = rows((db: Reads, { roomId }: Blanks<RoomId>) =>
  messages(db)
    .where(inRoom(roomId, ne(chatMessages.sender, 'bot')))
    .orderBy(desc(chatMessages.seq))
    .limit(1),
);

const newestFirst = rows((db: Reads, { roomId, before, limit }: Blanks<RoomId & { before: number; limit: number }>) =>
  messages(db)
    .where(inRoom(roomId, lt(chatMessages.seq, before)))
    .orderBy(desc(chatMessages.seq))
    .limit(limit),
);

/** The newest messages before number `before`, in their order. */
export async function readNewest(
  db: Pick<Db, 'ask'>,
  page: RoomId & { before: number; limit: number },
): Promise<MessageRow[]> {
  return (await newestFirst(db, page)).toReversed();
}

export const endOfRoom = 2_147_483_647;

/** The newest order of a customer, as the bot reports it. */
export const findNewestOrder = first((db: Reads, { userId }: Blanks<{ userId: Id<'user'> }>) =>
  db
    .select({ reference: orders.reference, status: orders.status })
    .from(orders)
    .where(eq(orders.userId, userId))
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(1),
);

/** True if an order is this customer's; a visitor has none. */
export const isOrderOf = exists((db: Reads, { id, userId }: Blanks<{ id: Id<'order'>; userId: Id<'user'> | null }>) =>
  db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.id, id), eq(orders.userId, userId))),
);

const minimumsOfCoins = rows((db: Reads) => {
  const { id, symbol, name, minimumDeposit, sortOrder } = cryptoAssets;
  const wallets = db
    .select()
    .from(depositWallets)
    .where(and(eq(depositWallets.cryptoId, id), eq(depositWallets.isActive, true)));
  return db
    .select({
      symbol,
      name: sql`min(${name})`.mapWith(name),
      minimum: sql`max(${minimumDeposit})`.mapWith(minimumDeposit),
    })
    .from(cryptoAssets)
    .where(hasSome(wallets))
    .groupBy(symbol)
    .orderBy(sql`min(${sortOrder})`, symbol);
});

/** Smallest amount that a coin is sold from. */
export type Minimum = { symbol: string; minimum: string };

/** The smallest sale of each coin that a question names, or of all. */
export async function minimumsIn(db: Pick<Db, 'ask'>, question: string): Promise<Minimum[]> {
  const all = await minimumsOfCoins(db);
  const questionText = question.toLowerCase();
  const namedCoins = all.filter(({ symbol, name }) =>
    [symbol, name].some((word) => questionText.split(/[^\p{L}\d]+/u).includes(word.toLowerCase())),
  );
  return namedCoins.length > 0 ? namedCoins : all;
}

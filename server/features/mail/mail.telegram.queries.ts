import { and, eq, gt, isNotNull, sql } from 'drizzle-orm';
import type { Db, Tx } from '#server/db/connection.ts';
import { telegramLinks } from './mail.tables.ts';

/** Since when a user's messages go to a chat; undefined while they do not. */
export async function selectLink(db: Db | Tx, userId: string): Promise<{ linkedAt: Date } | undefined> {
  const [row] = await db.select().from(telegramLinks).where(eq(telegramLinks.userId, userId));
  return row?.linkedAt ? { linkedAt: row.linkedAt } : undefined;
}

/** Stores the hash of a new code, which ends the one before it; a chat that is linked stays until the code is used. */
export async function storeCode(tx: Tx, userId: string, codeHash: Buffer, minutes: number): Promise<Date> {
  const code = { codeHash, codeExpiresAt: sql`now() + make_interval(mins => ${minutes})` };
  const [row] = await tx
    .insert(telegramLinks)
    .values({ userId, ...code })
    .onConflictDoUpdate({ target: telegramLinks.userId, set: code })
    .returning({ at: telegramLinks.codeExpiresAt });
  return row?.at ?? new Date(0);
}

/** Links the chat that brought a valid code, once; returns whose it is. */
export async function useCode(tx: Tx, codeHash: Buffer, chatId: string): Promise<string | undefined> {
  const [row] = await tx
    .update(telegramLinks)
    .set({ chatId, linkedAt: sql`now()`, codeHash: null, codeExpiresAt: null })
    .where(and(eq(telegramLinks.codeHash, codeHash), gt(telegramLinks.codeExpiresAt, sql`now()`)))
    .returning({ userId: telegramLinks.userId });
  return row?.userId;
}

/** Whether any code is still valid. */
export async function isCodeOpen(tx: Tx): Promise<boolean> {
  const isOpen = and(isNotNull(telegramLinks.codeHash), gt(telegramLinks.codeExpiresAt, sql`now()`));
  return (await tx.select({ userId: telegramLinks.userId }).from(telegramLinks).where(isOpen).limit(1)).length > 0;
}

/** Ends the messages to a user's chat: on request, because the chat is closed, or with the account. */
export async function unlinkTelegram(tx: Tx, userId: string): Promise<void> {
  await tx.delete(telegramLinks).where(eq(telegramLinks.userId, userId));
}

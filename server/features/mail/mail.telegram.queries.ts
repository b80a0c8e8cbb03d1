import { and, eq, gt, isNotNull, sql } from 'drizzle-orm';
import { now } from '#server/db/fragments.ts';
import {
  exists,
  placeholderValues,
  first,
  one,
  sent,
  type Blanks,
  type Drizzle,
  type Reads,
} from '#server/db/query.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { telegramLinks } from './mail.tables.ts';

const { userId: ownerId, codeHash: hash, codeExpiresAt, linkedAt } = telegramLinks;
type UserId = { userId: Id<'user'> };
type Code = { codeHash: Buffer };

/** Since when a user's messages go to a chat; undefined while they do not. */
export const selectLink = first((db: Reads, { userId }: Blanks<UserId>) =>
  db
    .select({ linkedAt: sql`${linkedAt}`.mapWith(linkedAt) })
    .from(telegramLinks)
    .where(and(eq(ownerId, userId), isNotNull(linkedAt))),
);

/** Stores the hash of a new code, which ends the one before it; a chat that is linked stays until the code is used. */
export const storeCode = one(
  (db: Drizzle, { userId, codeHash, minutes }: Blanks<UserId & Code & { minutes: number }>) =>
    db
      .insert(telegramLinks)
      .values({ userId, codeHash, codeExpiresAt: sql`now() + make_interval(mins => ${minutes})` })
      .onConflictDoUpdate({
        target: ownerId,
        set: { codeHash: sql`excluded.code_hash`, codeExpiresAt: sql`excluded.code_expires_at` },
      })
      .returning({ expiresAt: sql`${codeExpiresAt}`.mapWith(codeExpiresAt) }),
);

const isValid = gt(codeExpiresAt, now);

/** Links the chat that sent a valid code, once. */
export const useCode = sent((db: Drizzle, { codeHash, chatId }: Blanks<Code & { chatId: string }>) =>
  db
    .update(telegramLinks)
    .set({ ...placeholderValues({ chatId }), linkedAt: now, codeHash: null, codeExpiresAt: null })
    .where(and(eq(hash, codeHash), isValid)),
);

/** True if any code is still valid. */
export const isCodeOpen = exists((db: Reads) =>
  db
    .select({ userId: ownerId })
    .from(telegramLinks)
    .where(and(isNotNull(hash), isValid))
    .limit(1),
);

/** Ends the messages to a user's chat: on request, because the chat is closed, or with the account. */
export const unlinkTelegram = sent((db: Drizzle, { userId }: Blanks<UserId>) =>
  db.delete(telegramLinks).where(eq(ownerId, userId)),
);

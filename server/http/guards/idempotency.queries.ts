import { and, eq, gt, isNotNull, lte, sql } from 'drizzle-orm';
import { now } from '#server/db/fragments.ts';
import { exists, placeholderValues, first, sent, type Blanks, type Drizzle, type Reads } from '#server/db/query.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { idempotencyKeys } from './idempotency.tables.ts';

/** A request that carries an Idempotency-Key: its user, its endpoint and a hash of its input. */
export type Ticket = { userId: Id<'user'>; endpoint: string; key: string; bodyHash: Buffer };

/** An answer as it was sent; `answer` is JSON text, or null for an answer without a body. */
export type StoredAnswer = { status: number; answer: string | null };

const { createdAt, status } = idempotencyKeys;
const aDayAgo = sql`now() - interval '24 hours'`;
type TicketKey = Omit<Ticket, 'bodyHash'>;
const isKey = ({ userId, endpoint, key }: Blanks<TicketKey>) =>
  and(eq(idempotencyKeys.userId, userId), eq(idempotencyKeys.endpoint, endpoint), eq(idempotencyKeys.key, key));

/** The answer stored under this key, with the hash of the body it was given for. */
export const findAnswer = first((db: Reads, ticket: Blanks<TicketKey>) =>
  db
    .select({
      bodyHash: idempotencyKeys.bodyHash,
      // The row that takes a key and the answer are written in one transaction.
      status: sql`${status}`.mapWith(status),
      answer: idempotencyKeys.answer,
    })
    .from(idempotencyKeys)
    .where(and(isKey(ticket), gt(createdAt, aDayAgo), isNotNull(status))),
);

// While another transaction holds the key, this waits for it. Then either that one has committed (no row comes back)
// or it has failed, and the key is ours.
/** True when the key is this transaction's now; false when an answer is stored already. */
export const takeKey = exists((db: Drizzle, { userId, endpoint, key, bodyHash }: Blanks<Ticket>) =>
  db
    .insert(idempotencyKeys)
    .values({ userId, endpoint, key, bodyHash })
    .onConflictDoUpdate({
      target: [idempotencyKeys.userId, idempotencyKeys.endpoint, idempotencyKeys.key],
      set: { bodyHash: sql`excluded.body_hash`, status: null, answer: null, createdAt: now },
      setWhere: lte(createdAt, aDayAgo),
    })
    .returning({ key: idempotencyKeys.key }),
);

export const storeAnswer = sent((db: Drizzle, blanks: Blanks<TicketKey & StoredAnswer>) =>
  db
    .update(idempotencyKeys)
    .set(placeholderValues({ status: blanks.status, answer: blanks.answer }))
    .where(isKey(blanks)),
);

/** Deletes keys older than 24 hours. */
export const deleteOldKeys = sent((db: Drizzle) => db.delete(idempotencyKeys).where(lte(createdAt, aDayAgo)));

export const deleteKeysOf = sent((db: Drizzle, { userId }: Blanks<Pick<Ticket, 'userId'>>) =>
  db.delete(idempotencyKeys).where(eq(idempotencyKeys.userId, userId)),
);

import { and, desc, eq, gt, isNotNull, isNull, lt, ne, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Db, Tx } from '#server/db/connection.ts';
import { now } from '#server/db/fragments.ts';
import { lockName } from '#server/db/locks.ts';
import { exists, first, one, rows, sent, firstRow, type Blanks, type Drizzle, type Reads } from '#server/db/query.ts';
import { users } from '#server/features/users/users.tables.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { oneTimeCodes, registrations, type RegistrationProfile } from '../auth.tables.ts';
import type { CodePurpose } from '../sessions/auth.keys.ts';

const olderCode = alias(oneTimeCodes, 'older');

export type CodeKind = { subject: Buffer; purpose: CodePurpose };

/** Locks the codes of an address and purpose until the transaction ends, in all processes. */
export async function lockCodes(tx: Tx, { subject, purpose }: CodeKind): Promise<void> {
  await lockName(tx, `${subject.toString('hex')}${purpose}`);
}

/** When the transaction began. */
export const transactionTime = one((db: Reads) =>
  db.select({ now: sql`at`.mapWith(oneTimeCodes.createdAt) }).from(sql`now() as at`),
);

const isOfKind = ({ subject, purpose }: Blanks<CodeKind>) =>
  and(eq(oneTimeCodes.subject, subject), eq(oneTimeCodes.purpose, purpose));
const isOpen = isNull(oneTimeCodes.endedAt);
const sentCode = { createdAt: oneTimeCodes.createdAt, expiresAt: oneTimeCodes.expiresAt };
export type SentCode = Pick<typeof oneTimeCodes.$inferSelect, keyof typeof sentCode>;

/** The codes of the last hour, newest first. */
export const selectRecentCodes = rows(
  (db: Reads, { subject, purpose, maxCount }: Blanks<CodeKind & { maxCount: number }>) =>
    db
      .select(sentCode)
      .from(oneTimeCodes)
      .where(and(isOfKind({ subject, purpose }), sql`${oneTimeCodes.createdAt} > now() - interval '1 hour'`))
      .orderBy(desc(oneTimeCodes.createdAt))
      .limit(maxCount),
);

/** Hash, lifetime and owner of a new code. */
export type Secret = { hash: Buffer; minutes: number; userId?: Id<'user'> | undefined; target?: string | undefined };

const endOpen = sent((db: Drizzle, kind: Blanks<CodeKind>) =>
  db
    .update(oneTimeCodes)
    .set({ endedAt: now })
    .where(and(isOfKind(kind), isOpen)),
);

const endAllButNewest = sent((db: Drizzle, kind: Blanks<CodeKind>) => {
  const newestCode = db
    .select({ id: oneTimeCodes.id })
    .from(oneTimeCodes)
    .where(and(isOfKind(kind), isOpen))
    .orderBy(desc(oneTimeCodes.createdAt))
    .limit(1);
  return db
    .update(oneTimeCodes)
    .set({ endedAt: now })
    .where(and(isOfKind(kind), isOpen, ne(oneTimeCodes.id, newestCode)));
});

type NewCode = Pick<typeof oneTimeCodes.$inferSelect, 'subject' | 'purpose' | 'hash' | 'userId' | 'target'>;
const insertCode = one(
  (db: Drizzle, { subject, purpose, hash, userId, target, minutes }: Blanks<NewCode & { minutes: number }>) => {
    const expiresAt = sql`now() + make_interval(mins => ${minutes})`;
    return db.insert(oneTimeCodes).values({ subject, purpose, hash, expiresAt, userId, target }).returning(sentCode);
  },
);

/** Stores a code and ends the open ones before it; of reset links the newest stays valid. */
export async function replaceCode(
  tx: Tx,
  { subject, purpose, hash, minutes, userId, target }: CodeKind & Secret,
): Promise<SentCode> {
  await (purpose === 'reset_password' ? endAllButNewest : endOpen)(tx, { subject, purpose });
  return insertCode(tx, { subject, purpose, hash, minutes, userId: userId ?? null, target: target ?? null });
}

// Wrong attempts of the day: those of this row are read under its lock, those of older rows no longer change.
/** Counts an attempt before the code is compared; undefined when there is no open code. */
export const countCodeAttempt = first(
  (
    db: Drizzle,
    { subject, purpose, maxPerCode, maxPerDay }: Blanks<CodeKind & { maxPerCode: number; maxPerDay: number }>,
  ) => {
    const { id, hash, userId, target, attempts, expiresAt } = oneTimeCodes;
    const earlierAttempts = db
      .select({ attempts: sql`coalesce(sum(${olderCode.attempts}), 0)` })
      .from(olderCode)
      .where(
        and(
          eq(olderCode.subject, subject),
          eq(olderCode.purpose, purpose),
          ne(olderCode.id, id),
          sql`${olderCode.createdAt} > now() - interval '1 day 10 minutes'`,
        ),
      );
    return db
      .update(oneTimeCodes)
      .set({ attempts: sql`${attempts} + 1` })
      .where(
        and(
          isOfKind({ subject, purpose }),
          isOpen,
          gt(expiresAt, now),
          lt(attempts, maxPerCode),
          lt(sql`${attempts} + ${earlierAttempts}`, maxPerDay),
        ),
      )
      .returning({ id, hash, userId, target });
  },
);
export type OpenCode = NonNullable<Awaited<ReturnType<typeof countCodeAttempt>>>;

/** Uses the code up; false when another request was faster. Its last attempt was right and does not count. */
export const spendCode = exists((db: Drizzle, { id }: Blanks<{ id: Id<'oneTimeCode'> }>) =>
  db
    .update(oneTimeCodes)
    .set({ endedAt: now, attempts: sql`${oneTimeCodes.attempts} - 1` })
    .where(and(eq(oneTimeCodes.id, id), isOpen))
    .returning({ id: oneTimeCodes.id }),
);

/**
 * Ends every open link and code of a user, but the one that stops the removal of a second factor. The rows stay: pauses
 * and wrong attempts are counted on them.
 */
export const endCodesOf = sent((db: Drizzle, { userId }: Blanks<{ userId: Id<'user'> }>) =>
  db
    .update(oneTimeCodes)
    .set({ endedAt: now })
    .where(and(eq(oneTimeCodes.userId, userId), isOpen, ne(oneTimeCodes.purpose, 'factor_removal'))),
);

type Link = { purpose: CodePurpose; hash: Buffer };

/** A link opens only an active account that still has the address the link was mailed to. */
const isOpenLink = ({ purpose, hash }: Blanks<Link>) =>
  and(
    eq(users.id, oneTimeCodes.userId),
    eq(users.email, oneTimeCodes.target),
    eq(users.status, 'active'),
    eq(oneTimeCodes.purpose, purpose),
    eq(oneTimeCodes.hash, hash),
    isOpen,
    gt(oneTimeCodes.expiresAt, now),
  );

/** The user whose account this link opens; undefined when it opens none. */
export const selectLinkOwner = first((db: Reads, link: Blanks<Link>) =>
  db.select({ id: users.id }).from(oneTimeCodes).innerJoin(users, isOpenLink(link)),
);

/** Uses a link up, with the row of its owner locked; false when it opens nothing any more. */
export const useLink = exists((db: Drizzle, link: Blanks<Link>) =>
  db.update(oneTimeCodes).set({ endedAt: now }).from(users).where(isOpenLink(link)).returning({ id: oneTimeCodes.id }),
);

export type PendingRegistration = { id: Id<'user'>; profile: RegistrationProfile; passwordHash: string };

type NewRegistration = { subject: Buffer; origin: Buffer; profile: RegistrationProfile | null; passwordHash: string };

/** Stores an attempt to register and returns its id, which becomes the user's id on confirmation. */
export async function insertRegistration(tx: Tx, values: NewRegistration): Promise<Id<'user'>> {
  return firstRow(await tx.insert(registrations).values(values).returning({ id: registrations.id })).id;
}

/** The subject that the codes of this attempt are stored under, also for one on an address in use. */
export const selectSubject = first((db: Reads, { id }: Blanks<{ id: Id<'user'> }>) =>
  db.select({ subject: registrations.subject }).from(registrations).where(eq(registrations.id, id)),
);

/** The newest of all attempts on an address, also on one in use. */
export const selectNewestAttempt = first((db: Reads, { subject }: Blanks<{ subject: Buffer }>) =>
  db
    .select({ id: registrations.id, passwordHash: registrations.passwordHash })
    .from(registrations)
    .where(eq(registrations.subject, subject))
    .orderBy(desc(registrations.createdAt), desc(registrations.id))
    .limit(1),
);

/** The newest two attempts on an address that was free, newest first: of all, of one id, or of one browser. */
export async function selectPendingRegistrations(
  db: Db,
  subject: Buffer,
  { id, origin }: { id?: Id<'user'>; origin?: Buffer } = {},
): Promise<PendingRegistration[]> {
  const condition = and(id ? eq(registrations.id, id) : undefined, origin && eq(registrations.origin, origin));
  const attempts = await db
    .select()
    .from(registrations)
    .where(and(eq(registrations.subject, subject), isNotNull(registrations.profile), condition))
    .orderBy(desc(registrations.createdAt), desc(registrations.id))
    .limit(2);
  return attempts.flatMap(({ id, profile, passwordHash }) =>
    profile && passwordHash ? [{ id, profile, passwordHash }] : [],
  );
}

/** Once an address is confirmed, every other attempt on it is void, and its next code not delayed. */
export const dropRegistrations = sent((db: Drizzle, { subject }: Blanks<{ subject: Buffer }>) => {
  const codes = db
    .delete(oneTimeCodes)
    .where(and(eq(oneTimeCodes.subject, subject), eq(oneTimeCodes.purpose, 'verify_email')))
    .returning();
  return db.with(db.$with('codes').as(codes)).delete(registrations).where(eq(registrations.subject, subject));
});

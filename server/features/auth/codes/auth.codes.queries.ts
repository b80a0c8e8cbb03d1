import { and, desc, eq, gt, isNotNull, isNull, notInArray, sql, type SQL } from 'drizzle-orm';
import type { Db, Tx } from '#server/db/connection.ts';
import { column, orNull, type RowOf } from '#server/db/rows.ts';
import { readStatement, writeStatement, written } from '#server/db/statements.ts';
import { oneTimeCodes, registrations, type RegistrationProfile } from '../auth.tables.ts';
import type { CodePurpose } from '../sessions/auth.keys.ts';

export type CodeKind = { subject: Buffer; purpose: CodePurpose };
export type SentCode = { createdAt: Date; expiresAt: Date };

const lock = writeStatement({})`select pg_advisory_xact_lock(hashtextextended(encode($1, 'hex') || $2, 0))`;

/** One at a time for an address and purpose, on every process, until the transaction ends. */
export async function lockCodes(tx: Tx, { subject, purpose }: CodeKind): Promise<void> {
  await tx.run(lock, [subject, purpose]);
}

const transactionTime = readStatement({ now: column.moment })`select now()`;

/** The codes of the last hour, newest first, and what time it is there. */
export async function selectRecentCodes(
  tx: Tx,
  { subject, purpose }: CodeKind,
  maxCount: number,
): Promise<{ now: Date; sent: SentCode[] }> {
  const [clock] = await tx.run(transactionTime);
  const sent = await tx
    .select({ createdAt: oneTimeCodes.createdAt, expiresAt: oneTimeCodes.expiresAt })
    .from(oneTimeCodes)
    .where(
      and(
        eq(oneTimeCodes.subject, subject),
        eq(oneTimeCodes.purpose, purpose),
        gt(oneTimeCodes.createdAt, sql`now() - interval '1 hour'`),
      ),
    )
    .orderBy(desc(oneTimeCodes.createdAt))
    .limit(maxCount);
  return { now: clock?.now ?? new Date(0), sent };
}

export type NewCode = CodeKind & {
  hash: Buffer;
  minutes: number;
  userId?: string | undefined;
  target?: string | undefined;
};

/** Ends the code before, or the link before the last, and writes this one. */
export async function replaceCode(
  tx: Tx,
  { subject, purpose, hash, minutes, userId, target }: NewCode,
): Promise<SentCode> {
  const ofKind = and(
    eq(oneTimeCodes.subject, subject),
    eq(oneTimeCodes.purpose, purpose),
    isNull(oneTimeCodes.endedAt),
  );
  const newestOpen = tx
    .select({ id: oneTimeCodes.id })
    .from(oneTimeCodes)
    .where(ofKind)
    .orderBy(desc(oneTimeCodes.createdAt))
    .limit(1);
  await tx
    .update(oneTimeCodes)
    .set({ endedAt: sql`now()` })
    .where(and(ofKind, purpose === 'reset_password' ? notInArray(oneTimeCodes.id, newestOpen) : undefined));
  return written(
    await tx
      .insert(oneTimeCodes)
      .values({ subject, purpose, hash, userId, target, expiresAt: sql`now() + make_interval(mins => ${minutes})` })
      .returning({ createdAt: oneTimeCodes.createdAt, expiresAt: oneTimeCodes.expiresAt }),
  );
}

const openCode = {
  id: column.uuid,
  hash: column.bytes,
  userId: orNull(column.uuid),
  target: orNull(column.text),
};
export type OpenCode = RowOf<typeof openCode>;

// Wrong attempts of the day: those of this row are read under its lock, those of older rows no longer change.
const countAttempt = writeStatement(openCode)`
  update one_time_codes as code set attempts = attempts + 1
  where subject = $1 and purpose = $2 and ended_at is null and expires_at > now() and attempts < $3
    and attempts + (select coalesce(sum(older.attempts), 0) from one_time_codes as older
      where older.subject = $1 and older.purpose = $2 and older.id <> code.id
        and older.created_at > now() - interval '1 day 10 minutes') < $4
  returning id, hash, user_id as "userId", target`;

/** Counts an attempt before the code is compared; undefined when there is no open code. */
export async function countCodeAttempt(
  tx: Tx,
  { subject, purpose }: CodeKind,
  maxCount: { perCode: number; perDay: number },
): Promise<OpenCode | undefined> {
  return (await tx.run(countAttempt, [subject, purpose, maxCount.perCode, maxCount.perDay]))[0];
}

/** Uses the code up; false when another request was faster. Its last attempt was right and does not count. */
export const spendCode = writeStatement({}).exists<[id: string]>()`
  update one_time_codes set ended_at = now(), attempts = attempts - 1 where id = $1 and ended_at is null returning id`;

/** Deletes the codes of an address that no longer needs any, so that its next code is not delayed. */
export async function dropCodes(tx: Tx, { subject, purpose }: CodeKind): Promise<void> {
  await tx.delete(oneTimeCodes).where(and(eq(oneTimeCodes.subject, subject), eq(oneTimeCodes.purpose, purpose)));
}

/**
 * Ends every open link and code of a user, but the one that stops the removal of a second factor. The rows stay: pauses
 * and wrong attempts are counted on them.
 */
export const endCodesOf = writeStatement({}).send<[userId: string]>()`
  update one_time_codes set ended_at = now() where user_id = $1 and ended_at is null and purpose <> 'factor_removal'`;

/** A link opens only an active account that still has the address the link was mailed to. */
const openLink = `u.id = c.user_id and u.email = c.target and u.status = 'active' and c.purpose = $1 and c.hash = $2
  and c.ended_at is null and c.expires_at > now()`;

/** The id of the user whose account this link opens; undefined when it opens none. */
export const selectLinkOwner = readStatement({ id: column.uuid }).value<[purpose: CodePurpose, hash: Buffer]>()`
  select u.id from one_time_codes c join users u on ${openLink}`;

/** Uses a link up, with the row of its owner locked; false when it opens nothing any more. */
export const useLink = writeStatement({}).exists<[purpose: CodePurpose, hash: Buffer]>()`
  update one_time_codes c set ended_at = now() from users u where ${openLink} returning c.id`;

export type PendingRegistration = { id: string; origin: Buffer; profile: RegistrationProfile; passwordHash: string };

type NewRegistration = { subject: Buffer; origin: Buffer; profile?: RegistrationProfile; passwordHash: string };

/** Returns the id of the attempt, which becomes the user id on confirmation. */
export async function insertRegistration(tx: Tx, values: NewRegistration): Promise<string> {
  return written(await tx.insert(registrations).values(values).returning({ id: registrations.id })).id;
}

/** What codes of this attempt are found by, also for one on an address in use. */
export const selectSubject = readStatement({ subject: column.bytes }).value<[id: string]>()`
  select subject from registrations where id = $1`;

/** The newest of all attempts on an address, also on one in use. */
export const selectNewestAttempt = readStatement({ id: column.uuid, passwordHash: orNull(column.text) }).first<
  [subject: Buffer]
>()`
  select id, password_hash as "passwordHash" from registrations where subject = $1
  order by created_at desc, id desc limit 1`;

/** The newest two attempts on an address that was free, newest first. */
export async function selectPendingRegistrations(db: Db, subject: Buffer): Promise<PendingRegistration[]> {
  return selectPending(db, subject, undefined, 2);
}

/** The attempt on this address with this id. */
export async function selectNamedRegistration(
  db: Db,
  subject: Buffer,
  id: string,
): Promise<PendingRegistration | undefined> {
  const [named] = await selectPending(db, subject, eq(registrations.id, id), 1);
  return named;
}

/** The newest attempt on this address from one browser. */
export async function selectRegistrationFrom(
  db: Db,
  subject: Buffer,
  origin: Buffer,
): Promise<PendingRegistration | undefined> {
  const [newest] = await selectPending(db, subject, eq(registrations.origin, origin), 1);
  return newest;
}

async function selectPending(
  db: Db,
  subject: Buffer,
  which: SQL | undefined,
  count: number,
): Promise<PendingRegistration[]> {
  const rows = await db
    .select()
    .from(registrations)
    .where(and(eq(registrations.subject, subject), isNotNull(registrations.profile), which))
    .orderBy(desc(registrations.createdAt), desc(registrations.id))
    .limit(count);
  return rows.flatMap(({ id, origin, profile, passwordHash }) =>
    profile && passwordHash ? [{ id, origin, profile, passwordHash }] : [],
  );
}

/** Once an address is confirmed, every other attempt on it is void. */
export async function dropRegistrations(tx: Tx, subject: Buffer): Promise<void> {
  await tx.delete(registrations).where(eq(registrations.subject, subject));
}

import { and, desc, eq, isNotNull } from 'drizzle-orm';
import type { Db, Tx } from '#server/db/connection.ts';
import { column, orNull, type RowOf } from '#server/db/rows.ts';
import { readStatement, writeStatement, written } from '#server/db/statements.ts';
import { registrations, type RegistrationProfile } from '../auth.tables.ts';
import type { CodePurpose } from '../sessions/auth.keys.ts';

export type CodeKind = { subject: Buffer; purpose: CodePurpose };

/** One at a time for an address and purpose, on every process, until the transaction ends. */
export const lockCodes = writeStatement({}).send<[subject: Buffer, purpose: CodePurpose]>()`
  select pg_advisory_xact_lock(hashtextextended(encode($1, 'hex') || $2, 0))`;

export const transactionTime = readStatement({ now: column.moment }).only()`select now()`;

const sentCode = { createdAt: column.moment, expiresAt: column.moment };
export type SentCode = RowOf<typeof sentCode>;

/** The codes of the last hour, newest first. */
export const selectRecentCodes = readStatement(sentCode).rows<
  [subject: Buffer, purpose: CodePurpose, maxCount: number]
>()`
  select created_at as "createdAt", expires_at as "expiresAt" from one_time_codes
  where subject = $1 and purpose = $2 and created_at > now() - interval '1 hour' order by created_at desc limit $3`;

/** What a new code is compared with, how long it holds, and whose it is. */
export type Secret = { hash: Buffer; minutes: number; userId?: string | undefined; target?: string | undefined };

const open = 'subject = $1 and purpose = $2 and ended_at is null';
const endBefore = writeStatement({}).send<[subject: Buffer, purpose: CodePurpose]>()`
  update one_time_codes set ended_at = now() where ${open} and ($2 <> 'reset_password'
    or id <> (select id from one_time_codes where ${open} order by created_at desc limit 1))`;
const insertCode = writeStatement(sentCode).one<
  [subject: Buffer, purpose: CodePurpose, hash: Buffer, minutes: number, userId?: string, target?: string]
>()`
  insert into one_time_codes (subject, purpose, hash, expires_at, user_id, target)
  values ($1, $2, $3, now() + make_interval(mins => $4), $5, $6)
  returning created_at as "createdAt", expires_at as "expiresAt"`;

/** Ends the code before, or the link before the last, and writes this one. */
export async function replaceCode(
  tx: Tx,
  { subject, purpose, hash, minutes, userId, target }: CodeKind & Secret,
): Promise<SentCode> {
  await endBefore(tx, subject, purpose);
  return insertCode(tx, subject, purpose, hash, minutes, userId, target);
}

const openCode = {
  id: column.uuid,
  hash: column.bytes,
  userId: orNull(column.uuid),
  target: orNull(column.text),
};
export type OpenCode = RowOf<typeof openCode>;

// Wrong attempts of the day: those of this row are read under its lock, those of older rows no longer change.
/** Counts an attempt before the code is compared; undefined when there is no open code. */
export const countCodeAttempt = writeStatement(openCode).first<
  [subject: Buffer, purpose: CodePurpose, maxPerCode: number, maxPerDay: number]
>()`
  update one_time_codes as code set attempts = attempts + 1
  where subject = $1 and purpose = $2 and ended_at is null and expires_at > now() and attempts < $3
    and attempts + (select coalesce(sum(older.attempts), 0) from one_time_codes as older
      where older.subject = $1 and older.purpose = $2 and older.id <> code.id
        and older.created_at > now() - interval '1 day 10 minutes') < $4
  returning id, hash, user_id as "userId", target`;

/** Uses the code up; false when another request was faster. Its last attempt was right and does not count. */
export const spendCode = writeStatement({}).exists<[id: string]>()`
  update one_time_codes set ended_at = now(), attempts = attempts - 1 where id = $1 and ended_at is null returning id`;

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

export type PendingRegistration = { id: string; profile: RegistrationProfile; passwordHash: string };

type NewRegistration = { subject: Buffer; origin: Buffer; profile: RegistrationProfile | null; passwordHash: string };

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

/** The newest two attempts on an address that was free, newest first: of all, of one id, or of one browser. */
export async function selectPendingRegistrations(
  db: Db,
  subject: Buffer,
  { id, origin }: { id?: string; origin?: Buffer } = {},
): Promise<PendingRegistration[]> {
  const which = and(id ? eq(registrations.id, id) : undefined, origin && eq(registrations.origin, origin));
  const rows = await db
    .select()
    .from(registrations)
    .where(and(eq(registrations.subject, subject), isNotNull(registrations.profile), which))
    .orderBy(desc(registrations.createdAt), desc(registrations.id))
    .limit(2);
  return rows.flatMap(({ id, profile, passwordHash }) =>
    profile && passwordHash ? [{ id, profile, passwordHash }] : [],
  );
}

/** Once an address is confirmed, every other attempt on it is void, and its next code not delayed. */
export const dropRegistrations = writeStatement({}).send<[subject: Buffer]>()`
  with codes as (delete from one_time_codes where subject = $1 and purpose = 'verify_email')
  delete from registrations where subject = $1`;

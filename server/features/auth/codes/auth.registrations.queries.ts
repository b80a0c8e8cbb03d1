import { and, desc, eq, isNotNull, type SQL } from 'drizzle-orm';
import type { Db, Tx } from '#server/db/connection.ts';
import { registrations, type RegistrationProfile } from '../auth.tables.ts';

export type PendingRegistration = { id: string; origin: Buffer; profile: RegistrationProfile; passwordHash: string };

type NewRegistration = { subject: Buffer; origin: Buffer; profile?: RegistrationProfile; passwordHash: string };

/** Returns the id of the attempt, which becomes the user id on confirmation. */
export async function insertRegistration(tx: Tx, values: NewRegistration): Promise<string> {
  const [row] = await tx.insert(registrations).values(values).returning({ id: registrations.id });
  if (!row) throw new Error('A registration that was written came back without its row.');
  return row.id;
}

/** What codes of this attempt are found by, also for one on an address in use. */
export async function selectSubject(db: Db, id: string): Promise<Buffer | undefined> {
  const [row] = await db.select({ subject: registrations.subject }).from(registrations).where(eq(registrations.id, id));
  return row?.subject;
}

/** The newest of all attempts on an address, also on one in use. */
export async function selectNewestAttempt(
  db: Db,
  subject: Buffer,
): Promise<{ id: string; passwordHash: string | null } | undefined> {
  const [row] = await db
    .select({ id: registrations.id, passwordHash: registrations.passwordHash })
    .from(registrations)
    .where(eq(registrations.subject, subject))
    .orderBy(desc(registrations.createdAt), desc(registrations.id))
    .limit(1);
  return row;
}

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

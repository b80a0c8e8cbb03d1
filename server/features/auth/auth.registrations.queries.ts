import { and, desc, eq, isNotNull } from 'drizzle-orm';
import type { Db, Tx } from '#server/db/connection.ts';
import { registrations, type RegistrationProfile } from './auth.tables.ts';

/** A registration that waits for its code. */
export type PendingRegistration = { id: string; origin: Buffer; profile: RegistrationProfile; passwordHash: string };

type NewRegistration = { subject: Buffer; origin: Buffer; profile?: RegistrationProfile; passwordHash?: string };

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

const maxCompared = 50;

/** Attempts on an address that was free, newest first. */
export async function selectPendingRegistrations(db: Db, subject: Buffer): Promise<PendingRegistration[]> {
  const rows = await db
    .select()
    .from(registrations)
    .where(and(eq(registrations.subject, subject), isNotNull(registrations.profile)))
    .orderBy(desc(registrations.createdAt), desc(registrations.id))
    .limit(maxCompared);
  return rows.flatMap(({ id, origin, profile, passwordHash }) =>
    profile && passwordHash ? [{ id, origin, profile, passwordHash }] : [],
  );
}

/** Once an address is confirmed, every other attempt on it is void. */
export async function dropRegistrations(tx: Tx, subject: Buffer): Promise<void> {
  await tx.delete(registrations).where(eq(registrations.subject, subject));
}

import { aliasedTable, and, desc, eq, gt, inArray, sql } from 'drizzle-orm';
import type { Db, Tx } from '#server/db/connection.ts';
import { column, orNull } from '#server/db/rows.ts';
import { readStatement, writeStatement } from '#server/db/statements.ts';
import { users } from '#server/features/users/users.tables.ts';
import type { VoidReason } from '#shared/approvals/approvals.contract.ts';
import { approvalKinds, type ApprovalKind } from '#shared/kernel/approval.ts';
import { approvals } from './approvals.tables.ts';

export type ApprovalRow = typeof approvals.$inferSelect;
export type NamedApproval = { approval: ApprovalRow; askedBy: Name; decidedBy: Name | null };
type Name = { firstName: string; lastName: string };

const asker = aliasedTable(users, 'asker');
const decider = aliasedTable(users, 'decider');
const isOpen = and(eq(approvals.state, 'open'), gt(approvals.expiresAt, sql`now()`));

function selectNamed(db: Db) {
  return db
    .select({
      approval: approvals,
      askedBy: { firstName: asker.firstName, lastName: asker.lastName },
      decidedBy: { firstName: decider.firstName, lastName: decider.lastName },
    })
    .from(approvals)
    .innerJoin(asker, eq(asker.id, approvals.askedBy))
    .leftJoin(decider, eq(decider.id, approvals.decidedBy));
}

/** The open requests, or all of them, newest first. */
export async function listApprovals(db: Db, state: 'open' | 'all', limit: number): Promise<NamedApproval[]> {
  return selectNamed(db)
    .where(state === 'open' ? isOpen : undefined)
    .orderBy(desc(approvals.askedAt), desc(approvals.id))
    .limit(limit);
}

export async function selectNamedApproval(db: Db, id: string): Promise<NamedApproval | undefined> {
  const [row] = await selectNamed(db).where(eq(approvals.id, id));
  return row;
}

export async function selectApproval(db: Db, id: string): Promise<ApprovalRow | undefined> {
  const [row] = await db.select().from(approvals).where(eq(approvals.id, id));
  return row;
}

/** Undecided requests, expired ones included. */
export async function listUndecided(tx: Tx, kinds: readonly ApprovalKind[], subjectId: string): Promise<ApprovalRow[]> {
  return tx
    .select()
    .from(approvals)
    .where(and(inArray(approvals.kind, [...kinds]), eq(approvals.subjectId, subjectId), eq(approvals.state, 'open')))
    .for('update');
}

export async function insertApproval(tx: Tx, values: typeof approvals.$inferInsert): Promise<void> {
  await tx.insert(approvals).values(values);
}

const isWaiting = `state = 'open' and expires_at > now()`;

/** The one statement that decides: of any number at once, one finds the request open. Never for whoever asked. */
export const claimApproval = writeStatement({ id: column.uuid }).exists<
  [id: string, state: 'approved' | 'refused', decidedBy: string]
>()`
  update approvals set state = $2, decided_by = $3, decided_at = now()
  where id = $1 and ${isWaiting} and asked_by <> $3 returning id`;

/** Ends a request without a decision. False where it was decided meanwhile. */
export const endApproval = writeStatement({ id: column.uuid }).exists<
  [id: string, state: 'expired' | 'void', voidReason: VoidReason | null]
>()`
  update approvals set state = $2, void_reason = $3, decided_at = now() where id = $1 and state = 'open' returning id`;

const ended = { id: column.uuid, kind: column.oneOf(approvalKinds), subjectId: column.text };

/** Marks the requests whose time is over, and returns them. */
export const expireApprovals = writeStatement(ended).rows()`
  update approvals set state = 'expired', decided_at = now() where state = 'open' and expires_at <= now()
  returning id, kind, subject_id as "subjectId"`;

export type Concerned = { id: string; email: string };

/** Who was invited to the team is known by the address until they join. */
const isAbout = ({ id, email }: Concerned) =>
  sql`(${approvals.facts} ->> 'userId' = ${id} or (${approvals.kind} = 'team' and ${approvals.facts} ->> 'invited' = ${email}))`;

/** Voids what is still asked about a user, of these kinds, but for a request that is being carried out. */
export async function voidAbout(
  tx: Tx,
  user: Concerned,
  kinds: readonly ApprovalKind[],
  voidReason: VoidReason,
): Promise<Pick<ApprovalRow, 'id' | 'kind' | 'subjectId'>[]> {
  return tx
    .update(approvals)
    .set({ state: 'void', voidReason, decidedAt: sql`now()` })
    .where(and(eq(approvals.state, 'open'), inArray(approvals.kind, [...kinds]), isAbout(user)))
    .returning({ id: approvals.id, kind: approvals.kind, subjectId: approvals.subjectId });
}

/** The open requests of a member; held until the transaction ends. */
export async function lockOpenOf(tx: Tx, askedBy: string): Promise<ApprovalRow[]> {
  return tx
    .select()
    .from(approvals)
    .where(and(eq(approvals.askedBy, askedBy), eq(approvals.state, 'open')))
    .for('update');
}

/** Redacts the details of requests about a user; that they were made, by whom and how they ended remains. */
export async function redactAbout(tx: Tx, user: Concerned): Promise<void> {
  await tx
    .update(approvals)
    .set({ facts: { userId: user.id }, input: {} })
    .where(isAbout(user));
}

const member = { role: column.text, userId: column.uuid, email: orNull(column.text), language: column.text };
const membersWhere = (condition: string) =>
  readStatement(member).rows<[userId: string]>()`
    select coalesce(m.role, 'owner') as role, u.id as "userId", u.email, u.language
    from users u left join team_members m on m.user_id = u.id
    where ${condition} and u.status = 'active'
      and (u.role = 'admin' or (u.role = 'staff' and m.user_id is not null and m.ends_at is null))`;
const own = membersWhere('u.id = $1');

/** All other members of the team, as mails address them. */
export const colleaguesOf = membersWhere('u.id <> $1');

/** The roles of all other members of the team. */
export async function rolesOfOthers(db: Pick<Db, 'run'>, userId: string): Promise<string[]> {
  return (await colleaguesOf(db, userId)).map(({ role }) => role);
}

/** The role of a member of the team; null for who is not in it. */
export async function roleOf(db: Pick<Db, 'run'>, userId: string): Promise<string | null> {
  return (await own(db, userId))[0]?.role ?? null;
}

/** Until when a new member has to wait before they approve; undefined once that is over. */
export const waitOfNewMember = readStatement({ approvesFrom: column.moment }).value<[userId: string, now: Date]>()`
  select approves_from as "approvesFrom" from team_members where user_id = $1 and approves_from > $2`;

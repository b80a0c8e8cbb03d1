import { aliasedTable, and, desc, eq, gt, inArray, isNull, lte, ne, or, sql, type SQL } from 'drizzle-orm';
import type { Db, Tx } from '#server/db/connection.ts';
import { now } from '#server/db/fragments.ts';
import { exists, placeholderValues, first, rows, type Blanks, type Drizzle, type Reads } from '#server/db/query.ts';
import { teamMembers } from '#server/features/team/team.tables.ts';
import { users } from '#server/features/users/users.tables.ts';
import type { VoidReason } from '#shared/approvals/approvals.contract.ts';
import type { ApprovalKind } from '#shared/kernel/approval.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { approvals } from './approvals.tables.ts';

export type ApprovalRow = typeof approvals.$inferSelect;
export type NamedApproval = { approval: ApprovalRow; askedBy: Name; decidedBy: Name | null };
type Name = { firstName: string; lastName: string };

const asker = aliasedTable(users, 'asker');
const decider = aliasedTable(users, 'decider');
const isOpen = and(eq(approvals.state, 'open'), gt(approvals.expiresAt, now));

function selectNamed(db: Reads) {
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

export const isOneOpen = exists((db: Reads) => db.select({ id: approvals.id }).from(approvals).where(isOpen).limit(1));

type ById = { id: Id<'approval'> };

export const selectNamedApproval = first((db: Reads, { id }: Blanks<ById>) =>
  selectNamed(db).where(eq(approvals.id, id)),
);

export const selectApproval = first((db: Reads, { id }: Blanks<ById>) =>
  db.select().from(approvals).where(eq(approvals.id, id)),
);

/** Requests that wait for a decision, expired ones included. */
export async function listUndecided(tx: Tx, kinds: readonly ApprovalKind[], subjectId: string): Promise<ApprovalRow[]> {
  return tx
    .select()
    .from(approvals)
    .where(and(inArray(approvals.kind, [...kinds]), eq(approvals.subjectId, subjectId), eq(approvals.state, 'open')))
    .for('update');
}

/** Stores a request for approval. */
export async function insertApproval(tx: Tx, values: typeof approvals.$inferInsert): Promise<void> {
  await tx.insert(approvals).values(values);
}

type DecisionValues = ById & { state: 'approved' | 'refused'; decidedBy: Id<'user'> };

/**
 * Decides an open request, which the member who asked never does. Returns true for the first of simultaneous decisions,
 * false for the others.
 */
export const claimApproval = exists((db: Drizzle, { id, state, decidedBy }: Blanks<DecisionValues>) =>
  db
    .update(approvals)
    .set({ ...placeholderValues({ state, decidedBy }), decidedAt: now })
    .where(and(eq(approvals.id, id), isOpen, ne(approvals.askedBy, decidedBy)))
    .returning({ id: approvals.id }),
);

type EndValues = ById & { state: 'expired' | 'void'; voidReason: VoidReason | null };

/** Ends a request without a decision. False where another member decided it meanwhile. */
export const endApproval = exists((db: Drizzle, { id, state, voidReason }: Blanks<EndValues>) =>
  db
    .update(approvals)
    .set({ ...placeholderValues({ state, voidReason }), decidedAt: now })
    .where(and(eq(approvals.id, id), eq(approvals.state, 'open')))
    .returning({ id: approvals.id }),
);

const shownColumns = { id: approvals.id, kind: approvals.kind, subjectId: approvals.subjectId };

/** Marks the requests whose time is over, and returns them. */
export const expireApprovals = rows((db: Drizzle) =>
  db
    .update(approvals)
    .set({ state: 'expired', decidedAt: now })
    .where(and(eq(approvals.state, 'open'), lte(approvals.expiresAt, now)))
    .returning(shownColumns),
);

/** Open requests of a version that stored no call. */
export const lockWithoutCall = rows((db: Drizzle) =>
  db
    .select()
    .from(approvals)
    .where(and(eq(approvals.state, 'open'), sql`${approvals.input} -> 'call' is null`))
    .for('update'),
);

export type ConcernedMember = { id: Id<'user'>; email: string | null };

/** An invited member is identified by the email address until they join. */
const isAbout = ({ id, email }: ConcernedMember) =>
  sql`(${approvals.details} ->> 'userId' = ${id} or (${approvals.kind} = 'team' and ${approvals.details} ->> 'invited' = ${email}))`;

/** Voids the open requests of these kinds about a user, except one that is being carried out. */
export async function voidAbout(
  tx: Tx,
  user: ConcernedMember,
  kinds: readonly ApprovalKind[],
  voidReason: VoidReason,
): Promise<Pick<ApprovalRow, 'id' | 'kind' | 'subjectId'>[]> {
  return tx
    .update(approvals)
    .set({ state: 'void', voidReason, decidedAt: now })
    .where(and(eq(approvals.state, 'open'), inArray(approvals.kind, [...kinds]), isAbout(user)))
    .returning(shownColumns);
}

/** The open requests of a member; held until the transaction ends. */
export const lockOpenOf = rows((db: Drizzle, { askedBy }: Blanks<{ askedBy: Id<'user'> }>) =>
  db
    .select()
    .from(approvals)
    .where(and(eq(approvals.askedBy, askedBy), eq(approvals.state, 'open')))
    .for('update'),
);

/** Redacts the details of requests about a user; that they were made, by whom and how they ended remains. */
export async function redactAbout(tx: Tx, user: ConcernedMember): Promise<void> {
  await tx
    .update(approvals)
    .set({ details: { userId: user.id }, input: {} })
    .where(isAbout(user));
}

type UserValues = { userId: Id<'user'> };

const isMember = and(
  eq(users.status, 'active'),
  or(
    eq(users.role, 'admin'),
    and(eq(users.role, 'staff'), sql`${teamMembers.userId} is not null`, isNull(teamMembers.endsAt)),
  ),
);
const membersWhere = (db: Reads, condition: SQL) =>
  db
    .select({
      role: sql`coalesce(${teamMembers.role}, 'owner')`.mapWith(String),
      userId: users.id,
      userRole: users.role,
      email: users.email,
      language: users.language,
    })
    .from(users)
    .leftJoin(teamMembers, eq(teamMembers.userId, users.id))
    .where(and(condition, isMember));
/** A member of the team; undefined for other users. */
export const findMember = first((db: Reads, { userId }: Blanks<UserValues>) => membersWhere(db, eq(users.id, userId)));

/** All other members of the team, as mails address them. */
export const colleaguesOf = rows((db: Reads, { userId }: Blanks<UserValues>) => membersWhere(db, ne(users.id, userId)));

/** The roles of all other members of the team. */
export async function rolesOfOthers(db: Pick<Db, 'ask'>, userId: Id<'user'>): Promise<string[]> {
  return (await colleaguesOf(db, { userId })).map(({ role }) => role);
}

/** The role of a member of the team; null for other users. */
export async function roleOf(db: Pick<Db, 'ask'>, userId: Id<'user'>): Promise<string | null> {
  return (await findMember(db, { userId }))?.role ?? null;
}

const findWait = first((db: Reads, { userId, at }: Blanks<UserValues & { at: Date }>) =>
  db
    .select({ approvesFrom: teamMembers.approvesFrom })
    .from(teamMembers)
    .where(and(eq(teamMembers.userId, userId), gt(teamMembers.approvesFrom, at))),
);

/** Returns until when a new member has to wait before they approve; undefined once that time is over. */
export const waitOfNewMember = async (db: Pick<Db, 'ask'>, userId: Id<'user'>, at: Date): Promise<Date | undefined> =>
  (await findWait(db, { userId, at }))?.approvesFrom ?? undefined;

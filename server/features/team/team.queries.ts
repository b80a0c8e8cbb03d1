import { and, eq, gt, inArray, isNotNull, isNull, max, ne, or, sql } from 'drizzle-orm';
import { union } from 'drizzle-orm/pg-core';
import type { Db, Tx } from '#server/db/connection.ts';
import { now, textOrNull } from '#server/db/fragments.ts';
import {
  exists,
  placeholderValues,
  first,
  rows,
  sent,
  type Blanks,
  type Drizzle,
  type Reads,
} from '#server/db/query.ts';
import { secondFactors, sessions } from '#server/features/auth/auth.tables.ts';
import { fullNameOrNull, users } from '#server/features/users/users.tables.ts';
import type { Id } from '#shared/kernel/ids.ts';
import type { TeamRole } from '#shared/team/team.roles.ts';
import { in24Hours, teamInvitations, teamMembers } from './team.tables.ts';

export type InvitationRow = typeof teamInvitations.$inferSelect;
const isOpen = and(isNull(teamInvitations.usedAt), isNull(teamInvitations.endedAt));

/** The ids of all present and former members. */
const memberIds = (db: Reads) =>
  union(
    db.select({ id: teamMembers.userId }).from(teamMembers),
    db.select({ id: users.id }).from(users).where(eq(users.role, 'admin')),
  );

/** Members, former members and open invitations by name; only this one where an id is given. */
export const selectTeam = rows((db: Reads, { id }: Blanks<{ id: Id<'user'> | null }>) => {
  const seenMembers = db
    .select({ at: max(sessions.lastSeenAt).as('at') })
    .from(sessions)
    .where(eq(sessions.userId, users.id))
    .as('seen');
  const member = db
    .select({
      id: users.id,
      name: fullNameOrNull(users).as('name'),
      email: users.email,
      userRole: users.role,
      role: sql`${teamMembers.role}`.mapWith(textOrNull).as('member_role'),
      endsAt: teamMembers.endsAt,
      lastSeenAt: seenMembers.at,
      secondFactorSince: secondFactors.confirmedAt,
    })
    .from(users)
    .leftJoin(teamMembers, eq(teamMembers.userId, users.id))
    .leftJoinLateral(seenMembers, sql`true`)
    .leftJoin(secondFactors, eq(secondFactors.userId, users.id))
    .where(and(inArray(users.id, memberIds(db)), ne(users.status, 'deleted')))
    .as('member');
  const { memberId, email, role, expiresAt } = teamInvitations;
  const invitedMembers = db
    .select({ memberId, email, role, expiresAt })
    .from(teamInvitations)
    .where(isOpen)
    .as('invited');
  return db
    .select({
      id: member.id,
      name: member.name,
      email: member.email,
      userRole: member.userRole,
      role: member.role,
      endsAt: member.endsAt,
      lastSeenAt: member.lastSeenAt,
      secondFactorSince: member.secondFactorSince,
      invitedId: invitedMembers.memberId,
      invitedEmail: invitedMembers.email,
      invitedAs: invitedMembers.role,
      expiresAt: invitedMembers.expiresAt,
    })
    .from(member)
    .fullJoin(invitedMembers, eq(invitedMembers.memberId, member.id))
    .where(or(sql`${id}::uuid is null`, eq(sql`coalesce(${member.id}, ${invitedMembers.memberId})`, id)))
    .orderBy(sql`lower(coalesce(${invitedMembers.email}, ${member.name}))`);
});
export type TeamRow = Awaited<ReturnType<typeof selectTeam>>[number];

export type Membership = typeof teamMembers.$inferSelect;

/** Returns the membership of a user; undefined without one. */
export async function selectMembership(db: Db, userId: Id<'user'>): Promise<Membership | undefined> {
  const [row] = await db.select().from(teamMembers).where(eq(teamMembers.userId, userId));
  return row;
}

/** Writes the membership; one that has ended begins again. */
export async function upsertMember(
  tx: Tx,
  member: { userId: Id<'user'>; role: TeamRole; invitedBy: Id<'user'> | null },
): Promise<void> {
  const { role, invitedBy } = member;
  await tx
    .insert(teamMembers)
    .values(member)
    .onConflictDoUpdate({
      target: teamMembers.userId,
      set: { role, invitedBy, joinedAt: now, approvesFrom: in24Hours, endsAt: null },
    });
}

/**
 * Changes the role of a member. `isNewApprover`: the role allows approvals that the old one did not, which starts a
 * day's wait.
 */
export async function updateMemberRole(
  tx: Tx,
  userId: Id<'user'>,
  { role, isNewApprover }: { role: TeamRole; isNewApprover: boolean },
): Promise<void> {
  await tx
    .update(teamMembers)
    .set({ role, ...(isNewApprover && { approvesFrom: in24Hours }) })
    .where(eq(teamMembers.userId, userId));
}

export const endMembership = sent((db: Drizzle, { userId }: Blanks<{ userId: Id<'user'> }>) =>
  db.update(teamMembers).set({ endsAt: now }).where(eq(teamMembers.userId, userId)),
);

export type NewInvitation = Pick<InvitationRow, 'memberId' | 'email' | 'role' | 'hash' | 'invitedBy'>;

/** Stores an invitation; undefined if the address or the member already has an open one. */
export async function insertInvitation(tx: Tx, values: NewInvitation): Promise<InvitationRow | undefined> {
  const [row] = await tx
    .insert(teamInvitations)
    .values({ ...values, expiresAt: in24Hours })
    .onConflictDoNothing()
    .returning();
  return row;
}

/** The invitation behind a link, judged by the clock of the database. */
export const selectInvitation = first((db: Reads, { hash }: Blanks<{ hash: Buffer }>) => {
  const { memberId, email, role, invitedBy, expiresAt, usedAt, endedAt } = teamInvitations;
  const isOver = sql`${expiresAt} <= now()`.mapWith(Boolean);
  return db
    .select({ memberId, email, role, invitedBy, expiresAt, usedAt, endedAt, isOver })
    .from(teamInvitations)
    .where(eq(teamInvitations.hash, hash));
});
export type JudgedInvitation = NonNullable<Awaited<ReturnType<typeof selectInvitation>>>;

/** Uses a link up. False when another request did, or when it ended meanwhile. */
export const useInvitation = exists((db: Drizzle, { hash }: Blanks<{ hash: Buffer }>) =>
  db
    .update(teamInvitations)
    .set({ usedAt: now })
    .where(and(eq(teamInvitations.hash, hash), isOpen, gt(teamInvitations.expiresAt, now)))
    .returning({ id: teamInvitations.id }),
);

/** Locks the open invitation of an address, whose link may have expired, until the transaction ends. */
export async function lockOpenInvitation(
  tx: Tx,
  member: { memberId: Id<'user'> } | { email: string },
): Promise<InvitationRow | undefined> {
  const condition =
    'email' in member ? eq(teamInvitations.email, member.email) : eq(teamInvitations.memberId, member.memberId);
  const [row] = await tx.select().from(teamInvitations).where(and(condition, isOpen)).for('update');
  return row;
}

export const endInvitation = sent((db: Drizzle, { id }: Blanks<{ id: Id<'invitation'> }>) =>
  db.update(teamInvitations).set({ endedAt: now }).where(eq(teamInvitations.id, id)),
);

export const updateInvitationRole = sent(
  (db: Drizzle, { id, role }: Blanks<{ id: Id<'invitation'>; role: TeamRole }>) =>
    db.update(teamInvitations).set(placeholderValues({ role })).where(eq(teamInvitations.id, id)),
);

/** Ends the open invitations that a member has sent; returns whom they were for. */
export const endInvitationsOf = rows((db: Drizzle, { invitedBy }: Blanks<{ invitedBy: Id<'user'> }>) =>
  db
    .update(teamInvitations)
    .set({ endedAt: now })
    .where(and(eq(teamInvitations.invitedBy, invitedBy), isOpen))
    .returning({ memberId: teamInvitations.memberId, role: teamInvitations.role }),
);

/** The owners who are in the team now, as mails address them. */
export const selectOwners = rows((db: Reads) =>
  db
    .select({
      userId: users.id,
      email: sql`${users.email}`.mapWith(users.email),
      firstName: users.firstName,
      language: users.language,
    })
    .from(users)
    .leftJoin(teamMembers, eq(teamMembers.userId, users.id))
    .where(
      and(
        eq(users.status, 'active'),
        isNotNull(users.email),
        or(eq(users.role, 'admin'), and(eq(teamMembers.role, 'owner'), isNull(teamMembers.endsAt))),
      ),
    ),
);

/** Selects invitations by member and, where `email` is given, by address. */
type InvitedMember = { memberId: Id<'user'>; email: string | null };
export const deleteInvitations = sent((db: Drizzle, { memberId, email }: Blanks<InvitedMember>) =>
  db
    .delete(teamInvitations)
    .where(or(eq(teamInvitations.memberId, memberId), sql`${teamInvitations.email} = ${email}`)),
);

/** Removes links that ended more than thirty days ago. */
export const deleteOldInvitations = sent((db: Drizzle) =>
  db.delete(teamInvitations).where(sql`${teamInvitations.expiresAt} < now() - interval '30 days'`),
);

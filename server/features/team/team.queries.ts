import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Db, Tx } from '#server/db/connection.ts';
import { column, filtered, orNull, type RowOf } from '#server/db/rows.ts';
import { readStatement, writeStatement } from '#server/db/statements.ts';
import type { TeamRole } from '#shared/team/team.roles.ts';
import { inADay, teamInvitations, teamMembers } from './team.tables.ts';

const roles = ['owner', 'reviewer', 'payer', 'support', 'auditor'] as const satisfies readonly TeamRole[];

const teamRow = {
  id: column.uuid,
  name: orNull(column.text),
  email: orNull(column.text),
  role: orNull(column.text),
  status: column.oneOf(['active', 'invited', 'ended']),
  lastSeenAt: orNull(column.moment),
  expiresAt: orNull(column.moment),
  isFixed: column.boolean,
};
export type TeamRow = RowOf<typeof teamRow>;

// A former member who is invited again is listed as invited, not as ended.
/** Members, open invitations and former members; only this one where an id is given. */
export const selectTeam = readStatement(teamRow).rows<[id: string | null]>()`
  with people as (
    select u.id, u.first_name || ' ' || u.last_name as name, u.email,
      case u.role when 'admin' then 'owner' else m.role end as role,
      case when u.role = 'staff' and m.ends_at is not null then 'ended' else 'active' end as status,
      (select max(s.last_seen_at) from sessions s where s.user_id = u.id) as "lastSeenAt",
      null::timestamptz as "expiresAt", u.role = 'admin' as "isFixed"
    from (select user_id as id from team_members union select id from users where role = 'admin') t
      join users u on u.id = t.id left join team_members m on m.user_id = u.id
    where u.status <> 'deleted'
  ), invited as (
    select i.member_id as id, null as name, i.email, i.role, 'invited' as status, null::timestamptz as "lastSeenAt",
      i.expires_at as "expiresAt", false as "isFixed"
    from team_invitations i where i.used_at is null and i.ended_at is null
  )
  select * from (
    select * from people where id not in (select id from invited) union all select * from invited
  ) team
  where $1::uuid is null or id = $1
  order by array_position(array['active', 'invited', 'ended'], status), "isFixed" desc, lower(coalesce(name, email))`;

export type Membership = typeof teamMembers.$inferSelect;

export async function selectMembership(db: Db, userId: string): Promise<Membership | undefined> {
  const [row] = await db.select().from(teamMembers).where(eq(teamMembers.userId, userId));
  return row;
}

/** Writes the membership; one that has ended begins again. */
export async function upsertMember(
  tx: Tx,
  member: { userId: string; role: TeamRole; invitedBy: string | null },
): Promise<void> {
  const { role, invitedBy } = member;
  await tx
    .insert(teamMembers)
    .values(member)
    .onConflictDoUpdate({
      target: teamMembers.userId,
      set: { role, invitedBy, joinedAt: sql`now()`, approvesFrom: inADay, endsAt: null },
    });
}

/** `isNewApprover`: the role lets them approve what they could not before, which waits a day. */
export async function updateMemberRole(
  tx: Tx,
  userId: string,
  { role, isNewApprover }: { role: TeamRole; isNewApprover: boolean },
): Promise<void> {
  await tx
    .update(teamMembers)
    .set({ role, ...(isNewApprover && { approvesFrom: inADay }) })
    .where(eq(teamMembers.userId, userId));
}

export const endMembership = writeStatement({}).send<[userId: string]>()`
  update team_members set ends_at = now() where user_id = $1`;

export type InvitationRow = typeof teamInvitations.$inferSelect;
const isOpen = and(isNull(teamInvitations.usedAt), isNull(teamInvitations.endedAt));

export type NewInvitation = Pick<InvitationRow, 'memberId' | 'email' | 'role' | 'hash' | 'invitedBy'>;

/** Undefined when the address or the member has an open invitation. */
export async function insertInvitation(tx: Tx, values: NewInvitation): Promise<InvitationRow | undefined> {
  const [row] = await tx
    .insert(teamInvitations)
    .values({ ...values, expiresAt: inADay })
    .onConflictDoNothing()
    .returning();
  return row;
}

const judged = {
  memberId: column.uuid,
  email: column.text,
  role: column.oneOf(roles),
  invitedBy: orNull(column.uuid),
  expiresAt: column.moment,
  state: column.oneOf(['open', 'used', 'expired']),
};
export type JudgedInvitation = RowOf<typeof judged>;

/** The invitation behind a link, judged by the clock of the database. */
export const selectInvitation = readStatement(judged).first<[hash: Buffer]>()`
  select member_id as "memberId", email, role, invited_by as "invitedBy", expires_at as "expiresAt",
    case when used_at is not null then 'used' when ended_at is not null or expires_at <= now() then 'expired' else 'open' end as state
  from team_invitations where hash = $1`;

/** Uses a link up. False when another request did, or when it ended meanwhile. */
export const useInvitation = writeStatement({}).exists<[hash: Buffer]>()`
  update team_invitations set used_at = now()
  where hash = $1 and used_at is null and ended_at is null and expires_at > now() returning id`;

/** The open invitation of an address, whose link may be over, held until the transaction ends. */
export async function lockOpenInvitation(
  tx: Tx,
  of: { memberId: string } | { email: string },
): Promise<InvitationRow | undefined> {
  const whose = 'email' in of ? eq(teamInvitations.email, of.email) : eq(teamInvitations.memberId, of.memberId);
  const [row] = await tx.select().from(teamInvitations).where(and(whose, isOpen)).for('update');
  return row;
}

export const endInvitation = writeStatement({}).send<[id: string]>()`
  update team_invitations set ended_at = now() where id = $1`;

export const updateInvitationRole = writeStatement({}).send<[id: string, role: TeamRole]>()`
  update team_invitations set role = $2 where id = $1`;

/** Ends the open invitations that a member has sent; returns whom they were for. */
export const endInvitationsOf = writeStatement({ memberId: column.uuid, role: column.oneOf(roles) }).rows<
  [invitedBy: string]
>()`
  update team_invitations set ended_at = now() where invited_by = $1 and used_at is null and ended_at is null
  returning member_id as "memberId", role`;

const owner = { userId: column.uuid, email: filtered(column.text), firstName: column.text, language: column.text };
/** The owners who are in the team now, as mails address them. */
export const selectOwners = readStatement(owner).rows()`
  select u.id as "userId", u.email, u.first_name as "firstName", u.language from users u left join team_members m on m.user_id = u.id
  where u.status = 'active' and u.email is not null and (u.role = 'admin' or (m.role = 'owner' and m.ends_at is null))`;

/** Removes the invitations of one address, and of one member. */
export const deleteInvitations = writeStatement({}).send<[memberId: string, email: string]>()`
  delete from team_invitations where member_id = $1 or email = $2`;

/** Removes links that ended more than thirty days ago. */
export const deleteOldInvitations = writeStatement({}).send()`
  delete from team_invitations where expires_at < now() - interval '30 days'`;

import { sql } from 'drizzle-orm';
import { check, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { bytes, idColumn, idReference, moment } from '#server/db/column-types.ts';
import { now } from '#server/db/fragments.ts';
import { users } from '#server/features/users/users.tables.ts';

const roles = sql.raw(`('owner', 'reviewer', 'payer', 'support', 'auditor')`);
export const in24Hours = sql`now() + interval '24 hours'`;

const role = () => text('role', { enum: ['owner', 'reviewer', 'payer', 'support', 'auditor'] }).notNull();

/** The users with the role `staff`. The owner named by ADMIN_EMAIL has no row: that role comes from the settings. */
export const teamMembers = pgTable(
  'team_members',
  {
    userId: idReference('user', 'user_id')
      .primaryKey()
      .references(() => users.id),
    role: role(),
    invitedBy: idReference('user', 'invited_by').references(() => users.id),
    joinedAt: moment('joined_at').notNull().default(now),
    /**
     * Time from which the member may approve requests of others: a day after joining, or after a promotion to a role
     * that may.
     */
    approvesFrom: moment('approves_from').notNull().default(in24Hours),
    /** Time at which the member left; null for a present member. */
    endsAt: moment('ends_at'),
  },
  () => [check('team_members_role', sql`role in ${roles}`)],
);

/** A mailed link; an ended one is stored for thirty days, so that a visitor can read how it ended. */
export const teamInvitations = pgTable(
  'team_invitations',
  {
    id: idColumn('invitation'),
    /** Becomes the id of the user; that of a former member who is invited again. */
    memberId: idReference('user', 'member_id').notNull(),
    email: text('email').notNull(),
    role: role(),
    /** A keyed hash of the token; see team.invitations.service.ts. */
    hash: bytes('hash').notNull(),
    invitedBy: idReference('user', 'invited_by').references(() => users.id),
    createdAt: moment('created_at').notNull().default(now),
    expiresAt: moment('expires_at').notNull(),
    usedAt: moment('used_at'),
    endedAt: moment('ended_at'),
  },
  (t) => [
    uniqueIndex('team_invitations_hash').on(t.hash),
    uniqueIndex('team_invitations_open_email')
      .on(t.email)
      .where(sql`${t.usedAt} is null and ${t.endedAt} is null`),
    uniqueIndex('team_invitations_open_member')
      .on(t.memberId)
      .where(sql`${t.usedAt} is null and ${t.endedAt} is null`),
    index('team_invitations_expiry').on(t.expiresAt),
    check('team_invitations_role', sql`role in ${roles}`),
  ],
);

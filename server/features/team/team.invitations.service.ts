import type { z } from 'zod';
import type { Tx } from '#server/db/connection.ts';
import { recordAudit } from '#server/features/audit/audit.service.ts';
import { openSession, signedInAccount, type Caller, type SignedInAccount } from '#server/features/auth/auth.service.ts';
import { accountById, changeUser, createUser, lockUser } from '#server/features/users/users.service.ts';
import { Conflict, Refusal, SignedOut, Unprocessable } from '#server/lib/refusal.ts';
import type { Id } from '#shared/kernel/ids.ts';
import type { getInvitation } from '#shared/team/team.contract.ts';
import { notifyOwners } from './team.notices.service.ts';
import type { TeamDeps } from './team.ports.ts';
import { stateOf } from './team.present.ts';
import { selectInvitation, upsertMember, useInvitation, type JudgedInvitation } from './team.queries.ts';

/** 404 with a code of its own: the link was never mailed, or was copied only in part. */
class UnknownInvitation extends Refusal<404> {
  constructor() {
    super('invitation_unknown', 'invitation_unknown');
  }
}
const invitationUsed = () => new Conflict('invitation_used', 'invitation_used');
const invitationExpired = () => new Unprocessable('link_expired', 'invitation_link_expired');

/** The open invitation of a link. Refuses with not_found, invitation_used, link_expired. */
export async function invitationOf({ db, auth }: TeamDeps, token: string): Promise<JudgedInvitation> {
  const foundInvitation = await selectInvitation(db, { hash: auth.keys.hashLink('invitation', token) });
  if (!foundInvitation) throw new UnknownInvitation();
  const state = stateOf(foundInvitation);
  if (state === 'used') throw invitationUsed();
  if (state === 'expired') throw invitationExpired();
  return foundInvitation;
}

/** An open invitation as the reader of its link sees it. Refuses with the errors of `invitationOf`. */
export async function readInvitation(deps: TeamDeps, token: string): Promise<z.output<typeof getInvitation.response>> {
  const { email, role, expiresAt, invitedBy } = await invitationOf(deps, token);
  const inviter = invitedBy === null ? undefined : (await accountById(deps.db, invitedBy))?.user;
  const name = inviter ? [inviter.firstName, inviter.lastName].filter(Boolean).join(' ') : null;
  return { email, role, invitedBy: name, expiresAt: expiresAt.toISOString() };
}

export type JoinInput = { firstName: string; lastName: string; password: string };

/**
 * Uses the link up, creates the account (or opens a former member's) and begins a session that may only set up the
 * second factor. Refuses with the errors of `invitationOf`, with is_customer for the address of a customer, and with
 * signed_out where the session was ended at once.
 */
export async function acceptInvitation(
  deps: TeamDeps,
  token: string,
  { password, ...name }: JoinInput,
  caller: Caller,
): Promise<SignedInAccount> {
  // Finds the invitation before hashing: a made-up token must not cost a hash.
  await invitationOf(deps, token);
  const passwordHash = await deps.auth.passwords.hash(password);
  const openedSession = await deps.inTx(async (tx) => {
    if (!(await useInvitation(tx, { hash: deps.auth.keys.hashLink('invitation', token) }))) return undefined;
    // The row is read again: the role may have been changed while the password was hashed.
    const invitation = await selectInvitation(tx, { hash: deps.auth.keys.hashLink('invitation', token) });
    if (!invitation) throw new UnknownInvitation();
    const id = await openAccount(tx, deps, invitation, { ...name, passwordHash });
    await upsertMember(tx, { userId: id, role: invitation.role, invitedBy: invitation.invitedBy });
    const actor = { userId: id, role: 'staff' as const, requestId: caller.requestId };
    await recordAudit(tx, actor, 'team.joined', { type: 'user', id }, { role: invitation.role, ip: caller.ip });
    const member = `${name.firstName} ${name.lastName} (${invitation.email})`;
    await notifyOwners(tx, { kind: 'joined', member, role: invitation.role, by: invitation.invitedBy });
    return openSession(tx, deps, { id, role: 'staff' }, { ...caller, by: 'mail' });
  });
  // Two browsers at once: the second gets the refusal that says how the link ended.
  if (!openedSession) {
    await invitationOf(deps, token);
    throw invitationUsed();
  }
  const signedInUser = await signedInAccount(deps, openedSession);
  if (!signedInUser) throw new SignedOut('session_ended');
  return signedInUser;
}

type NewAccount = Omit<JoinInput, 'password'> & { passwordHash: string };

async function openAccount(
  tx: Tx,
  deps: TeamDeps,
  { memberId, email }: JudgedInvitation,
  account: NewAccount,
): Promise<Id<'user'>> {
  const values = { ...account, emailVerifiedAt: deps.now() };
  const formerUser = await lockUser(tx, memberId);
  if (formerUser) {
    await changeUser(tx, memberId, { ...values, status: 'active', blockedReason: null });
    return memberId;
  }
  const createdUser = await createUser(tx, { ...values, id: memberId, email, role: 'staff' });
  if (!createdUser) throw new Conflict('is_customer', 'is_customer');
  return createdUser.id;
}

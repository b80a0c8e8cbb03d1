import type { z } from 'zod';
import { presentUser, type Account } from '#server/features/users/users.service.ts';
import type { SignedInActor } from '#server/http/guards/actor.ts';
import { toWireRow } from '#server/lib/wire.ts';
import type { secondFactor, SessionView } from '#shared/auth/auth.account.contract.ts';
import type { codeTimes, login, register, sessionUser } from '#shared/auth/auth.contract.ts';
import type { Id } from '#shared/kernel/ids.ts';
import type { IssuedCode } from './codes/auth.codes.ts';
import type { SecondFactorState } from './second-factor/auth.second-factor.service.ts';
import type { OpenSession } from './sessions/auth.sessions.queries.ts';
import type { SignedInAccount } from './sessions/auth.sessions.ts';

/** A registration that waits for its code. */
export type RegisteredUser = { id: Id<'user'>; email: string; firstName: string; lastName: string; code: IssuedCode };

/** Presents a new session with its user and the token of the device. */
export function presentSignedIn(
  { account, token, expiresAt, may, isSettingUp, deviceToken }: SignedInAccount,
  message: string,
): z.input<typeof login.response> {
  const user = presentSessionUser(account, may);
  return {
    token,
    expiresAt: expiresAt.toISOString(),
    isAdmin: user.isAdmin,
    user,
    secondFactorSetupRequired: isSettingUp,
    message,
    deviceToken,
  };
}

/** The user as they see themselves, with what their role in the team allows. */
export function presentSessionUser(account: Account, permissions: SignedInActor['may']): z.input<typeof sessionUser> {
  return { ...presentUser(account), may: [...permissions] };
}

/** Presents a registration whose address still has to be confirmed. */
export function presentRegistered(user: RegisteredUser): z.input<typeof register.response> {
  const { id, email, firstName, lastName, code } = user;
  return {
    requiresVerification: true,
    email,
    user: { id, firstName, lastName, email },
    message: 'Registration successful. Please enter the code we have sent to your email.',
    ...presentIssued(code),
  };
}

/** When a code ends and when the next may be asked for; devices whose clock is wrong count from `serverTime`. */
export function presentIssued({ expiresAt, resendAt, now }: IssuedCode): z.input<typeof codeTimes> {
  return toWireRow({ codeExpiresAt: expiresAt, resendAt, serverTime: now });
}

/** A signed-in device as its owner sees it. */
export function presentSession(session: OpenSession, currentId: Id<'session'>): SessionView {
  return { ...toWireRow(session), isCurrent: session.id === currentId, userAgent: session.userAgent ?? '' };
}

/** Presents the state of a second factor. */
export function presentFactor(state: SecondFactorState): z.input<typeof secondFactor.response> {
  return { ...toWireRow(state), isOn: state.since !== null };
}

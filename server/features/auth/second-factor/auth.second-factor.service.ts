import type { Tx } from '#server/db/connection.ts';
import { recordAudit } from '#server/features/audit/audit.service.ts';
import { settingsOf } from '#server/features/settings/settings.service.ts';
import { accountById, lockUser } from '#server/features/users/users.service.ts';
import type { Actor } from '#server/http/guards/actor.ts';
import { Conflict, wrongField } from '#server/lib/refusal.ts';
import type { Id } from '#shared/kernel/ids.ts';
import type { AuthDeps } from '../auth.ports.ts';
import { lockProven, reauthenticate, type Proof } from '../codes/auth.proof.ts';
import { endSureness } from '../sessions/auth.sessions.queries.ts';
import * as queries from './auth.second-factor.queries.ts';
import { selectRemoval } from './auth.second-factor.queries.ts';
import * as factors from './auth.second-factor.ts';

export type SecondFactorState = { since: Date | null; recoveryCodesLeft: number; removeAt: Date | null };

/**
 * State of the second factor: if sign-in requires a code, since when, how many recovery codes are left, and when it is
 * removed.
 */
export async function secondFactorState({ db }: AuthDeps, { userId }: Actor): Promise<SecondFactorState> {
  const since = (await queries.selectFactor(db, userId))?.confirmedAt ?? null;
  if (!since) return { since, recoveryCodesLeft: 0, removeAt: null };
  const [recoveryCodesLeft, removal] = await Promise.all([
    queries.countRecoveryCodes(db, userId),
    selectRemoval(db, { userId }),
  ]);
  return { since, recoveryCodesLeft, removeAt: removal?.at ?? null };
}

const alreadyOn = () => new Conflict('conflict', 'second_factor_on');
const noPendingFactor = () => new Conflict('conflict', 'second_factor_none_pending');

/** Makes a secret that waits for its first code. Refuses with signed_out, conflict when one is on. */
export async function beginSecondFactor(
  deps: AuthDeps,
  actor: Actor,
  password: string,
  ip: string,
): Promise<{ secret: string; uri: string }> {
  if (await factors.hasSecondFactor(deps.db, actor.userId)) throw alreadyOn();
  const provenUser = await reauthenticate(deps, actor, { password }, ip);
  const secret = factors.newSecret();
  const isWaiting = await deps.inTx(async (tx) => {
    await lockProven(tx, provenUser);
    return queries.insertPendingFactor(tx, {
      userId: actor.userId,
      secret: factors.encryptSecret(deps, actor.userId, secret),
    });
  });
  if (!isWaiting) throw alreadyOn();
  return { secret, uri: factors.secretUri(secret, { brand: settingsOf(deps).brand.name, email: actor.email }) };
}

/** Switches it on with the first code; returns the recovery codes. Refuses with invalid_code, conflict. */
export async function confirmSecondFactor(deps: AuthDeps, actor: Actor, code: string): Promise<string[]> {
  const factor = await queries.selectFactor(deps.db, actor.userId);
  if (factor?.confirmedAt) throw alreadyOn();
  if (!factor) throw noPendingFactor();
  const step = factors.stepOf(deps, factor, code);
  if (step === undefined) throw wrongField('code', 'second_factor_code_rejected', 'invalid_code');
  return deps.inTx(async (tx) => {
    await lockUser(tx, actor.userId);
    if (!(await queries.confirmFactor(tx, { userId: actor.userId, secret: factor.secret, step }))) {
      throw (await factors.hasSecondFactor(tx, actor.userId)) ? alreadyOn() : noPendingFactor();
    }
    // The user's other sessions were made sure by the password alone.
    await endSureness(tx, { userId: actor.userId, except: actor.sessionId });
    const codes = await writeRecoveryCodes(tx, deps, actor.userId);
    await recordAudit(tx, actor, 'auth.second_factor_on', { type: 'user', id: actor.userId });
    await notifyOwner(tx, actor.userId, 'on');
    return codes;
  });
}

/**
 * Replaces the recovery codes by ten new ones and returns them. Refuses with the errors of `proveAgain`, and conflict
 * without a second factor.
 */
export async function renewRecoveryCodes(deps: AuthDeps, actor: Actor, proof: Proof, ip: string): Promise<string[]> {
  const provenUser = await reauthenticate(deps, actor, proof, ip);
  return deps.inTx(async (tx) => {
    await lockProven(tx, provenUser);
    if (!(await factors.hasSecondFactor(tx, actor.userId))) throw new Conflict('conflict', 'second_factor_off');
    await recordAudit(tx, actor, 'auth.recovery_codes_renewed', { type: 'user', id: actor.userId });
    await notifyOwner(tx, actor.userId, 'codes');
    return writeRecoveryCodes(tx, deps, actor.userId);
  });
}

/** Turns the second factor off. Refuses with the errors of `proveAgain`, and conflict for a user who needs one. */
export async function endSecondFactor(deps: AuthDeps, actor: Actor, proof: Proof, ip: string): Promise<void> {
  if (factors.needsSecondFactor(deps.env, actor.role)) throw new Conflict('conflict', 'second_factor_compulsory');
  const provenUser = await reauthenticate(deps, actor, proof, ip);
  await deps.inTx(async (tx) => {
    await lockProven(tx, provenUser);
    if (!(await queries.deleteFactor(tx, { userId: actor.userId }))) return;
    await recordAudit(tx, actor, 'auth.second_factor_off', { type: 'user', id: actor.userId });
    await notifyOwner(tx, actor.userId, 'off');
  });
}

async function writeRecoveryCodes(tx: Tx, { auth }: AuthDeps, userId: Id<'user'>): Promise<string[]> {
  const codes = factors.newRecoveryCodes();
  const hashes = codes.map((code) => auth.keys.hashRecoveryCode(userId, code.replaceAll('-', '')));
  await queries.replaceRecoveryCodes(tx, userId, hashes);
  return codes;
}

async function notifyOwner(tx: Tx, userId: Id<'user'>, change: factors.FactorChange): Promise<void> {
  const user = (await accountById(tx, userId))?.user;
  if (user) await factors.notifyOfFactor(tx, user, change);
}

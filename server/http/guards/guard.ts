import type { Env } from '#server/env/env.ts';
import type { Endpoint } from '#shared/kernel/endpoint.ts';
import type { Requirement } from '#shared/kernel/permission.ts';
import { reasonWith } from '#shared/kernel/reason.ts';
import { fieldsOf } from '#shared/kernel/records.ts';
import { Forbidden, SignedOut } from '../../lib/refusal.ts';
import { bearerOf, ipOf, type RoutedRequest } from '../request.ts';
import type { Actor, Sessions, SignedInActor, SureAsked } from './actor.ts';
import type { Limits } from './limits.ts';

/** Ports that the guard takes from the composition root. */
export type GuardDeps = { env: Pick<Env, 'trustProxy'>; sessions: Sessions; limits: Limits };

const noToken = 'session_missing';
const tokenEnded = 'session_ended';
const adminNeeded = 'admin_sign_in_required';

/**
 * Returns the caller if the endpoint lets them in; null for a visitor. Refuses with signed_out, forbidden or
 * too_many_requests.
 */
export async function admit(deps: GuardDeps, endpoint: Endpoint, request: RoutedRequest): Promise<Actor | null> {
  const token = bearerOf(request);
  const actor = await callerOf(deps.sessions, endpoint, token, request);
  if (endpoint.access !== 'public' && !actor) {
    if (endpoint.access === 'admin') throw new SignedOut(adminNeeded);
    throw new SignedOut(token === undefined ? noToken : tokenEnded);
  }
  if (actor?.isSettingUp && endpoint.access !== 'public' && !endpoint.duringSetup) throw setupRequired();
  if (endpoint.access === 'admin') assertPermission(actor, endpoint.may);
  await deps.limits.countCall(endpoint.limit, { userId: actor?.userId, ip: ipOf(request, deps.env.trustProxy) });
  const { stepUp } = endpoint;
  if (actor && stepUp && stepUp !== 'sometimes') {
    const isBackground = isInBackground(request);
    await assertStepUp(deps.sessions, actor, { asked: stepUp, token: request.headers['x-step-up'], isBackground });
  }
  return actor;
}

/**
 * Refuses with forbidden for a customer and a visitor, and with not_permitted for a member whose role does not include
 * the permission.
 */
export function assertPermission(actor: Pick<SignedInActor, 'role' | 'may'> | null, requirement: Requirement): void {
  if (!actor || actor.role === 'customer') throw new Forbidden('forbidden', 'admin_only');
  if (requirement !== 'member' && !actor.may.includes(requirement)) {
    throw new Forbidden('not_permitted', reasonWith('not_permitted', { may: requirement }));
  }
}

/** Refuses with own_case for a member in any role who would decide about their own account. */
export function assertNotOwnCase({ userId }: Pick<Actor, 'userId'>, concernedUserId: unknown): void {
  if (concernedUserId === userId) throw new Forbidden('own_case', 'own_case');
}

/** Refuses with own_case if one of several cases is the member's own. */
export function assertNoOwnCase(actor: Pick<Actor, 'userId'>, cases: readonly { userId: unknown }[]): void {
  for (const { userId } of cases) assertNotOwnCase(actor, userId);
}

/** The refusal (403) of a member who has to set up the second factor first. */
export const setupRequired = () => new Forbidden('second_factor_setup_required', 'second_factor_setup_required');

/**
 * Counts a call against the limit of the account: the signed-in one, or the one that a sign-in names. Runs before
 * anything is hashed.
 */
export async function countAccount(
  { limits, env }: GuardDeps,
  { limit }: Endpoint,
  request: RoutedRequest,
  actor: Actor | null,
  body: unknown,
): Promise<void> {
  const { email, userId } = fieldsOf(body);
  const account = actor?.userId ?? email ?? userId;
  if (typeof account === 'string') await limits.countAccount(limit, { ip: ipOf(request, env.trustProxy) }, account);
}

async function callerOf(
  sessions: Sessions,
  { access, duringSetup }: Endpoint,
  token: string | undefined,
  request: RoutedRequest,
): Promise<Actor | null> {
  if (token === undefined) return null;
  try {
    const signedInActor = await sessions.authenticate(token, isInBackground(request));
    // Until the second factor is set up, a member is treated as a visitor by public endpoints.
    if (signedInActor?.isSettingUp && access === 'public' && !duringSetup) return null;
    return signedInActor && { ...signedInActor, requestId: request.id };
  } catch (error) {
    // Public routes stay open to a blocked user and to whose session was ended, as to a visitor.
    const isEnded = error instanceof SignedOut || (error instanceof Forbidden && error.code === 'blocked');
    if (access === 'public' && isEnded) return null;
    throw error;
  }
}

const isInBackground = ({ headers }: RoutedRequest) => headers['x-background'] === '1';

/** Refuses with step_up_required unless the password was entered lately enough in this session. */
export async function assertStepUp(sessions: Sessions, actor: Actor, how: SureAsked): Promise<void> {
  if (!(await sessions.isSure(actor, how))) throw new Forbidden('step_up_required', 'step_up_required');
}

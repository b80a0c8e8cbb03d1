import { userNames } from '#server/features/users/users.admin.service.ts';
import type { ErasureStep } from '#server/features/users/users.service.ts';
import type { Actor } from '#server/http/guards/actor.ts';
import type { Calls } from '#server/http/guards/four-eyes.ts';
import { assertStepUp } from '#server/http/guards/guard.ts';
import type { RequestInfo } from '#server/http/request.ts';
import { Forbidden, NotFound, Refusal } from '#server/lib/refusal.ts';
import { toWireRow } from '#server/lib/wire.ts';
import type { ApprovalView } from '#shared/approvals/approvals.contract.ts';
import { mayDecideRequest, stepUpOf } from '#shared/kernel/approval.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { reasonWith } from '#shared/kernel/reason.ts';
import { rightsOf } from '#shared/team/team.roles.ts';
import { audit } from './approvals.audit.service.ts';
import type { ApprovalsDeps } from './approvals.ports.ts';
import * as queries from './approvals.queries.ts';
import {
  alreadyDecided,
  endedRefusal,
  isAsAsked,
  isInvolved,
  refusalOf,
  requestChanged,
  assertMayDecide,
  voidRequest,
  voidWithoutCall,
  voidRequestsAbout,
} from './approvals.requests.service.ts';

const maxListed = 200;

/** Lists the waiting requests, or all of them, newest first, as this member may see them. */
export async function listForMember(deps: ApprovalsDeps, actor: Actor, state: 'open' | 'all'): Promise<ApprovalView[]> {
  return presentAll(deps, actor, await queries.listApprovals(deps.db, state, maxListed));
}

async function presentAll(
  { db, now }: ApprovalsDeps,
  actor: Actor,
  rows: readonly queries.NamedApproval[],
): Promise<ApprovalView[]> {
  const approvesFrom = (await queries.waitOfNewMember(db, actor.userId, now()))?.toISOString() ?? null;
  const userIds = rows.map(({ approval }) => approval.details.userId).filter((id) => typeof id === 'string');
  const customers = await userNames(db, [...new Set(userIds)]);
  return rows.map((row) => {
    const { approval } = row;
    const isOpen = refusalOf(approval, actor, now()) === undefined;
    return presentApproval(row, {
      now: now(),
      customer: customers.get(String(approval.details.userId)),
      isOwn: approval.askedBy === actor.userId,
      isOwnCase: approval.details.userId === actor.userId,
      approvesFrom,
      isInvolved: isInvolved(approval, actor),
      mayDecide: isOpen && mayDecideRequest(approval, actor.may),
    });
  });
}

async function viewOf(deps: ApprovalsDeps, actor: Actor, id: Id<'approval'>): Promise<ApprovalView> {
  const row = await queries.selectNamedApproval(deps.db, { id });
  const [view] = row ? await presentAll(deps, actor, [row]) : [];
  if (!view) throw notFound();
  return view;
}

const notFound = () => new NotFound('approval_not_found');

/** The request, if this member may decide it now. Refuses as `approve` does. */
async function requireDecidable(
  { db, now }: ApprovalsDeps,
  actor: Actor,
  id: Id<'approval'>,
): Promise<queries.ApprovalRow> {
  const row = await queries.selectApproval(db, { id });
  if (!row) throw notFound();
  assertMayDecide(row, actor);
  const refusal = refusalOf(row, actor, now());
  if (refusal) throw refusal;
  return row;
}

/** Refuses with not_permitted for a new member, and with step_up_required for a password entered too long ago. */
async function assertMayAct(
  { db, now, sessions, calls }: ApprovalsDeps,
  actor: Actor,
  request: queries.ApprovalRow,
  token: string | undefined,
): Promise<void> {
  const time = (await queries.waitOfNewMember(db, actor.userId, now()))?.toISOString();
  if (time) throw new Forbidden('not_permitted', reasonWith('approval_new_member', { time }));
  const stepUp = stepUpOf(request, storedCallOf(calls, request)?.stepUp);
  if (stepUp) await assertStepUp(sessions, actor, { asked: stepUp, token });
}

/**
 * Approves a request and carries out its action in one transaction; an action that is refused now makes the request
 * void. Refuses with not_found, not_permitted, own_case, step_up_required, own_request, facts_changed, expired,
 * already_decided.
 */
export async function approve(
  deps: ApprovalsDeps,
  actor: Actor,
  id: Id<'approval'>,
  request: RequestInfo,
): Promise<ApprovalView> {
  const row = await requireDecidable(deps, actor, id);
  await assertMayAct(deps, actor, row, request.header('x-step-up'));
  try {
    await carryOut(deps, actor, row, request);
  } catch (error) {
    if (!(error instanceof Refusal) || isPassing(error) || concernsRequest(error)) throw error;
    const reason = error.because.reason;
    if (await deps.inTx((tx) => voidRequest(tx, actor, row, 'changed', reason))) throw requestChanged();
    // Another member was faster, and their action caused the refusal.
    await requireDecidable(deps, actor, id);
    throw error;
  }
  return viewOf(deps, actor, id);
}

/** Carries the stored call out as the member who asked, who must still be one. */
async function carryOut(
  deps: ApprovalsDeps,
  by: Actor,
  approval: queries.ApprovalRow,
  request: RequestInfo,
): Promise<unknown> {
  const storedCall = storedCallOf(deps.calls, approval);
  const asker = await queries.findMember(deps.db, { userId: approval.askedBy });
  if (!storedCall || !asker || !isAsAsked(approval)) throw requestChanged();
  const { role: teamRole, userRole: role, email, userId } = asker;
  const { sessionId, requestId } = by;
  const session = { sessionId, requestId, isSettingUp: false };
  const actor = { ...session, ...rightsOf(teamRole), userId, role, teamRole, email: email ?? '' };
  return storedCall.carryOut(actor, { ...storedCall.call, approved: { approval, by } }, request);
}

/** The stored call with what carries it out; undefined for a request without one, and for an endpoint that is gone. */
function storedCallOf(calls: Calls, { input }: Pick<queries.ApprovalRow, 'input'>) {
  if (input.call === undefined) return undefined;
  const { call: name, params, body } = input;
  const knownCall = calls.get(name);
  return knownCall && { ...knownCall, call: { name, params, body } };
}

/** A busy server refuses only for a moment, so the request is not voided. */
const isPassing = ({ status }: Pick<Refusal, 'status'>) => status === 429 || status >= 500;
const concernsRequest = ({ because }: Pick<Refusal, 'because'>) =>
  ['approval_decided', 'approval_expired', 'approval_own', 'approval_involved', 'own_case'].includes(because.reason);

/**
 * Refuses a request: its action is not carried out, and steps that were done already are undone. Refuses as `approve`
 * does.
 */
export async function refuse(
  deps: ApprovalsDeps,
  actor: Actor,
  id: Id<'approval'>,
  token: string | undefined,
): Promise<ApprovalView> {
  const row = await requireDecidable(deps, actor, id);
  const undo = deps.undoOf(row);
  if (undo) await assertMayAct(deps, actor, row, token);
  const refused = deps.inTx(async (tx) => {
    // Locks the row before its request, in the order of an approval.
    await undo?.(tx, actor);
    if (!(await queries.claimApproval(tx, { id, state: 'refused', decidedBy: actor.userId }))) throw alreadyDecided();
    await audit(tx, actor, 'approval.refused', row);
  });
  await refused.catch(async (error: unknown) => {
    // If another member was faster, that is the reason to answer.
    if (error instanceof Refusal) await requireDecidable(deps, actor, id);
    throw error;
  });
  return viewOf(deps, actor, id);
}

/**
 * Withdraws one's own request. Refuses with not_found, forbidden for that of another member, already_decided where it
 * has ended.
 */
export async function withdraw(deps: ApprovalsDeps, actor: Actor, id: Id<'approval'>): Promise<ApprovalView> {
  const row = await queries.selectApproval(deps.db, { id });
  if (!row) throw notFound();
  if (row.askedBy !== actor.userId) throw new Forbidden('forbidden', 'approval_not_own');
  const endRefusal = endedRefusal(row, deps.now());
  if (endRefusal) throw endRefusal;
  if (!(await deps.inTx((tx) => voidRequest(tx, actor, row, 'withdrawn')))) throw alreadyDecided();
  return viewOf(deps, actor, id);
}

/** Ends the requests whose time is over, and those that an older version stored without a call. */
export async function expire({ inTx }: Pick<ApprovalsDeps, 'inTx'>): Promise<void> {
  await inTx(async (tx) => {
    await voidWithoutCall(tx);
    for (const row of await queries.expireApprovals(tx)) await audit(tx, 'system', 'approval.expired', row);
  });
}

/** Voids requests about an erased user and redacts their details; the decisions and their members remain. */
export const eraseApprovalsPersonalData: ErasureStep = async (tx, user) => {
  await voidRequestsAbout(tx, user, 'erased');
  await queries.redactAbout(tx, user);
};

type Seen = {
  now: Date;
  /** The user it is about; undefined where it is about none, or the user was erased. */
  customer: { name: string; email: string | null } | undefined;
  isOwn: boolean;
  isOwnCase: boolean;
  isInvolved: boolean;
  approvesFrom: string | null;
  mayDecide: boolean;
};

/**
 * A request as a member sees it. The name of the customer is looked up, not stored, so that an erasure removes it here
 * too.
 */
function presentApproval(
  { approval, ...approvalFields }: queries.NamedApproval,
  { now, customer, ...reader }: Seen,
): ApprovalView {
  const { details, ...row } = approval;
  const { kind, askedBy, expiresAt, state, decidedBy } = row;
  return {
    ...toWireRow(row),
    facts: customer
      ? {
          ...details,
          [kind === 'team' ? 'member' : 'customer']: customer.name,
          ...(customer.email !== null && { email: customer.email }),
        }
      : details,
    askedBy: { id: askedBy, name: nameOf(approvalFields.askedBy) },
    state: state === 'open' && expiresAt <= now ? 'expired' : state,
    decidedBy: decidedBy === null ? null : { id: decidedBy, name: nameOf(approvalFields.decidedBy) },
    ...reader,
  };
}

const nameOf = (user: queries.NamedApproval['decidedBy']) => (user ? `${user.firstName} ${user.lastName}` : '');

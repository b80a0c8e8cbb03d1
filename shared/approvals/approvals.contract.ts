import { z } from 'zod';
import { approvalDetails, approvalKinds } from '#shared/kernel/approval.ts';
import { endpoint } from '#shared/kernel/endpoint.ts';
import { idOf, timestamp } from '#shared/kernel/fields.ts';

/** The state of a request. `void`: its subject has changed, or the member who asked has withdrawn it. */
export const approvalStates = ['open', 'approved', 'refused', 'expired', 'void'] as const;

/** A request is void if its subject is gone or changed, or if the member who asked lost the permission. */
export const voidReasons = [
  'asked_again',
  'withdrawn',
  'changed',
  'erased',
  'customer_blocked',
  'asker_left',
  'asker_role',
  'upgraded',
] as const;
export type VoidReason = (typeof voidReasons)[number];

const member = z.object({ id: idOf('user'), name: z.string() });

/** An action of one member of the team that another one has to approve. */
export const approvalView = z.object({
  id: idOf('approval'),
  kind: z.enum(approvalKinds),
  /** The id of an order, user, coin, stop, receiving account, rate or pair, the settings or an invited member. */
  subjectId: z.string(),
  facts: approvalDetails,
  askedBy: member,
  askedAt: timestamp,
  expiresAt: timestamp,
  state: z.enum(approvalStates),
  decidedBy: member.nullable(),
  decidedAt: timestamp.nullable(),
  /** The reason why it is void; null if it is not, or became so before the reason was stored. */
  voidReason: z.enum(voidReasons).nullable(),
  /** True if the reader made the request: they may withdraw it, but not decide it. */
  isOwn: z.boolean(),
  /** True where the request is about the reader's own account: another member decides it. */
  isOwnCase: z.boolean(),
  /** True where the reader did the action before, such as releasing the payout: another member decides it. */
  isInvolved: z.boolean(),
  /** The time from which a new member may approve; until then they may only refuse. Null for all others. */
  approvesFrom: timestamp.nullable(),
  /** True where the reader may approve or refuse the request now. */
  mayDecide: z.boolean(),
});
export type ApprovalView = z.output<typeof approvalView>;

export const listApprovals = endpoint('GET /api/admin/approvals', {
  may: 'orders.read',
  summary: 'Actions that wait for a second member of the team, newest first; with `all` also the last 200 decided ones',
  query: z.object({ state: z.enum(['open', 'all']).default('open') }),
  response: z.array(approvalView),
});

const decision = {
  method: 'POST',
  access: 'admin',
  may: 'orders.read',
  params: z.object({ id: idOf('approval') }),
  response: approvalView,
  errors: [
    'not_found',
    'not_permitted',
    'own_case',
    'own_request',
    'facts_changed',
    'expired',
    'already_decided',
    'step_up_required',
  ],
  limit: 'admin',
} as const;

export const approve = endpoint('POST /api/admin/approvals/:id/approve', {
  ...decision,
  summary:
    'Approve the action of another member, which carries it out at once. Needs orders.decide; for a payout payouts.release will do, and for money that came back it is needed. Whoever asked can never approve, nor who imported the statement or released the batch of money that came back, nor who joined less than 24 hours ago. Where the action asked for the password, so does this',
  stepUp: 'sometimes',
});

export const refuse = endpoint('POST /api/admin/approvals/:id/refuse', {
  ...decision,
  summary:
    'Refuse the action of another member; nothing of it happens. Refusing the stop of an address lifts it, which asks for the password',
  stepUp: 'sometimes',
});

export const withdraw = endpoint('DELETE /api/admin/approvals/:id', {
  may: 'orders.read',
  summary: 'Withdraw the own request',
  response: approvalView,
  errors: ['not_found', 'forbidden', 'expired', 'already_decided', 'facts_changed'],
});

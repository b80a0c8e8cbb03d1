import type { ApprovalView } from '#shared/approvals/approvals.contract.ts';
import type { NamedApproval } from './approvals.queries.ts';

type Seen = {
  now: Date;
  /** The user it is about; undefined where it is about none, or the user was erased. */
  customer: { name: string; email: string } | undefined;
  isOwn: boolean;
  isOwnCase: boolean;
  approvesFrom: string | null;
  mayDecide: boolean;
};

/** A request as a member sees it. The customer's name is looked up, not stored: it goes when the customer goes. */
export function presentApproval(
  { approval, ...named }: NamedApproval,
  { now, customer, ...reader }: Seen,
): ApprovalView {
  const { id, kind, subjectId, facts, askedBy, askedAt, expiresAt, state, decidedBy, decidedAt, voidReason } = approval;
  return {
    id,
    kind,
    subjectId,
    facts: customer
      ? { ...facts, [kind === 'team' ? 'member' : 'customer']: customer.name, email: customer.email }
      : facts,
    askedBy: { id: askedBy, name: nameOf(named.askedBy) },
    askedAt: askedAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    state: state === 'open' && expiresAt <= now ? 'expired' : state,
    decidedBy: decidedBy === null ? null : { id: decidedBy, name: nameOf(named.decidedBy) },
    decidedAt: decidedAt?.toISOString() ?? null,
    voidReason,
    ...reader,
  };
}

const nameOf = (user: NamedApproval['decidedBy']) => (user ? `${user.firstName} ${user.lastName}` : '');

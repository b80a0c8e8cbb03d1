import type { Tx } from '#server/db/connection.ts';
import { findAsked } from '#server/features/orders/orders.question.service.ts';
import { lockOrder, withOrderAlarm } from '#server/features/orders/orders.service.ts';
import type { Actor } from '#server/http/guards/actor.ts';
import { callOf, PendingApproval } from '#server/http/guards/four-eyes.ts';
import type { Idempotency, Outcome } from '#server/http/guards/idempotency.ts';
import { Refusal } from '#server/lib/refusal.ts';
import type { BodyOf } from '#shared/kernel/endpoint.ts';
import type { ApprovedResult, approveMatching } from '#shared/orders/admin/orders.matching.contract.ts';
import { approveForPayout } from '#shared/payouts/payouts.contract.ts';
import { approveOrder } from '../payouts.approval.service.ts';
import type { PayoutsDeps } from '../payouts.ports.ts';
import { readFlags } from './payouts.matching.service.ts';

type Results = { results: ApprovedResult[] };
type ApprovedOrder = BodyOf<typeof approveMatching>['orders'][number];

/** Thrown for an order that a member has to decide by itself; rolls its approval back. */
class LeftOut extends Error {
  readonly code: string;

  constructor(code: string) {
    super(code);
    this.code = code;
  }
}

/**
 * Approves orders for payout, each in its own transaction after its node was asked again. An order with a flag, or that
 * needs a second member, stays. Each answer is stored: a repeated call gets those and does the others.
 */
export async function approveMany(
  deps: PayoutsDeps,
  actor: Actor,
  { orders }: BodyOf<typeof approveMatching>,
  idempotency: Idempotency<Results>,
): Promise<Outcome<Results>> {
  // Prices are read before rows are locked: members who wait for those may hold every other connection.
  await deps.rates();
  const ordersById = new Map(orders.map((order) => [order.id, order]));
  const results: ApprovedResult[] = [];
  for (const order of ordersById.values()) results.push(await approveOne(deps, actor, order, idempotency));
  return idempotency.run(() => Promise.resolve({ results }));
}

async function approveOne(
  deps: PayoutsDeps,
  actor: Actor,
  order: ApprovedOrder,
  { part }: Pick<Idempotency<Results>, 'part'>,
): Promise<ApprovedResult> {
  const { id } = order;
  try {
    await deps.deposits.reread(id);
    const version = await withOrderAlarm(
      deps,
      id,
      part(id, (tx) => approveMatch(tx, deps, actor, order)),
    );
    return { id, state: 'approved', code: null, version };
  } catch (error) {
    if (error instanceof LeftOut || error instanceof Refusal)
      return { id, state: 'left', code: error.code, version: null };
    throw error;
  }
}

async function approveMatch(tx: Tx, deps: PayoutsDeps, actor: Actor, { id, version }: ApprovedOrder): Promise<number> {
  const order = await lockOrder(tx, id);
  if (!order) throw new LeftOut('not_found');
  if (await findAsked(tx, { id })) throw new LeftOut('asked');
  const [flag] = (await readFlags(deps, tx, [order])).get(id) ?? [];
  if (flag) throw new LeftOut(flag);
  const seenVerdict = await deps.deposits.judge(tx, { orderId: id, status: 'completed', reason: null });
  if (seenVerdict?.level !== 'green' && seenVerdict?.level !== 'pale') throw new LeftOut('not_checked');
  const body = { kind: 'order', version } as const;
  const call = callOf(approveForPayout, { params: { id }, body });
  const approvedOrder = await approveOrder(tx, deps, actor, { id, version, call });
  if (approvedOrder instanceof PendingApproval) throw new LeftOut('second_look');
  return (await lockOrder(tx, id))?.version ?? version;
}

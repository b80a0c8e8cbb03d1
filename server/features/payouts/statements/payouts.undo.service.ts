import type { Tx } from '#server/db/connection.ts';
import { publish } from '#server/events/publish.ts';
import { recordAudits } from '#server/features/audit/audit.service.ts';
import { lockOrder } from '#server/features/orders/orders.service.ts';
import type { Actor } from '#server/http/guards/actor.ts';
import { assertNoOwnCase, assertNotOwnCase } from '#server/http/guards/guard.ts';
import { Conflict } from '#server/lib/refusal.ts';
import type { StatementLineView } from '#shared/payouts/payouts.statements.contract.ts';
import { lockPayouts, type PayoutRow } from '../list/payouts.list.queries.ts';
import { movePayouts } from '../payouts.service.ts';
import type { StatementDeps } from './payouts.findings.service.ts';
import { undoCharges, undoIncoming } from './payouts.line-entries.service.ts';
import * as queries from './payouts.lines.queries.ts';
import { lineView, lockLine } from './payouts.lines.service.ts';
import * as matching from './payouts.match.queries.ts';
import { findAgain } from './payouts.settling.service.ts';

/**
 * Takes back what a line was matched with or ignored for: its payouts return to where they were, an order that is completed
 * stays so. Refuses with not_found, own_case, conflict and, where a payout is being paid again, payout_batched.
 */
export async function undoLine(
  deps: StatementDeps,
  actor: Actor,
  id: string,
  reason: string,
): Promise<StatementLineView> {
  await deps.inTx(async (tx) => {
    const line = await lockLine(tx, id);
    const matches = line.state === 'matched' ? await matching.lockMatches(tx, { lineId: id }) : [];
    if (line.state === 'matched' ? matches.length === 0 : line.state !== 'ignored')
      throw new Conflict('conflict', 'statement_line_changed');
    const lines = await queries.lockLines(tx, [...new Set([id, ...matches.map(({ lineId }) => lineId)])]);
    const now = deps.now();
    const matchIds = matches.map((match) => match.id);
    await matching.endMatches(tx, { ids: matchIds, now, by: actor.userId, reason });
    await undoPayouts(tx, actor, matches, now);
    const moment = { mover: actor, now, reason };
    await undoExchange(tx, actor, { line, matches }, moment);
    await undoCharges(tx, lines, moment);
    const ids = lines.map((part) => part.id);
    await queries.setLineStates(tx, { ids, state: 'unmatched', reason });
    await findAgain(tx, deps, lines);
    const audited = lines.map((part) => ({ type: 'statement_line' as const, id: part.id, details: {} }));
    await recordAudits(tx, actor, 'statement_line.undone', audited);
    await publish(tx, { kind: 'payouts_changed' });
  });
  return lineView(deps.db, id);
}

type Undone = { line: queries.LineRow; matches: readonly matching.MatchRow[] };

async function undoExchange(
  tx: Tx,
  actor: Actor,
  { line, matches }: Undone,
  moment: Parameters<typeof undoIncoming>[3],
): Promise<void> {
  const [match] = matches.filter(({ role }) => role === 'incoming');
  const order = match?.orderId ? await lockOrder(tx, match.orderId) : undefined;
  if (!match || !order) return;
  assertNotOwnCase(actor, order.userId);
  await undoIncoming(tx, line, { orderId: order.id, amount: match.amount }, moment);
}

async function undoPayouts(tx: Tx, actor: Actor, matches: readonly matching.MatchRow[], now: Date): Promise<void> {
  const payments = matches.filter(({ role }) => role === 'settled' || role === 'returned');
  const ids = payments.flatMap(({ payoutId }) => payoutId ?? []);
  const payouts = await lockPayouts(tx, ids);
  assertNoOwnCase(actor, payouts);
  const latest = new Set(payouts.map(({ attemptId }) => attemptId));
  const isNewer = payments.some(({ attemptId }) => !latest.has(attemptId));
  const isBeingPaid = payouts.some(({ state }) => state !== 'settled' && state !== 'returned');
  if (isNewer || isBeingPaid) throw new Conflict('payout_batched', 'payout_paid_again');
  const isReturn = payments.some(({ role }) => role === 'returned');
  const restored = new Set(isReturn ? await matching.restoreSettlingMatches(tx, [...latest], now) : []);
  for (const payout of payouts) {
    const { attemptId, settledBy } = payout;
    if (isReturn)
      await undoMatched(tx, actor, payout, { to: restored.has(attemptId) || settledBy ? 'settled' : 'sent', now });
    // What a member had said before the line came still stands.
    else if (settledBy !== 'member') await undoMatched(tx, actor, payout, { to: 'sent', now });
  }
}

/** Takes back what a statement was said to say, while no later attempt exists. */
async function undoMatched(
  tx: Tx,
  actor: Actor,
  payout: PayoutRow,
  { to, now }: { to: 'sent' | 'settled'; now: Date },
): Promise<void> {
  if (!['settled', 'returned'].includes(payout.state)) throw new Conflict('payout_batched', 'payout_batched');
  const settledBy = to === 'settled' ? (payout.settledBy ?? 'statement') : null;
  await movePayouts(tx, actor, [payout], to, { from: ['settled', 'returned'], settledBy, now });
}

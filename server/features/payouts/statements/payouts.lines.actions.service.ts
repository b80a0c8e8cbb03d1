import type { Tx } from '#server/db/connection.ts';
import { publish } from '#server/events/publish.ts';
import { act, type Acting, type ActionRow, type ActionsOf } from '#server/features/audit/audit.actions.service.ts';
import { auditRecord } from '#server/features/audit/audit.service.ts';
import { lockOrder, type LockedOrder } from '#server/features/orders/orders.service.ts';
import type { Actor } from '#server/http/guards/actor.ts';
import { Conflict } from '#server/lib/refusal.ts';
import type { Id } from '#shared/kernel/ids.ts';
import * as contract from '#shared/payouts/payouts.statements.contract.ts';
import type { StatementLineView } from '#shared/payouts/payouts.statements.contract.ts';
import { lockPayouts, type PayoutRow } from '../list/payouts.list.queries.ts';
import type { PayoutsDeps } from '../payouts.ports.ts';
import { movePayouts } from '../payouts.service.ts';
import { undoCharges, undoIncoming } from './payouts.line-entries.service.ts';
import * as queries from './payouts.lines.queries.ts';
import { lineView } from './payouts.lines.service.ts';
import * as matching from './payouts.match.queries.ts';
import { findAgain } from './payouts.settling.service.ts';

const lineChanged = () => new Conflict('conflict', 'statement_line_changed');

const lineRow: ActionRow<PayoutsDeps, queries.LineRow, StatementLineView, { id: Id<'statementLine'> }> = {
  lock: async (tx, { id }) => (await queries.lockLines(tx, [id]))[0],
  missing: 'statement_line_not_found',
  state: { of: ({ state }) => state, decided: lineChanged },
  present: ({ id }, { tx }) => lineView(tx, id),
};

/** Ignores a line that is about none of our payments. */
const ignore = act(contract.ignoreStatementLine, lineRow, {
  apply: async ({ tx, row, body: { reason } }) => {
    const ids = [row.id];
    // A proposal is dropped before the line is set aside.
    if (row.state === 'proposed') await queries.setLineStates(tx, { ids, state: 'unmatched', reason: null });
    await queries.setLineStates(tx, { ids, state: 'ignored', reason });
    await publish(tx, { kind: 'payouts_changed' });
    return { row, details: {} };
  },
});

/** A line with its matches: other lines of one payment, its payouts, or the exchange that it pays. */
type MatchedLine = {
  line: queries.LineRow;
  matches: readonly matching.MatchRow[];
  lines: readonly queries.LineRow[];
  payouts: readonly PayoutRow[];
  exchange: { order: LockedOrder; amount: string } | undefined;
};

async function lockMatched(tx: Tx, id: Id<'statementLine'>): Promise<MatchedLine | undefined> {
  const [line] = await queries.lockLines(tx, [id]);
  if (!line) return undefined;
  const matches = line.state === 'matched' ? await matching.lockMatches(tx, { lineId: id }) : [];
  const lines = await queries.lockLines(tx, [...new Set([id, ...matches.map(({ lineId }) => lineId)])]);
  const payouts = await lockPayouts(
    tx,
    paymentsOf(matches).flatMap(({ payoutId }) => payoutId ?? []),
  );
  const incoming = matches.find(({ role }) => role === 'incoming');
  const order = incoming?.orderId ? await lockOrder(tx, incoming.orderId) : undefined;
  return { line, matches, lines, payouts, exchange: incoming && order && { order, amount: incoming.amount } };
}

const paymentsOf = (matches: readonly matching.MatchRow[]) =>
  matches.filter(({ role }) => role === 'settled' || role === 'returned');

const matchedRow: ActionRow<PayoutsDeps, MatchedLine, StatementLineView, { id: Id<'statementLine'> }> = {
  lock: (tx, { id }) => lockMatched(tx, id),
  missing: 'statement_line_not_found',
  ownersOf: ({ payouts, exchange }) => [...payouts, ...(exchange ? [exchange.order] : [])].map(({ userId }) => userId),
  state: { of: ({ line }) => line.state, decided: lineChanged },
  present: ({ line }, { tx }) => lineView(tx, line.id),
};

/**
 * Takes back the match or the ignoring of a line: its payouts return to their former state, a completed order stays so.
 * Refuses with payout_batched if a payout is being paid again.
 */
const undo = act(contract.undoStatementLine, matchedRow, {
  check: ({ row: { line, matches } }) => {
    if (line.state === 'matched' && matches.length === 0) throw lineChanged();
  },
  apply: async (context) => {
    const { tx, deps, actor, row, body, now } = context;
    const { line, matches, lines, exchange } = row;
    const { reason } = body;
    await matching.endMatches(tx, { ids: matches.map(({ id }) => id), now, by: actor.userId, reason });
    await undoPayouts(context);
    const moment = { mover: actor, now, reason };
    if (exchange) await undoIncoming(tx, line, { orderId: exchange.order.id, amount: exchange.amount }, moment);
    await undoCharges(tx, lines, moment);
    const ids = lines.map(({ id }) => id);
    await queries.setLineStates(tx, { ids, state: 'unmatched', reason });
    await findAgain(tx, deps, lines);
    await publish(tx, { kind: 'payouts_changed' });
    const record = auditRecord('statement_line.undone');
    return { row, entries: ids.map((id) => ({ record, subject: { type: 'statement_line', id } as const })) };
  },
});

type UndoContext = Acting<PayoutsDeps, typeof contract.undoStatementLine, MatchedLine>;

async function undoPayouts({ tx, actor, row: { matches, payouts }, now }: UndoContext): Promise<void> {
  const payments = paymentsOf(matches);
  const latestIds = new Set(payouts.map(({ attemptId }) => attemptId));
  const isNewer = payments.some(({ attemptId }) => !latestIds.has(attemptId));
  const isBeingPaid = payouts.some(({ state }) => state !== 'settled' && state !== 'returned');
  if (isNewer || isBeingPaid) throw new Conflict('payout_batched', 'payout_paid_again');
  const isReturn = payments.some(({ role }) => role === 'returned');
  const restoredIds = new Set(isReturn ? await matching.restoreSettlingMatches(tx, [...latestIds], now) : []);
  for (const payout of payouts) {
    const { attemptId, settledBy } = payout;
    if (isReturn)
      await undoMatched(tx, actor, payout, { to: restoredIds.has(attemptId) || settledBy ? 'settled' : 'sent', now });
    // A member settled it before the line arrived, and that is still valid.
    else if (settledBy !== 'member') await undoMatched(tx, actor, payout, { to: 'sent', now });
  }
}

/** Takes back the effects of a match, while no later attempt exists. */
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

/** The actions on a line of a statement, without its match. */
export const lineActions: ActionsOf<PayoutsDeps, 'payouts.release'> = [ignore, undo];

import { randomUUID } from 'node:crypto';
import type { Tx } from '#server/db/connection.ts';
import { publish } from '#server/events/publish.ts';
import { recordAudit } from '#server/features/audit/audit.service.ts';
import type { Mover } from '#server/features/orders/orders.service.ts';
import { settingsOf } from '#server/features/settings/settings.service.ts';
import type { Actor } from '#server/http/guards/actor.ts';
import { Conflict, NotFound, Unprocessable } from '#server/lib/refusal.ts';
import type { MatchInput, StatementLineView } from '#shared/payouts/payouts.statements.contract.ts';
import { sendBatch } from '../batches/payouts.release.service.ts';
import { lockPayouts, readPayouts, type LockedPayout } from '../list/payouts.list.queries.ts';
import { returnMoney, settlePayouts } from '../payouts.changes.service.ts';
import { findFor, storedFinding, type StatementDeps } from './payouts.findings.service.ts';
import * as queries from './payouts.lines.queries.ts';
import { candidatesOf, lineView, ruleOf } from './payouts.lines.service.ts';
import { moneyOf, unitsOf } from './payouts.statement.values.ts';
import { countOpenLines, readStatementRow, updateFindings } from './payouts.statements.queries.ts';

const lineChanged = () => new Conflict('conflict', 'statement_line_changed');
const matchAmount = () => new Unprocessable('match_amount', 'match_amount');

/** Lines that are settled in one transaction. */
const chunk = 500;

/** Takes all exact proposals of a statement, in parts; what has changed since is looked up again and left. */
export async function settleStatement(
  deps: StatementDeps,
  actor: Actor,
  id: string,
): Promise<{ settled: number; left: number }> {
  if (!(await readStatementRow(deps.db, id))) throw new NotFound('statement_not_found');
  const settled = await settleExact(deps, actor, id);
  return { settled, left: await countOpenLines(deps.db, id) };
}

export async function settleExact(deps: StatementDeps, mover: Mover, statementId: string): Promise<number> {
  let settled = 0;
  for (let after = 0; ;) {
    const found = await queries.readExact(deps.db, statementId, after, chunk);
    const last = found.at(-1);
    if (!last) return settled;
    settled += await deps.inTx((tx) =>
      settleLines(
        tx,
        deps,
        mover,
        found.map(({ id }) => id),
      ),
    );
    after = last.seq;
  }
}

async function settleLines(tx: Tx, deps: StatementDeps, mover: Mover, ids: readonly string[]): Promise<number> {
  const lines = (await queries.lockLines(tx, ids)).filter(
    ({ state, rule }) => state === 'proposed' && rule === 'exact',
  );
  const wanted = lines.flatMap((line) => {
    const payoutId = candidatesOf(line)[0]?.payoutId;
    return payoutId ? [{ line, payoutId }] : [];
  });
  const payouts = await lockPayouts(
    tx,
    wanted.map(({ payoutId }) => payoutId),
  );
  const attempts = await attemptsOf(tx, payouts);
  const stands = ({ line, payoutId }: (typeof wanted)[number]) => {
    const attempt = attempts.get(payoutId);
    return (
      attempt !== undefined &&
      isPayable(attempt) &&
      moneyOf(attempt.amount, attempt.currency) === moneyOf(line.amount, line.currency)
    );
  };
  const valid = wanted.filter(stands);
  await takeAsSettled(
    tx,
    mover,
    payouts.filter(({ id }) => valid.some(({ payoutId }) => payoutId === id)),
    {
      matches: valid.map(({ line, payoutId }) => ({ line, payoutId, rule: 'exact' })),
      now: deps.now(),
    },
  );
  for (const { line } of wanted.filter((item) => !stands(item))) await findAgain(tx, deps, line);
  return valid.length;
}

type Attempt = Awaited<ReturnType<typeof queries.readLatestAttempts>>[number];

async function attemptsOf(tx: Tx, payouts: readonly LockedPayout[]): Promise<Map<string, Attempt>> {
  const rows = await queries.readLatestAttempts(
    tx,
    payouts.map(({ id }) => id),
  );
  return new Map(rows.map((row) => [row.payoutId, row]));
}

/** Sent, or settled by the word of a member: no line says so yet. */
function isPayable({ state, hasLine }: Attempt): boolean {
  return (state === 'sent' || state === 'settled') && !hasLine;
}

interface Taken {
  matches: readonly {
    line: queries.LineRow;
    payoutId: string;
    rule: string;
    fee?: string | undefined;
    group?: string | undefined;
  }[];
  reason?: string | undefined;
  now: Date;
}

/** Settles payouts by lines of a statement: the payouts, the matches, the lines and the audit rows, all or none. */
async function takeAsSettled(tx: Tx, mover: Mover, payouts: readonly LockedPayout[], taken: Taken): Promise<void> {
  const { matches, reason, now } = taken;
  const attempts = await attemptsOf(tx, payouts);
  const unsettled = payouts.filter(({ id }) => attempts.get(id)?.state === 'sent');
  if (unsettled.length > 0) await settlePayouts(tx, mover, unsettled, { by: 'statement', now });
  for (const { id, orderId } of unsettled)
    await recordAudit(tx, mover, 'payout.settled', { type: 'payout', id }, { orderId, by: 'statement' });
  const rows = matches.flatMap(({ line, payoutId, rule, fee, group }): queries.NewMatch[] => {
    const attempt = attempts.get(payoutId);
    if (!attempt) return [];
    const common = { lineId: line.id, payoutId, attemptId: attempt.id, rule, splitGroup: group };
    const amount = group ? line.amount : attempt.amount;
    return [{ ...common, role: 'settled', amount }, ...(fee ? [{ ...common, role: 'fee' as const, amount: fee }] : [])];
  });
  await recordMatches(tx, mover, rows, { lines: matches.map(({ line }) => line), reason, now });
}

async function recordMatches(
  tx: Tx,
  mover: Mover,
  rows: readonly queries.NewMatch[],
  { lines, reason, now }: { lines: readonly queries.LineRow[]; reason?: string | undefined; now: Date },
): Promise<void> {
  const by = mover === 'system' ? null : mover.userId;
  await queries.insertMatches(tx, rows, { by, now, reason: reason ?? null });
  const ids = [...new Set(lines.map(({ id }) => id))];
  await queries.setLineStates(tx, ids, 'matched');
  for (const id of ids) {
    const own = rows.filter(({ lineId }) => lineId === id);
    const details = { rule: own[0]?.rule, payouts: own.flatMap(({ payoutId }) => payoutId ?? []).slice(0, 20) };
    await recordAudit(tx, mover, 'statement_line.matched', { type: 'statement_line', id }, details);
  }
  await publish(tx, { kind: 'payouts_changed' });
}

/** Looks again what a line is: what it was proposed for has changed. */
export async function findAgain(tx: Tx, deps: StatementDeps, line: queries.LineRow): Promise<void> {
  const amount = moneyOf(line.amount, line.currency);
  const found = await findFor(tx, deps, line, [{ ...line, amount, endToEndId: line.endToEndId ?? '' }]);
  const findings = [...found].filter(([, { state }]) => state === 'unmatched' || line.state !== 'unmatched');
  await updateFindings(
    tx,
    findings.map(([id, finding]) => ({ id, ...storedFinding(finding) })),
  );
}

/** Says what a line is. Refuses with not_found, conflict and match_amount. */
export async function matchLine(
  deps: StatementDeps,
  actor: Actor,
  id: string,
  input: MatchInput,
): Promise<StatementLineView> {
  await deps.inTx(async (tx) => {
    const [line] = await queries.lockLines(tx, [id]);
    if (!line) throw new NotFound('statement_line_not_found');
    if (line.state === 'matched' || line.state === 'ignored') throw lineChanged();
    if ('transactionId' in input) return takeIncoming(tx, deps, actor, line, input.transactionId);
    if ('payoutIds' in input) return takeChosen(tx, deps, actor, line, input as ChosenPayouts);
    if (line.state !== 'proposed') throw matchAmount();
    return takeProposal(tx, deps, actor, line);
  });
  return lineView(deps.db, id);
}

type ChosenPayouts = Extract<MatchInput, { as: unknown }>;

async function takeProposal(tx: Tx, deps: StatementDeps, actor: Actor, line: queries.LineRow): Promise<void> {
  const candidates = candidatesOf(line);
  const rule = ruleOf(line);
  const [first] = candidates;
  if (first?.transactionId) return takeIncoming(tx, deps, actor, line, first.transactionId);
  const now = deps.now();
  const payoutIds = candidates.flatMap(({ payoutId }) => payoutId ?? []);
  if (rule === 'not_sent') await sendReleased(tx, deps, actor, payoutIds);
  const payouts = await lockPayouts(tx, payoutIds);
  const attempts = await attemptsOf(tx, payouts);
  if (rule === 'return') {
    const stands = [...attempts.values()].every(({ state }) => state === 'sent' || state === 'settled');
    if (!stands || payouts.length === 0) throw lineChanged();
    return takeAsReturned(tx, deps, actor, payouts, { line, fee: first?.fee });
  }
  if (payouts.length === 0 || ![...attempts.values()].every(isPayable)) throw lineChanged();
  const split = first?.split;
  const group = split && randomUUID();
  const lines = split ? await queries.lockLines(tx, split) : [line];
  if (lines.some(({ state, rule: current }) => state !== 'proposed' || current !== rule)) throw lineChanged();
  const pairs = lines.flatMap((part) =>
    payoutIds.map((payoutId) => ({ line: part, payoutId, rule: rule ?? '', fee: first?.fee, group })),
  );
  await takeAsSettled(tx, actor, payouts, { matches: pairs, now });
}

/** The bank has booked a payment of a batch that is not marked as handed over: it was. */
async function sendReleased(tx: Tx, deps: StatementDeps, actor: Actor, payoutIds: readonly string[]): Promise<void> {
  const attempts = await queries.readLatestAttempts(tx, payoutIds);
  const batches = new Set(attempts.flatMap(({ state, batchId }) => (state === 'open' && batchId ? [batchId] : [])));
  for (const batchId of batches) await sendBatch(tx, deps, actor, batchId);
}

/** Payouts that a member chose: of this currency, together of this amount unless they say why. */
async function takeChosen(
  tx: Tx,
  deps: StatementDeps,
  actor: Actor,
  line: queries.LineRow,
  { payoutIds, as, reason }: ChosenPayouts,
): Promise<void> {
  const payouts = await lockPayouts(tx, [...new Set(payoutIds)]);
  if (payouts.length < new Set(payoutIds).size) throw new NotFound('payout_not_found');
  if (payouts.some(({ currency }) => currency !== line.currency)) throw matchAmount();
  const total = payouts.reduce((sum, { amount, currency }) => sum + unitsOf(moneyOf(amount, currency)), 0n);
  const isEqual = total === unitsOf(moneyOf(line.amount, line.currency));
  if (!isEqual && !reason) throw matchAmount();
  if ((line.direction === 'out') !== (as === 'settled')) throw matchAmount();
  const attempts = [...(await attemptsOf(tx, payouts)).values()];
  if (as === 'returned') {
    if (attempts.length < payouts.length || attempts.some(({ state }) => state !== 'sent' && state !== 'settled'))
      throw lineChanged();
    return takeAsReturned(tx, deps, actor, payouts, { line, reason });
  }
  if (attempts.length < payouts.length || !attempts.every(isPayable)) throw lineChanged();
  const rule = line.rule ?? 'chosen';
  const matches = payouts.map(({ id: payoutId }) => ({ line, payoutId, rule }));
  await takeAsSettled(tx, actor, payouts, { matches, reason, now: deps.now() });
}

async function takeAsReturned(
  tx: Tx,
  deps: StatementDeps,
  actor: Actor,
  payouts: readonly LockedPayout[],
  { line, fee, reason }: { line: queries.LineRow; fee?: string | undefined; reason?: string | undefined },
): Promise<void> {
  const now = deps.now();
  const attempts = await attemptsOf(tx, payouts);
  const note = reason ?? (line.text || null);
  const ask = settingsOf(deps).payouts.askCustomer;
  const rows = await readPayouts(
    tx,
    payouts.map(({ id }) => id),
  );
  for (const payout of payouts) {
    const userId = rows.find(({ id }) => id === payout.id)?.userId ?? '';
    await returnMoney(tx, actor, { ...payout, userId }, { reason: 'other', note, fee: fee ?? null, ask, now });
  }
  const matches = [...attempts.values()].map(({ id: attemptId, payoutId, amount }): queries.NewMatch => {
    const sum = payouts.length === 1 ? line.amount : amount;
    return { lineId: line.id, payoutId, attemptId, role: 'returned', rule: line.rule ?? 'chosen', amount: sum };
  });
  await recordMatches(tx, actor, matches, { lines: [line], reason, now });
}

/** An exchange that its customer paid with this line: it shows on the order, whose status stays. */
async function takeIncoming(
  tx: Tx,
  deps: StatementDeps,
  actor: Actor,
  line: queries.LineRow,
  orderId: string,
): Promise<void> {
  const candidate = candidatesOf(line).find(({ transactionId }) => transactionId === orderId);
  const order = await queries.readPayableExchange(tx, orderId);
  if (!order) throw candidate ? lineChanged() : new NotFound('order_not_found');
  const isEqual =
    order.fromCurrency === line.currency &&
    moneyOf(order.amount, line.currency) === moneyOf(line.amount, line.currency);
  if (!isEqual || line.direction !== 'in') throw matchAmount();
  const row: queries.NewMatch = { lineId: line.id, orderId, role: 'incoming', rule: 'incoming', amount: line.amount };
  await recordMatches(tx, actor, [row], { lines: [line], now: deps.now() });
}

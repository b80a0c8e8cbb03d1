import { randomUUID } from 'node:crypto';
import type { Tx } from '#server/db/connection.ts';
import { publish } from '#server/events/publish.ts';
import { recordAudits } from '#server/features/audit/audit.service.ts';
import type { Mover } from '#server/features/orders/orders.service.ts';
import { settingsOf } from '#server/features/settings/settings.service.ts';
import type { Actor, Sessions } from '#server/http/guards/actor.ts';
import type { Approval, PendingApproval } from '#server/http/guards/four-eyes.ts';
import { assertNoOwnCase, assertNotOwnCase, requireStepUp } from '#server/http/guards/guard.ts';
import { Conflict, NotFound, Unprocessable } from '#server/lib/refusal.ts';
import { matchInput, type MatchInput, type StatementLineView } from '#shared/payouts/payouts.statements.contract.ts';
import { sendBatch } from '../batches/payouts.release.service.ts';
import { lockPayouts, readPayouts, type PayoutRow } from '../list/payouts.list.queries.ts';
import { moneyText, sumText } from '../list/payouts.present.ts';
import { settlePayouts } from '../payouts.changes.service.ts';
import { isReturnable, passReturn, returnMoney } from '../payouts.returns.service.ts';
import { findFor, storedFindings, type StatementDeps } from './payouts.findings.service.ts';
import * as queries from './payouts.lines.queries.ts';
import { candidatesOf, lineView, lockLine, ruleOf } from './payouts.lines.service.ts';
import { groupBy } from './payouts.matching.ts';
import { countOpenLines, readImporter, readStatementRow, updateFindings } from './payouts.statements.queries.ts';

const lineChanged = () => new Conflict('conflict', 'statement_line_changed');
const otherAccount = () => new Conflict('conflict', 'match_other_account');
const matchAmount = () => new Unprocessable('match_amount', 'match_amount');
/** A line or a payout in minor units of its currency. */
const moneyOf = ({ amount, currency }: { amount: string; currency: string }) => moneyText(amount, currency);

/** Lines that are settled in one transaction. */
const chunk = 500;

/** Takes all exact proposals of a statement, in parts; what has changed since is looked up again and left, as the member's own are. */
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
    const ids = found.map(({ id }) => id);
    settled += await deps.inTx((tx) => settleLines(tx, deps, mover, ids));
    after = last.seq;
  }
}

async function settleLines(tx: Tx, deps: StatementDeps, mover: Mover, ids: readonly string[]): Promise<number> {
  const lines = (await queries.lockLines(tx, ids)).filter(
    ({ state, rule }) => state === 'proposed' && rule === 'exact',
  );
  const payoutIdOf = (line: queries.LineRow) => candidatesOf(line)[0]?.payoutId ?? '';
  const payouts = new Map((await lockPayouts(tx, lines.map(payoutIdOf))).map((payout) => [payout.id, payout]));
  const ownId = mover === 'system' ? null : mover.userId;
  const valid = lines.flatMap((line) => {
    const payout = payouts.get(payoutIdOf(line));
    if (payout?.userId === ownId) return [];
    const fits = payout && isPayable(payout) && isOfAccount(payout, line) && moneyOf(payout) === moneyOf(line);
    return fits ? [{ line, payout, rule: 'exact' }] : [];
  });
  await takeAsSettled(tx, mover, { matches: valid, now: deps.now() });
  const taken = new Set(valid.map(({ line }) => line));
  const left = lines.filter((line) => !taken.has(line));
  await findAgain(tx, deps, left);
  return valid.length;
}

/** Sent, or settled by the word of a member: no line says so yet. */
function isPayable({ attemptState, hasLine }: PayoutRow): boolean {
  return (attemptState === 'sent' || attemptState === 'settled') && !hasLine;
}

/** A line is about payouts of its own account; one paid by hand names none, and may be of any. */
const isOfAccount = ({ batchAccountId }: PayoutRow, { accountId }: queries.LineRow) =>
  batchAccountId === null || batchAccountId === accountId;

interface Taken {
  matches: readonly {
    line: queries.LineRow;
    payout: PayoutRow;
    rule: string;
    fee?: string | undefined;
    group?: string | undefined;
  }[];
  reason?: string | undefined;
  now: Date;
}

/** Settles payouts by lines of a statement: the payouts, the matches, the lines and the audit rows, all or none. */
async function takeAsSettled(tx: Tx, mover: Mover, { matches, reason, now }: Taken): Promise<void> {
  const payouts = new Set(matches.map(({ payout }) => payout));
  const unsettled = [...payouts].filter(({ attemptState }) => attemptState === 'sent');
  const bookedOn = Object.fromEntries(matches.map(({ line, payout }) => [payout.id, line.bookedOn]));
  await settlePayouts(tx, mover, unsettled, { by: 'statement', now, bookedOn });
  const audited = unsettled.map(({ id, orderId }) => ({
    type: 'payout' as const,
    id,
    details: { orderId, by: 'statement' },
  }));
  await recordAudits(tx, mover, 'payout.settled', audited);
  const rows = matches.flatMap(({ line, payout, rule, fee, group }): queries.NewMatch[] => {
    const { id: payoutId, attemptId } = payout;
    const common = { lineId: line.id, payoutId, attemptId, rule, splitGroup: group };
    const amount = group ? line.amount : payout.amount;
    return [{ ...common, role: 'settled', amount }, ...(fee ? [{ ...common, role: 'fee' as const, amount: fee }] : [])];
  });
  await recordMatches(tx, mover, rows, { reason, now });
}

async function recordMatches(
  tx: Tx,
  mover: Mover,
  rows: readonly queries.NewMatch[],
  { reason, now }: { reason?: string | undefined; now: Date },
): Promise<void> {
  if (rows.length === 0) return;
  const by = mover === 'system' ? null : mover.userId;
  await queries.insertMatches(tx, rows, { by, now, reason: reason ?? null });
  const byLine = [...groupBy(rows, ({ lineId }) => lineId)];
  const lineIds = byLine.map(([id]) => id);
  await queries.setLineStates(tx, lineIds, 'matched', null);
  const audited = byLine.map(([id, own]) => {
    const details = { rule: own[0]?.rule, payouts: own.flatMap(({ payoutId }) => payoutId ?? []).slice(0, 20) };
    return { type: 'statement_line' as const, id, details };
  });
  await recordAudits(tx, mover, 'statement_line.matched', audited);
  await publish(tx, { kind: 'payouts_changed' });
}

/** Looks again what lines of one account are: what they were proposed for has changed. */
export async function findAgain(tx: Tx, deps: StatementDeps, lines: readonly queries.LineRow[]): Promise<void> {
  const [first] = lines;
  if (!first) return;
  const asRead = lines.map((line) => ({ ...line, amount: moneyOf(line), endToEndId: line.endToEndId ?? '' }));
  await updateFindings(tx, storedFindings([...(await findFor(tx, deps, first, asRead))]));
}

const isProposal = (input: MatchInput): input is Record<string, never> => Object.keys(input).length === 0;

/** What is to be said of a line, and the request that a second member approves with it. */
interface Said {
  line: queries.LineRow;
  input: MatchInput;
  approval?: Approval | undefined;
}

/** The one click that asks for no password: reference and amount fit, and nothing is paid because of it. */
const isExactClick = ({ line, input }: Pick<Said, 'line' | 'input'>) =>
  isProposal(input) && line.state === 'proposed' && line.rule === 'exact';

type MatchDeps = StatementDeps & { sessions: Sessions };

/**
 * Says what a line is. All but an exact proposal needs the password again; money that came back may wait for a second
 * member. Refuses with not_found, own_case, conflict, match_amount and step_up_required.
 */
export async function matchLine(
  deps: MatchDeps,
  actor: Actor,
  id: string,
  input: MatchInput,
  stepUp: string | undefined,
): Promise<StatementLineView | PendingApproval> {
  const [seen] = await queries.readLines(deps.db, [id]);
  const isExact = seen !== undefined && isExactClick({ line: seen, input });
  if (seen && !isExact) await requireStepUp(deps.sessions, actor, stepUp);
  const pending = await deps.inTx(async (tx) => {
    const line = await lockLine(tx, id);
    // Meanwhile it was found to be something else, which the password was not asked for.
    if (isExact && !isExactClick({ line, input })) throw lineChanged();
    return takeLine(tx, deps, actor, { line, input });
  });
  return pending ?? lineView(deps.db, id);
}

/** Carries out a return by a line that a second member has approved. */
export async function matchApproved(deps: StatementDeps, actor: Actor, approval: Approval): Promise<unknown> {
  const input = matchInput.parse(approval.input.match);
  return deps.inTx(async (tx) => {
    const line = await lockLine(tx, approval.subjectId);
    return takeLine(tx, deps, actor, { line, input, approval });
  });
}

/** Whether a request is about a line of a statement. */
export const isAboutLine = ({ input }: Pick<Approval, 'input'>): boolean => 'match' in input;

async function takeLine(
  tx: Tx,
  deps: StatementDeps,
  actor: Actor,
  said: Said,
): Promise<PendingApproval | undefined> {
  const { line, input } = said;
  if (line.state === 'matched' || line.state === 'ignored') throw lineChanged();
  if (isProposal(input)) {
    if (line.state !== 'proposed') throw matchAmount();
    return takeProposal(tx, deps, actor, said);
  }
  if ('transactionId' in input) return takeIncoming(tx, deps, actor, line, input.transactionId);
  return takeChosen(tx, deps, actor, { ...said, input });
}

async function takeProposal(
  tx: Tx,
  deps: StatementDeps,
  actor: Actor,
  said: Said,
): Promise<PendingApproval | undefined> {
  const { line } = said;
  const candidates = candidatesOf(line);
  const rule = ruleOf(line) ?? '';
  const [first] = candidates;
  if (first?.transactionId) return takeIncoming(tx, deps, actor, line, first.transactionId);
  const { fee, split } = first ?? {};
  const payoutIds = candidates.flatMap(({ payoutId }) => payoutId ?? []);
  if (rule === 'not_sent') await sendReleased(tx, deps, actor, payoutIds);
  const payouts = await lockPayouts(tx, payoutIds);
  assertNoOwnCase(actor, payouts);
  if (payouts.length === 0 || !payouts.every(rule === 'return' ? isReturnable : isPayable)) throw lineChanged();
  if (!payouts.every((payout) => isOfAccount(payout, line))) throw otherAccount();
  if (rule === 'return') return takeAsReturned(tx, deps, actor, payouts, { ...said, fee });
  const lines = split ? await queries.lockLines(tx, split) : [line];
  if (lines.some((part) => part.state !== 'proposed' || part.rule !== rule)) throw lineChanged();
  const group = split && randomUUID();
  const matches = lines.flatMap((part) => payouts.map((payout) => ({ line: part, payout, rule, fee, group })));
  await takeAsSettled(tx, actor, { matches, now: deps.now() });
  return undefined;
}

/** The bank has booked a payment of a batch that is not marked as handed over: it was. */
async function sendReleased(tx: Tx, deps: StatementDeps, actor: Actor, payoutIds: readonly string[]): Promise<void> {
  const payouts = await readPayouts(tx, payoutIds);
  const open = payouts.flatMap(({ attemptState, batchId }) => (attemptState === 'open' && batchId ? [batchId] : []));
  for (const batchId of new Set(open)) await sendBatch(tx, deps, actor, batchId);
}

/** Payouts that a member chose: of this account and currency, together of this amount unless they say why. */
async function takeChosen(
  tx: Tx,
  deps: StatementDeps,
  actor: Actor,
  said: Said & { input: Extract<MatchInput, { as: unknown }> },
): Promise<PendingApproval | undefined> {
  const { line } = said;
  const { payoutIds, as, reason } = said.input;
  const payouts = await lockPayouts(tx, payoutIds);
  assertNoOwnCase(actor, payouts);
  if (payouts.length < new Set(payoutIds).size) throw new NotFound('payout_not_found');
  const { currency, direction } = line;
  const isEqual = sumText(payouts.map(moneyOf), currency) === moneyOf(line);
  if (payouts.some((payout) => payout.currency !== currency) || (direction === 'out') !== (as === 'settled'))
    throw matchAmount();
  if (!payouts.every((payout) => isOfAccount(payout, line))) throw otherAccount();
  if (!isEqual && !reason) throw matchAmount();
  if (!payouts.every(as === 'returned' ? isReturnable : isPayable)) throw lineChanged();
  if (as === 'returned') return takeAsReturned(tx, deps, actor, payouts, { ...said, reason });
  const rule = line.rule ?? 'chosen';
  const matches = payouts.map((payout) => ({ line, payout, rule }));
  await takeAsSettled(tx, actor, { matches, reason, now: deps.now() });
  return undefined;
}

type Back = Said & { fee?: string | null | undefined; reason?: string | undefined };

async function takeAsReturned(
  tx: Tx,
  deps: StatementDeps,
  actor: Actor,
  payouts: readonly PayoutRow[],
  { line, input, approval, fee = null, reason }: Back,
): Promise<PendingApproval | undefined> {
  const facts = { received: moneyOf(line), ...(reason && { reason }) };
  const importedBy = await readImporter(tx, line.statementId);
  const lineState = `${line.state} ${line.rule}`;
  const asked = { subjectId: line.id, payouts, facts, input: { match: input }, lineState, importedBy };
  const pending = await passReturn(tx, deps, actor, asked, approval);
  if (pending) return pending;
  const now = deps.now();
  const ask = settingsOf(deps).payouts.askCustomer;
  // Noon, so that it is the same day almost everywhere.
  const at = `${line.bookedOn}T12:00:00.000Z`;
  // Its text names third persons, and stays with the line.
  for (const payout of payouts) await returnMoney(tx, actor, payout, { reason: 'other', note: null, fee, ask, now, at });
  const matches = payouts.map(({ id: payoutId, attemptId, amount }): queries.NewMatch => {
    const sum = payouts.length === 1 ? line.amount : amount;
    return { lineId: line.id, payoutId, attemptId, role: 'returned', rule: line.rule ?? 'chosen', amount: sum };
  });
  await recordMatches(tx, actor, matches, { reason, now });
  return undefined;
}

/** An exchange that its customer paid with this line: it shows on the order, whose status stays. */
async function takeIncoming(
  tx: Tx,
  deps: StatementDeps,
  actor: Actor,
  line: queries.LineRow,
  orderId: string,
): Promise<undefined> {
  const candidate = candidatesOf(line).find(({ transactionId }) => transactionId === orderId);
  const order = await queries.readPayableExchange(tx, orderId);
  if (!order) throw candidate ? lineChanged() : new NotFound('order_not_found');
  assertNotOwnCase(actor, order.userId);
  const { fromCurrency, amount } = order;
  const isEqual = fromCurrency === line.currency && moneyText(amount, line.currency) === moneyOf(line);
  if (!isEqual || line.direction !== 'in') throw matchAmount();
  const row: queries.NewMatch = { lineId: line.id, orderId, role: 'incoming', rule: 'incoming', amount: line.amount };
  await recordMatches(tx, actor, [row], { now: deps.now() });
}

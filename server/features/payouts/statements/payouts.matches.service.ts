import { randomUUID } from 'node:crypto';
import type { Tx } from '#server/db/connection.ts';
import { recordAudit } from '#server/features/audit/audit.service.ts';
import { settingsOf } from '#server/features/settings/settings.service.ts';
import type { Actor } from '#server/http/guards/actor.ts';
import type { Call, PendingApproval } from '#server/http/guards/four-eyes.ts';
import { assertNoOwnCase, assertNotOwnCase, assertStepUp } from '#server/http/guards/guard.ts';
import { Conflict, NotFound, Unprocessable } from '#server/lib/refusal.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { isRefused } from '#shared/orders/orders.lifecycle.ts';
import type { MatchInput, StatementLineView } from '#shared/payouts/payouts.statements.contract.ts';
import { sendBatch } from '../batches/payouts.batches.actions.service.ts';
import { lockPayouts, readPayouts, type PayoutRow } from '../list/payouts.list.queries.ts';
import { moneyText, sumText } from '../list/payouts.present.ts';
import type { PayoutsDeps } from '../payouts.ports.ts';
import { isReturnable, mailReturnAsked, shownReturn, returnMoney, returnRequest } from '../payouts.returns.service.ts';
import { payoutSubject } from '../payouts.service.ts';
import { enterCharges, enterIncoming } from './payouts.line-entries.service.ts';
import * as queries from './payouts.lines.queries.ts';
import { lineView, lockLine, ruleOf } from './payouts.lines.service.ts';
import { readPayableExchange, type NewMatch } from './payouts.match.queries.ts';
import { isOfAccount, isPayable, moneyOf, recordMatches, takeAsSettled } from './payouts.settling.service.ts';
import { readImporter } from './payouts.statements.queries.ts';

const lineChanged = () => new Conflict('conflict', 'statement_line_changed');
const otherAccount = () => new Conflict('conflict', 'match_other_account');
const matchAmount = () => new Unprocessable('match_amount', 'match_amount');

const isProposal = (input: MatchInput): input is Record<string, never> => Object.keys(input).length === 0;

/** Decision of a member about a line, and the call that a second member may have to approve. */
interface MatchDecision {
  line: queries.LineRow;
  input: MatchInput;
  call: Call;
}

/** Settles with one click and without the password: reference and amount fit, and nothing is paid because of it. */
const isExactClick = ({ line, input }: Pick<MatchDecision, 'line' | 'input'>) =>
  isProposal(input) && line.state === 'proposed' && line.rule === 'exact';

/**
 * Matches a line. All but an exact proposal needs the password again; money that came back may wait for a second
 * member. Refuses with not_found, own_case, conflict, match_amount and step_up_required.
 */
export async function matchLine(
  deps: PayoutsDeps,
  actor: Actor,
  id: Id<'statementLine'>,
  { input, token, call }: { input: MatchInput; token: string | undefined; call: Call },
): Promise<StatementLineView | PendingApproval> {
  const [seenLine] = await queries.readLines(deps.db, { ids: [id] });
  if (!seenLine) throw new NotFound('statement_line_not_found');
  const isExact = isExactClick({ line: seenLine, input });
  if (!isExact && !call.approved) await assertStepUp(deps.sessions, actor, { asked: true, token });
  const pendingApproval = await deps.inTx(async (tx) => {
    const line = await lockLine(tx, id);
    // Meanwhile it was found to be something else, which the password was not asked for.
    if (isExact && !isExactClick({ line, input })) throw lineChanged();
    return takeLine(tx, deps, actor, { line, input, call });
  });
  return pendingApproval ?? lineView(deps.db, id);
}

async function takeLine(
  tx: Tx,
  deps: PayoutsDeps,
  actor: Actor,
  decision: MatchDecision,
): Promise<PendingApproval | undefined> {
  const { line, input } = decision;
  if (line.state === 'matched' || line.state === 'ignored') throw lineChanged();
  if (isProposal(input)) {
    if (line.state !== 'proposed') throw matchAmount();
    return takeProposal(tx, deps, actor, decision);
  }
  if ('transactionId' in input) return takeIncoming(tx, deps, actor, line, input.transactionId);
  if (input.as === 'cost') return takeAsCost(tx, deps, actor, line, input.reason);
  return takeChosen(tx, deps, actor, { ...decision, input });
}

async function takeProposal(
  tx: Tx,
  deps: PayoutsDeps,
  actor: Actor,
  decision: MatchDecision,
): Promise<PendingApproval | undefined> {
  const { line, call } = decision;
  const { candidates } = line;
  const rule = ruleOf(line) ?? '';
  // A second member has agreed that money came back, to nothing else.
  if (call.approved && rule !== 'return') throw lineChanged();
  const [firstCandidate] = candidates;
  if (firstCandidate?.transactionId) return takeIncoming(tx, deps, actor, line, firstCandidate.transactionId);
  const { fee, split } = firstCandidate ?? {};
  const payoutIds = candidates.flatMap(({ payoutId }) => payoutId ?? []);
  if (rule === 'not_sent') await sendReleased(tx, deps, actor, payoutIds);
  const payouts = await lockPayouts(tx, payoutIds);
  assertNoOwnCase(actor, payouts);
  if (payouts.length === 0 || !payouts.every(rule === 'return' ? isReturnable : isPayable)) throw lineChanged();
  if (!payouts.every((payout) => isOfAccount(payout, line))) throw otherAccount();
  if (rule === 'return') return takeAsReturned(tx, deps, actor, payouts, { ...decision, fee });
  const lines = split ? await queries.lockLines(tx, split) : [line];
  if (lines.some((part) => part.state !== 'proposed' || part.rule !== rule)) throw lineChanged();
  const group = split && randomUUID();
  const matches = lines.flatMap((part) => payouts.map((payout) => ({ line: part, payout, rule, fee, group })));
  await takeAsSettled(tx, actor, { matches, now: deps.now() });
  return undefined;
}

/** Marks a batch as handed over if the bank has booked one of its payments. */
async function sendReleased(
  tx: Tx,
  deps: PayoutsDeps,
  actor: Actor,
  payoutIds: readonly Id<'payout'>[],
): Promise<void> {
  const payouts = await readPayouts(tx, { ids: payoutIds });
  const openBatchIds = payouts.flatMap(({ attemptState, batchId }) =>
    attemptState === 'open' && batchId ? [batchId] : [],
  );
  for (const batchId of new Set(openBatchIds)) await sendBatch(tx, deps, actor, batchId);
}

/** Payouts that a member chose: of this account and currency, together of this amount unless they say why. */
async function takeChosen(
  tx: Tx,
  deps: PayoutsDeps,
  actor: Actor,
  decision: MatchDecision & { input: Extract<MatchInput, { payoutIds: unknown }> },
): Promise<PendingApproval | undefined> {
  const { line } = decision;
  const { payoutIds, as, reason } = decision.input;
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
  if (as === 'returned') return takeAsReturned(tx, deps, actor, payouts, { ...decision, reason });
  const rule = line.rule ?? 'chosen';
  const matches = payouts.map((payout) => ({ line, payout, rule }));
  await takeAsSettled(tx, actor, { matches, reason, now: deps.now() });
  return undefined;
}

type Back = MatchDecision & { fee?: string | null | undefined; reason?: string | undefined };

async function takeAsReturned(
  tx: Tx,
  deps: PayoutsDeps,
  actor: Actor,
  payouts: readonly PayoutRow[],
  { line, call, fee = null, reason }: Back,
): Promise<PendingApproval | undefined> {
  // A request about several payouts names no customer, so an approving member who is one of the payees is refused here.
  if (call.approved) assertNoOwnCase(call.approved.by, payouts);
  const { fourEyes } = deps;
  const importedBy = (await readImporter(tx, { statementId: line.statementId }))?.importedBy;
  const { notBy, state } = returnRequest(payouts, importedBy);
  const request = {
    kind: 'payout',
    subjectId: line.id,
    details: { ...shownReturn(payouts), received: moneyOf(line), ...(reason && { reason }) },
    notBy,
    state: `${line.state} ${line.rule} ${state}`,
  } as const;
  const pendingApproval = await fourEyes.pass(tx, actor, request, call, fourEyes.rules.payoutRelease);
  if (pendingApproval?.isNew) await mailReturnAsked(tx, actor, payouts);
  if (pendingApproval) return pendingApproval;
  const now = deps.now();
  const ask = settingsOf(deps).payouts.askCustomer;
  // The bank's text names third persons, so it stays with the line.
  for (const payout of payouts) {
    const payoutReturn = { reason: 'other', note: null, fee, ask, now, bookedOn: line.bookedOn } as const;
    const audited = await returnMoney(tx, actor, payout, payoutReturn);
    await recordAudit(tx, actor, 'payout.returned', payoutSubject(payout), audited);
  }
  const matches = payouts.map(({ id: payoutId, attemptId, amount }): NewMatch => {
    const sum = payouts.length === 1 ? line.amount : amount;
    return { lineId: line.id, payoutId, attemptId, role: 'returned', rule: line.rule ?? 'chosen', amount: sum };
  });
  await recordMatches(tx, actor, matches, { reason, now });
  return undefined;
}

/** Takes a line as a charge of the bank. Refuses with match_amount a line of money that came in. */
async function takeAsCost(
  tx: Tx,
  deps: PayoutsDeps,
  actor: Actor,
  line: queries.LineRow,
  reason: string,
): Promise<undefined> {
  if (line.direction !== 'out') throw matchAmount();
  const { id: lineId, amount } = line;
  const moment = { now: deps.now(), reason };
  await recordMatches(tx, actor, [{ lineId, role: 'fee', rule: 'cost', amount }], moment);
  await enterCharges(tx, [{ line, amount, orderId: null }], { mover: actor, ...moment });
}

/** An exchange that its customer paid with this line: it shows on the order, whose status stays. */
async function takeIncoming(
  tx: Tx,
  deps: PayoutsDeps,
  actor: Actor,
  line: queries.LineRow,
  orderId: Id<'order'>,
): Promise<undefined> {
  const candidate = line.candidates.find(({ transactionId }) => transactionId === orderId);
  const order = await readPayableExchange(tx, { orderId });
  if (!order) throw candidate ? lineChanged() : new NotFound('order_not_found');
  assertNotOwnCase(actor, order.userId);
  const { fromCurrency, amount, status } = order;
  const isEqual = fromCurrency === line.currency && moneyText(amount, line.currency) === moneyOf(line);
  if (!isEqual || line.direction !== 'in') throw matchAmount();
  const row: NewMatch = { lineId: line.id, orderId, role: 'incoming', rule: 'incoming', amount: line.amount };
  const now = deps.now();
  await recordMatches(tx, actor, [row], { now });
  await enterIncoming(tx, line, { orderId, amount, isRefused: isRefused(status) }, { mover: actor, now });
}

import type { Tx } from '#server/db/connection.ts';
import { publish } from '#server/events/publish.ts';
import { recordAudits } from '#server/features/audit/audit.service.ts';
import type { Mover } from '#server/features/orders/orders.service.ts';
import type { Actor } from '#server/http/guards/actor.ts';
import { NotFound } from '#server/lib/refusal.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { lockPayouts, type PayoutRow } from '../list/payouts.list.queries.ts';
import { moneyText } from '../list/payouts.present.ts';
import type { PayoutsDeps } from '../payouts.ports.ts';
import { settlePayouts } from '../payouts.service.ts';
import { findFor, storedFindings } from './payouts.findings.service.ts';
import { enterCharges } from './payouts.line-entries.service.ts';
import * as queries from './payouts.lines.queries.ts';
import { insertMatches, type NewMatch } from './payouts.match.queries.ts';
import { groupBy } from './payouts.matching.ts';
import { countOpenLines, readStatementRow, updateFindings } from './payouts.statements.queries.ts';

/** A line or a payout in minor units of its currency. */
export const moneyOf = ({ amount, currency }: { amount: string; currency: string }) => moneyText(amount, currency);

/** Lines that are settled in one transaction. */
const chunk = 500;

/**
 * Takes all exact proposals of a statement, in parts; changed ones are searched again and left, as the member's own
 * are. Refuses with not_found.
 */
export async function settleStatement(
  deps: PayoutsDeps,
  actor: Actor,
  id: Id<'statement'>,
): Promise<{ settled: number; left: number }> {
  if (!(await readStatementRow(deps.db, { id }))) throw new NotFound('statement_not_found');
  const settled = await settleExact(deps, actor, id);
  return { settled, ...(await countOpenLines(deps.db, { statementId: id })) };
}

/**
 * Settles the exact matches of a statement for a member, or for the setting that does; returns how many were settled.
 */
export async function settleExact(deps: PayoutsDeps, mover: Mover, statementId: Id<'statement'>): Promise<number> {
  let settledCount = 0;
  for (let after = 0; ;) {
    const exactLines = await queries.readExact(deps.db, { statementId, after, limit: chunk });
    const lastLine = exactLines.at(-1);
    if (!lastLine) return settledCount;
    const ids = exactLines.map(({ id }) => id);
    settledCount += await deps.inTx((tx) => settleLines(tx, deps, mover, ids));
    after = lastLine.seq;
  }
}

async function settleLines(
  tx: Tx,
  deps: PayoutsDeps,
  mover: Mover,
  ids: readonly Id<'statementLine'>[],
): Promise<number> {
  const lines = (await queries.lockLines(tx, ids)).filter(
    ({ state, rule }) => state === 'proposed' && rule === 'exact',
  );
  const payoutIdOf = (line: queries.LineRow) => line.candidates[0]?.payoutId ?? '';
  const payouts = new Map((await lockPayouts(tx, lines.map(payoutIdOf))).map((payout) => [payout.id, payout]));
  const ownId = mover === 'system' ? null : mover.userId;
  const validLines = lines.flatMap((line) => {
    const payout = payouts.get(payoutIdOf(line));
    if (payout?.userId === ownId) return [];
    const isFitting = payout && isPayable(payout) && isOfAccount(payout, line) && moneyOf(payout) === moneyOf(line);
    return isFitting ? [{ line, payout, rule: 'exact' }] : [];
  });
  await takeAsSettled(tx, mover, { matches: validLines, now: deps.now() });
  const takenLines = new Set(validLines.map(({ line }) => line));
  const remainingLines = lines.filter((line) => !takenLines.has(line));
  await findAgain(tx, deps, remainingLines);
  return validLines.length;
}

/** True for an attempt that was sent, or settled by a member, and that no line confirms yet. */
export function isPayable({ attemptState, hasLine }: PayoutRow): boolean {
  return (attemptState === 'sent' || attemptState === 'settled') && !hasLine;
}

/** True for a payout of the line's own account; one paid by hand names no account and may be of any. */
export const isOfAccount = ({ batchAccountId }: PayoutRow, { accountId }: queries.LineRow) =>
  batchAccountId === null || batchAccountId === accountId;

interface TakenMatches {
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
export async function takeAsSettled(tx: Tx, mover: Mover, { matches, reason, now }: TakenMatches): Promise<void> {
  const payouts = new Set(matches.map(({ payout }) => payout));
  const sentPayouts = [...payouts].filter(({ attemptState }) => attemptState === 'sent');
  const bookedOn = Object.fromEntries(matches.map(({ line, payout }) => [payout.id, line.bookedOn]));
  await settlePayouts(tx, mover, sentPayouts, { by: 'statement', now, bookedOn });
  const audited = sentPayouts.map(({ id, orderId }) => ({
    type: 'payout' as const,
    id,
    details: { orderId, by: 'statement' as const },
  }));
  await recordAudits(tx, mover, 'payout.settled', audited);
  const rows = matches.flatMap(({ line, payout, rule, fee, group }): NewMatch[] => {
    const { id: payoutId, attemptId } = payout;
    const commonFields = { lineId: line.id, payoutId, attemptId, rule, splitGroup: group };
    const amount = group ? line.amount : payout.amount;
    return [
      { ...commonFields, role: 'settled', amount },
      ...(fee ? [{ ...commonFields, role: 'fee' as const, amount: fee }] : []),
    ];
  });
  await recordMatches(tx, mover, rows, { reason, now });
  const charges = matches.flatMap(({ line, payout, fee: amount, group }) =>
    amount && !group ? [{ line, amount, orderId: payout.orderId }] : [],
  );
  await enterCharges(tx, charges, { mover, now, reason });
}

/** Stores the matches of statement lines and records them in the audit log. */
export async function recordMatches(
  tx: Tx,
  mover: Mover,
  rows: readonly NewMatch[],
  { reason, now }: { reason?: string | undefined; now: Date },
): Promise<void> {
  if (rows.length === 0) return;
  const by = mover === 'system' ? null : mover.userId;
  await insertMatches(tx, rows, { by, now, reason: reason ?? null });
  const byLine = [...groupBy(rows, ({ lineId }) => lineId)];
  const lineIds = byLine.map(([id]) => id);
  await queries.setLineStates(tx, { ids: lineIds, state: 'matched', reason: null });
  const audited = byLine.map(([id, auditDetails]) => {
    const details = {
      rule: auditDetails[0]?.rule,
      payouts: auditDetails.flatMap(({ payoutId }) => payoutId ?? []).slice(0, 20),
    };
    return { type: 'statement_line' as const, id, details };
  });
  await recordAudits(tx, mover, 'statement_line.matched', audited);
  await publish(tx, { kind: 'payouts_changed' });
}

/** Matches the lines of one account again: their proposals may have changed. */
export async function findAgain(tx: Tx, deps: PayoutsDeps, lines: readonly queries.LineRow[]): Promise<void> {
  const [firstLine] = lines;
  if (!firstLine) return;
  const moneyLines = lines.map((line) => ({ ...line, amount: moneyOf(line), endToEndId: line.endToEndId ?? '' }));
  await updateFindings(tx, storedFindings([...(await findFor(tx, deps, firstLine, moneyLines))]));
}

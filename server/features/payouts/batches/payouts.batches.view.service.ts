import type { Db } from '#server/db/connection.ts';
import { containsPattern } from '#server/db/like.ts';
import type { Actor } from '#server/http/guards/actor.ts';
import { toWireRow } from '#server/lib/wire.ts';
import type { QueryOf } from '#shared/kernel/endpoint.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { amountOf, toMinorText, usdCents, type Amount } from '#shared/kernel/money.ts';
import type {
  BatchDetails,
  BatchView,
  listBatches as listBatchesContract,
} from '#shared/payouts/payouts.batches.contract.ts';
import { methodOf } from '#shared/reference/rails.ts';
import { readBatchLines, type PayoutRow } from '../list/payouts.list.queries.ts';
import { presentPayouts } from '../list/payouts.list.service.ts';
import { batchReference, isTampered, moneyText } from '../list/payouts.present.ts';
import { tamperedOrders } from '../list/payouts.settled.service.ts';
import type { PayoutsDeps } from '../payouts.ports.ts';
import { listBatchRows, readBatch, type BatchRow } from './payouts.batches.queries.ts';
import { countedOf, sumsOfDay } from './payouts.sums.ts';

/** Applies the rules of dual approval to a batch not yet released; `isWarned`: the node does not confirm its coins. */
export async function ruleOn(
  db: Db,
  deps: PayoutsDeps,
  actor: Actor,
  { batch, lines, isWarned = false }: { batch: BatchRow; lines: readonly PayoutRow[]; isWarned?: boolean },
) {
  const { payoutRelease, payoutOverUsd, warnedApproval } = deps.fourEyes.rules;
  const countedPayouts = lines.map(countedOf);
  const sums = await sumsOfDay(db, { rates: deps.rates, now: deps.now() }, countedPayouts);
  const limit = payoutOverUsd === null ? undefined : amountOf('usd', String(payoutOverUsd));
  const isOver = (usd: Amount<'usd'> | null) => limit !== undefined && (usd === null || usd.gt(limit));
  const needsSecond = payoutRelease || (isWarned && warnedApproval) || [...sums.values()].some(isOver);
  // The first member is the one who made the batch, or approved one of its payouts.
  const isFirst = batch.madeBy === actor.userId || lines.some(({ approvedBy }) => approvedBy === actor.userId);
  const isBySum = !payoutRelease && [...sums.values()].some(isOver);
  const secondRule = payoutRelease || isBySum ? { overUsd: isBySum ? payoutOverUsd : null } : null;
  return { needsSecond, secondRule, isOwn: needsSecond && isFirst, sums };
}

/** Number of lines of a batch in each state. */
function statesOf(lines: readonly Pick<PayoutRow, 'attemptState'>[]): BatchView['states'] {
  const states: BatchView['states'] = {};
  for (const { attemptState } of lines) if (attemptState) states[attemptState] = (states[attemptState] ?? 0) + 1;
  return states;
}

/** Presents a batch to this reader. */
export async function presentBatch(db: Db, deps: PayoutsDeps, actor: Actor, batch: BatchRow): Promise<BatchView> {
  return present(db, deps, actor, batch, await readBatchLines(db, { batchId: batch.id }));
}

async function present(
  db: Db,
  deps: PayoutsDeps,
  actor: Actor,
  batch: BatchRow,
  lines: readonly PayoutRow[],
): Promise<BatchView> {
  const { seq, accountId, accountName, makerName, releaserName, senderName, ...row } = batch;
  const { state, currency } = row;
  const rule = state === 'prepared' ? await ruleOn(db, deps, actor, { batch, lines }) : undefined;
  const mayRelease = actor.may.includes('payouts.release');
  const whyNot = !rule ? null : !mayRelease ? 'not_permitted' : rule.isOwn ? 'own_request' : null;
  const memberView = (by: string | null, name: string | null) => (by === null ? null : { id: by, name: name ?? '' });
  return {
    ...toWireRow(row),
    reference: batchReference(seq),
    account: memberView(accountId, accountName),
    total: moneyText(row.total, currency),
    methods: [...new Set(lines.map((line) => methodOf(line.details)))],
    madeBy: { id: row.madeBy, name: makerName },
    releasedBy: memberView(row.releasedBy, releaserName),
    sentBy: memberView(row.sentBy, senderName),
    needsSecond: rule?.needsSecond ?? batch.needsSecond,
    secondRule: rule?.secondRule ?? null,
    mayRelease: rule !== undefined && whyNot === null,
    whyNot,
    sumsOfDay: [...(rule?.sums ?? [])].flatMap(([userId, usd]) =>
      usd === null ? [] : [{ userId, usd: toMinorText(usd, usdCents) }],
    ),
    states: statesOf(lines),
    tampered: lines.some(isTampered) || (await tamperedOrders(db, lines)).size > 0,
  };
}

/** Returns a batch with its payouts as they were frozen, and how each ended. */
export async function batchDetails(deps: PayoutsDeps, actor: Actor, id: Id<'payoutBatch'>): Promise<BatchDetails> {
  const batch = await readBatch(deps.db, id);
  const lines = await readBatchLines(deps.db, { batchId: id });
  const views = await presentPayouts(deps.db, deps, lines, { format: batch.format, isFrozen: true });
  return {
    ...(await present(deps.db, deps, actor, batch, lines)),
    lines: views.map((view, index) => ({ ...view, attemptState: lines[index]?.attemptState ?? 'void' })),
  };
}

/** A page of batches. */
export async function listBatches(
  deps: PayoutsDeps,
  actor: Actor,
  { state, q, sort, page, pageSize }: QueryOf<typeof listBatchesContract>,
): Promise<{ rows: BatchView[]; total: number }> {
  const states = state === undefined ? null : [state].flat();
  const seesNotes = !actor.masks.includes('accounts');
  const filter = { states, pattern: q ? containsPattern(q) : null, seesNotes, sort };
  const slice = { limit: pageSize, offset: (page - 1) * pageSize };
  const { rows, total } = await listBatchRows(deps.db, filter, slice);
  const batches: BatchView[] = [];
  for (const row of rows) batches.push(await presentBatch(deps.db, deps, actor, row));
  return { rows: batches, total };
}

import type { Db } from '#server/db/connection.ts';
import { isSignedRow, signedTables } from '#server/db/signing/signed-rows.ts';
import {
  findOpenSignedOrders,
  listTodo,
  readEvidence,
  type EvidenceRow,
  type TodoOrder,
} from '#server/features/orders/list/orders.work.service.ts';
import { settingsOf } from '#server/features/settings/settings.service.ts';
import type { Actor } from '#server/http/guards/actor.ts';
import { textToWire } from '#server/lib/wire.ts';
import { decimal } from '#shared/kernel/money.ts';
import { leftReasons, type LeftReason, type Matching } from '#shared/orders/admin/orders.matching.contract.ts';
import { isSamePayee, type PayeeAccount } from '#shared/orders/orders.review.ts';
import { verdictWordOf, type VerdictWord } from '#shared/orders/orders.verdict-levels.ts';
import { compareNames } from '#shared/payouts/payee.names.ts';
import { impossibleNumberOf } from '#shared/reference/account-numbers.ts';
import { dayMs } from '#shared/reference/units-of-time.ts';
import type { PayoutsDeps } from '../payouts.ports.ts';

const ofWord: Record<VerdictWord, LeftReason | null> = {
  green: null,
  pale: null,
  over: 'over',
  amber: 'uncertain',
  grey: 'not_checked',
  short: 'short',
  red: 'not_confirmed',
};

/** The fields of an order that decide whether a member has to look at it alone. */
type Judged = Pick<TodoOrder, 'id' | 'valueUsd'>;

/** The flags against approving an order with many others. */
function flagsOf({ review, limits, rules }: { review: EvidenceRow } & Limits, { valueUsd }: Judged): LeftReason[] {
  const { warnings, userStatus, similarProofs, approvedName, cameBack, customerFigures, samePayee } = review;
  const { lastPayout, paymentDetails, currency } = review;
  const accountName = paymentDetails?.accountName ?? null;
  const isNamedOtherwise =
    approvedName !== null && accountName !== null && compareNames(accountName, approvedName.name) !== 'match';
  const isOver = (value: string, limit: number | null) => limit !== null && decimal(value).gt(decimal(String(limit)));
  const flags = [
    userStatus !== 'active' && 'blocked',
    warnings.same_proof && 'same_proof',
    warnings.same_document && 'same_document',
    warnings.address_stopped && 'address_stopped',
    paymentDetails !== null && impossibleNumberOf(paymentDetails, currency) !== undefined && 'wrong_number',
    (similarProofs ?? []).length > 0 && 'similar_proof',
    (samePayee ?? []).length > 0 && 'same_payee',
    isNamedOtherwise && 'other_name',
    cameBack !== null && 'came_back',
    lastPayout !== null && !(paymentDetails && isSamePayee(lastPayout.details, paymentDetails)) && 'other_account',
    approvedName === null && isOver(customerFigures.recentUsd, limits.kycUsd) && 'over_limit',
    isOver(valueUsd, rules.payoutOverUsd) && 'second_look',
  ] as const;
  return flags.filter((flag) => flag !== false);
}

/** The reasons that hold, the worst first: a flag is not hidden by a lesser verdict on the deposit. */
const sorted = (reasons: readonly (LeftReason | null)[]): LeftReason[] =>
  leftReasons.filter((reason) => reasons.includes(reason));

type Limits = {
  limits: { kycUsd: number; kycDays: number };
  rules: { payoutOverUsd: number | null };
};

/** At most so many are read by one statement, so that none holds a connection for long. */
const batchSize = 100;

/**
 * Reads what speaks against approving orders with many others, by their ids and the worst first, beside the verdicts on
 * their deposits.
 */
export async function readFlags(
  deps: PayoutsDeps,
  db: Pick<Db, 'ask'>,
  orders: readonly Judged[],
): Promise<ReadonlyMap<string, LeftReason[]>> {
  const { limits } = settingsOf(deps);
  const since = new Date(deps.now().getTime() - limits.kycDays * dayMs);
  const { rules } = deps.fourEyes;
  const flags = new Map<string, LeftReason[]>();
  for (let from = 0; from < orders.length; from += batchSize) {
    const orderChunk = orders.slice(from, from + batchSize);
    const evidence = await readEvidence(db, { ids: orderChunk.map(({ id }) => id), since });
    const byId = new Map(evidence.map((review) => [review.id, review]));
    for (const order of orderChunk) {
      const review = byId.get(order.id);
      flags.set(order.id, review ? sorted(flagsOf({ review, limits, rules }, order)) : ['not_checked']);
    }
  }
  return flags;
}

const accountOf = ({ accountName, accountNumber, bankName }: PayeeAccount): PayeeAccount => ({
  accountName,
  accountNumber,
  bankName,
});

function matchOf(order: TodoOrder): Matching['matching'][number] {
  const { id, reference, version, given, unit, paymentDetails, payout, currency } = order;
  const account = paymentDetails && accountOf(paymentDetails);
  return { id, reference, version, given: textToWire(given), unit, account, payout, currency };
}

/**
 * All orders that this member can decide now: those that can be approved together, and the others with their reasons.
 */
export async function matchingOrders(deps: PayoutsDeps, { userId: readerId }: Actor): Promise<Matching> {
  const { db } = deps;
  const all = await listTodo(db, { readerId });
  const words = new Map((await deps.deposits.levels()).map((verdict) => [verdict.id, verdictWordOf(verdict)]));
  const signedOrders = await findOpenSignedOrders(db, { ids: all.map(({ id }) => id) });
  const forgedIds = new Set(signedOrders.filter((row) => !isSignedRow(signedTables.order, row)).map(({ id }) => id));
  const genuine = all.filter(({ id }) => !forgedIds.has(id));
  const flags = await readFlags(deps, db, genuine);
  const matching: Matching['matching'] = [];
  const left: Matching['left'] = [];
  for (const order of all) {
    const { id, reference } = order;
    const reasons = [ofWord[words.get(id) ?? 'grey'], ...(flags.get(id) ?? [])];
    const [reason, ...otherReasons] = forgedIds.has(id) ? (['tampered'] as const) : sorted(reasons);
    if (reason === undefined) matching.push(matchOf(order));
    else left.push({ id, reference, reason, also: otherReasons });
  }
  return { matching, left };
}

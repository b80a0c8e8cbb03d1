import { aliasedTable, and, eq, inArray, isNull, notExists as hasNone, or, sql } from 'drizzle-orm';
import type { Tx } from '#server/db/connection.ts';
import { manyOf, type ListsOf } from '#server/db/many.ts';
import {
  placeholderValues,
  first,
  isOneOf,
  rows,
  sent,
  type Blanks,
  type Drizzle,
  type Reads,
  type TransactionSender,
} from '#server/db/query.ts';
import { orders } from '#server/features/orders/orders.tables.ts';
import { fullNameOrNull, users } from '#server/features/users/users.tables.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { lineMatches } from '../payouts.statements.tables.ts';
import { payouts } from '../payouts.tables.ts';

/** The live matches of lines, with who matched and what: a payout and its sum, or an exchange. */
export const readMatches = rows((db: Reads, { lineIds }: Blanks<{ lineIds: readonly Id<'statementLine'>[] }>) =>
  db
    .select({
      lineId: lineMatches.lineId,
      rule: lineMatches.rule,
      role: lineMatches.role,
      amount: lineMatches.amount,
      at: lineMatches.matchedAt,
      byId: lineMatches.matchedBy,
      byName: fullNameOrNull(users),
      transactionId: lineMatches.orderId,
      payoutId: lineMatches.payoutId,
      reference: orders.reference,
      payoutAmount: payouts.amount,
    })
    .from(lineMatches)
    .leftJoin(users, eq(users.id, lineMatches.matchedBy))
    .leftJoin(payouts, eq(payouts.id, lineMatches.payoutId))
    .leftJoin(orders, eq(orders.id, payouts.orderId))
    .where(and(isOneOf(lineMatches.lineId, lineIds), isNull(lineMatches.undoneAt)))
    .orderBy(orders.reference, lineMatches.id),
);
export type MatchOfLine = Awaited<ReturnType<typeof readMatches>>[number];

export type NewMatch = Pick<
  typeof lineMatches.$inferInsert,
  'lineId' | 'payoutId' | 'attemptId' | 'orderId' | 'role' | 'rule' | 'amount' | 'splitGroup'
>;

const writtenMatches = manyOf(
  lineMatches,
  'lineId',
  'payoutId',
  'attemptId',
  'orderId',
  'role',
  'rule',
  'amount',
  'splitGroup',
  'matchedBy',
  'matchedAt',
  'reason',
);
const addMatches = sent((db: Drizzle, lists: ListsOf<typeof writtenMatches>) =>
  db.insert(lineMatches).select(writtenMatches.rowsOf(lists)),
);

/** Stores the matches of lines. */
export async function insertMatches(
  tx: TransactionSender,
  matches: readonly NewMatch[],
  { by, now, reason = null }: { by: string | null; now: Date; reason?: string | null },
): Promise<void> {
  await addMatches(
    tx,
    writtenMatches.listsOf(matches.map((match) => ({ ...match, matchedBy: by, matchedAt: now, reason }))),
  );
}

const match = {
  id: lineMatches.id,
  lineId: lineMatches.lineId,
  payoutId: lineMatches.payoutId,
  attemptId: lineMatches.attemptId,
  orderId: lineMatches.orderId,
  role: lineMatches.role,
  amount: lineMatches.amount,
};

/** The live matches of a line, and of the other parts of the payment where it is one. */
export const lockMatches = rows((db: Drizzle, { lineId }: Blanks<{ lineId: Id<'statementLine'> }>) => {
  const groups = db
    .select({ splitGroup: lineMatches.splitGroup })
    .from(lineMatches)
    .where(and(eq(lineMatches.lineId, lineId), isNull(lineMatches.undoneAt)));
  return db
    .select(match)
    .from(lineMatches)
    .where(
      and(isNull(lineMatches.undoneAt), or(eq(lineMatches.lineId, lineId), inArray(lineMatches.splitGroup, groups))),
    )
    .orderBy(lineMatches.id)
    .for('update');
});
export type MatchRow = Awaited<ReturnType<typeof lockMatches>>[number];

type MatchEnd = { ids: readonly Id<'lineMatch'>[]; now: Date; by: Id<'user'>; reason: string };

export const endMatches = sent((db: Drizzle, { ids, now, by, reason }: Blanks<MatchEnd>) =>
  db
    .update(lineMatches)
    .set(placeholderValues({ undoneAt: now, undoneBy: by, undoneReason: reason }))
    .where(isOneOf(lineMatches.id, ids)),
);

/** The reason why the settling match of returned money is not live any more. */
export const endedByReturn = 'returned';

type ReturnedMatch = { attemptId: Id<'payoutAttempt'> | null; now: Date; by: Id<'user'> | null };

/** Ends the matches that showed the arrival of money which was returned. */
export const endSettlingMatches = sent((db: Drizzle, { attemptId, now, by }: Blanks<ReturnedMatch>) =>
  db
    .update(lineMatches)
    .set({ ...placeholderValues({ undoneAt: now, undoneBy: by }), undoneReason: endedByReturn })
    .where(
      and(
        eq(lineMatches.attemptId, attemptId),
        inArray(lineMatches.role, ['settled', 'fee']),
        isNull(lineMatches.undoneAt),
      ),
    ),
);

const otherMatches = aliasedTable(lineMatches, 'others');
const lastEnd = sql`(select max(${otherMatches.undoneAt}) from ${lineMatches} ${otherMatches}
  where ${otherMatches.attemptId} = ${lineMatches.attemptId} and ${otherMatches.undoneReason} = ${endedByReturn})`;

const listLastEnded = rows((db: Reads, { attemptIds }: Blanks<{ attemptIds: readonly (string | null)[] }>) =>
  db
    .select()
    .from(lineMatches)
    .where(
      and(
        isOneOf(lineMatches.attemptId, attemptIds),
        eq(lineMatches.undoneReason, endedByReturn),
        eq(lineMatches.undoneAt, lastEnd),
      ),
    ),
);

/** Restores the matches that showed the arrival of money whose return was a mistake. The ids are of those attempts. */
export async function restoreSettlingMatches(
  tx: Tx,
  attemptIds: readonly (string | null)[],
  now: Date,
): Promise<(string | null)[]> {
  const endedMatches = await listLastEnded(tx, { attemptIds });
  await addMatches(tx, writtenMatches.listsOf(endedMatches.map((row) => ({ ...row, matchedAt: now }))));
  return endedMatches.map(({ attemptId }) => attemptId);
}

/** An exchange that no line has paid yet, locked; one that was refused may still be paid, and owes the money back. */
export const readPayableExchange = first((db: Drizzle, { orderId }: Blanks<{ orderId: Id<'order'> }>) => {
  const paying = db
    .select({ id: lineMatches.id })
    .from(lineMatches)
    .where(and(eq(lineMatches.orderId, orders.id), isNull(lineMatches.undoneAt)));
  return db
    .select({ userId: orders.userId, status: orders.status, fromCurrency: orders.fromCurrency, amount: orders.amount })
    .from(orders)
    .where(and(eq(orders.id, orderId), eq(orders.type, 'fiat'), hasNone(paying)))
    .for('update');
});

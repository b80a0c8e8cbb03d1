import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm';
import { union } from 'drizzle-orm/pg-core';
import { isOneOf, rows, type Blanks, type Reads } from '#server/db/query.ts';
import { orders } from '#server/features/orders/orders.tables.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { lineMatches, statementLines } from '../payouts.statements.tables.ts';
import { payoutAttempts, payoutBatches, payouts } from '../payouts.tables.ts';

type Sources = {
  currency: string;
  references: readonly string[];
  /** Numbers of batches. */
  batches: readonly number[];
  amounts: readonly string[];
  accountId: Id<'deskAccount'>;
};

const hasLine = sql`exists (select from ${lineMatches} where ${lineMatches.payoutId} = ${payouts.id}
  and ${lineMatches.attemptId} = ${payoutAttempts.id} and ${lineMatches.role} = 'settled'
  and ${lineMatches.undoneAt} is null)`;

/**
 * Attempts of a currency that lines of an account may be about: by order, by batch, or sent and of an equal amount.
 * Attempts that another account paid are left out; one paid by hand names no account, and may be of any.
 */
export const readAttempts = rows(
  (db: Reads, { currency, references, batches, amounts, accountId }: Blanks<Sources>) => {
    const attempt = { id: payoutAttempts.id };
    const meantAttempts = union(
      db
        .select(attempt)
        .from(orders)
        .innerJoin(payouts, eq(payouts.orderId, orders.id))
        .innerJoin(payoutAttempts, eq(payoutAttempts.payoutId, payouts.id))
        .where(isOneOf(orders.reference, references)),
      db
        .select(attempt)
        .from(payoutBatches)
        .innerJoin(payoutAttempts, eq(payoutAttempts.batchId, payoutBatches.id))
        .where(isOneOf(payoutBatches.seq, batches)),
      db
        .select(attempt)
        .from(payoutAttempts)
        .where(
          and(
            eq(payoutAttempts.state, 'sent'),
            eq(payoutAttempts.currency, currency),
            isOneOf(payoutAttempts.amount, amounts),
          ),
        ),
    );
    return db
      .select({
        id: payoutAttempts.id,
        payoutId: payoutAttempts.payoutId,
        endToEndId: payoutAttempts.endToEndId,
        amount: payoutAttempts.amount,
        state: payoutAttempts.state,
        reference: orders.reference,
        payoutState: payouts.state,
        batchSeq: payoutBatches.seq,
        batchTotal: payoutBatches.total,
        hasLine: hasLine.mapWith(Boolean),
      })
      .from(payoutAttempts)
      .innerJoin(payouts, eq(payouts.id, payoutAttempts.payoutId))
      .innerJoin(orders, eq(orders.id, payouts.orderId))
      .leftJoin(payoutBatches, eq(payoutBatches.id, payoutAttempts.batchId))
      .where(
        and(
          eq(payoutAttempts.currency, currency),
          or(isNull(payoutBatches.accountId), eq(payoutBatches.accountId, accountId)),
          inArray(payoutAttempts.id, meantAttempts),
        ),
      )
      .orderBy(payoutAttempts.sentAt, payoutAttempts.id);
  },
);
export type AttemptRow = Awaited<ReturnType<typeof readAttempts>>[number];

const isPaid = sql`exists (select from ${lineMatches} where ${lineMatches.orderId} = ${orders.id}
  and ${lineMatches.undoneAt} is null)`;

/** The orders that lines name, and which of them a line has paid. */
export const readNamedOrders = rows((db: Reads, { references }: Blanks<{ references: readonly string[] }>) =>
  db
    .select({
      id: orders.id,
      reference: orders.reference,
      type: orders.type,
      fromCurrency: orders.fromCurrency,
      amount: orders.amount,
      isPaid: sql`${isPaid}`.mapWith(Boolean),
    })
    .from(orders)
    .where(isOneOf(orders.reference, references)),
);

/** Lines of earlier files that may be a part of a payment. */
export const readOpenParts = rows((db: Reads, { accountId }: Blanks<{ accountId: Id<'deskAccount'> }>) =>
  db
    .select({
      id: statementLines.id,
      amount: statementLines.amount,
      currency: statementLines.currency,
      text: statementLines.text,
      endToEndId: sql`coalesce(${statementLines.endToEndId}, '')`.mapWith(String),
    })
    .from(statementLines)
    .where(
      and(
        eq(statementLines.accountId, accountId),
        eq(statementLines.state, 'unmatched'),
        eq(statementLines.direction, 'out'),
        eq(statementLines.rule, 'amount_differs'),
      ),
    )
    .orderBy(statementLines.bookedOn, statementLines.id)
    .limit(5_000),
);

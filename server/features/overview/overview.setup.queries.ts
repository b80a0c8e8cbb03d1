import { and, eq, exists, gt, isNotNull, isNull, ne, not, or, sql, type SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { now } from '#server/db/fragments.ts';
import { oneRow } from '#server/db/one-row.ts';
import { one, sent, type Blanks, type Drizzle, type Reads } from '#server/db/query.ts';
import { secondFactors } from '#server/features/auth/auth.tables.ts';
import { chainCursors } from '#server/features/chains/chains.tables.ts';
import { outbox } from '#server/features/mail/mail.tables.ts';
import { orderEvents, orders } from '#server/features/orders/orders.tables.ts';
import { paymentMethods } from '#server/features/payment-methods/payment-methods.tables.ts';
import { deskAccounts } from '#server/features/payouts/payouts.tables.ts';
import { settings } from '#server/features/settings/settings.tables.ts';
import { teamMembers } from '#server/features/team/team.tables.ts';
import { users } from '#server/features/users/users.tables.ts';
import { depositWallets } from '#server/features/wallets/wallets.tables.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { samplesIn } from './overview.queries.ts';

/** Finds the operator's own rows; samples do not count. */
const ownRows = (db: Reads, table: PgTable, { isActive, isSample }: { isActive: PgColumn; isSample: PgColumn }) => {
  const active = (sample: boolean) =>
    exists(
      db
        .select({ one: sql`1` })
        .from(table)
        .where(and(eq(isActive, true), eq(isSample, sample))),
    );
  return and(active(false), not(active(true)));
};

/**
 * An order that its customer or the product ended, such as one without a proof. Its few events are counted: `exists` is
 * planned as a join where statistics expect few such orders, and that reads the events of all.
 */
const hasEndedItself = (db: Reads) => {
  const isEnd = and(eq(orderEvents.toStatus, orders.status), ne(orderEvents.actorKind, 'admin'));
  return gt(db.$count(orderEvents, and(eq(orderEvents.orderId, orders.id), isEnd)), 0);
};
/** The event by which the team approved an order for payout. */
const isApproval = and(eq(orderEvents.stage, 'approved'), eq(orderEvents.actorKind, 'admin'));

/** The reader of this value validates its shape. */
const parsedValue = (value: unknown): unknown => value;
const isTrue = (condition: SQL | undefined) => sql`${condition}`.mapWith(Boolean);

/** The steps of the set-up that are visible in the data; the second factor is that of this user. */
export const readSetup = one((db: Reads, { userId }: Blanks<{ userId: Id<'user'> }>) => {
  const hasRow = (table: PgTable, condition: SQL | undefined) =>
    exists(
      db
        .select({ one: sql`1` })
        .from(table)
        .where(condition),
    );
  const { userId: factorOf, confirmedAt } = secondFactors;
  const { userId: memberId, endsAt } = teamMembers;
  const isActive = hasRow(users, and(eq(users.id, memberId), eq(users.status, 'active')));
  const colleague = and(ne(memberId, userId), isNull(endsAt), isActive);
  const marks = db.select({ value: settings.value }).from(settings).where(eq(settings.key, 'setup'));
  return db
    .select({
      secondFactor: isTrue(hasRow(secondFactors, and(eq(factorOf, userId), isNotNull(confirmedAt)))),
      mail: isTrue(hasRow(outbox, and(eq(outbox.template, 'setup_test'), isNotNull(outbox.sentAt)))),
      addresses: isTrue(and(ownRows(db, depositWallets, depositWallets), ownRows(db, paymentMethods, paymentMethods))),
      chains: isTrue(hasRow(chainCursors, isNotNull(chainCursors.okAt))),
      account: isTrue(hasRow(deskAccounts, eq(deskAccounts.isActive, true))),
      testOrder: isTrue(
        or(hasRow(orders, and(isNotNull(orders.decidedAt), not(hasEndedItself(db)))), hasRow(orderEvents, isApproval)),
      ),
      team: isTrue(
        or(hasRow(users, and(ne(users.id, userId), eq(users.role, 'admin'))), hasRow(teamMembers, colleague)),
      ),
      sampleAddresses: samplesIn(db, depositWallets, depositWallets),
      sampleAccounts: samplesIn(db, paymentMethods, paymentMethods),
      /** Steps that were opened or skipped. */
      marks: sql`${marks}`.mapWith(parsedValue),
    })
    .from(oneRow);
});

/** Stores that a step was looked at or skipped, beside the marks of the others. */
export const writeMark = sent(
  (db: Drizzle, { step, state, userId }: Blanks<{ step: string; state: string; userId: Id<'user'> }>) =>
    db
      .insert(settings)
      .values({ key: 'setup', value: sql`jsonb_build_object(${step}::text, ${state}::text)`, updatedBy: userId })
      .onConflictDoUpdate({
        target: settings.key,
        set: { value: sql`${settings.value} || excluded.value`, updatedBy: sql`excluded.updated_by`, updatedAt: now },
      }),
);

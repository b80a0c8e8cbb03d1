import { aliasedTable, and, eq, gt, isNull, notInArray, sql } from 'drizzle-orm';
import { textOrNull } from '#server/db/fragments.ts';
import { exclusiveLock } from '#server/db/locks.ts';
import { first, one, type Blanks, type Drizzle, type Reads } from '#server/db/query.ts';
import { orderSettlements } from '#server/features/settlements/settlements.tables.ts';
import { users } from '#server/features/users/users.tables.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { refusedStatuses } from '#shared/orders/orders.lifecycle.ts';
import { erasedCustomers, orders } from './orders.tables.ts';

type ById = Blanks<{ id: Id<'user'> }>;

/** The columns of a customer that a mail needs; a deleted customer has no address. */
export const reader = {
  email: users.email,
  firstName: users.firstName,
  language: users.language,
  country: users.country,
};

type CustomerFilter = { userId: Id<'user'>; since: Date; addressHashes: readonly Buffer[] };
const me = aliasedTable(users, 'me');

/**
 * Sums a customer's orders since a moment in US dollars, settled else agreed, over all accounts of the mailbox, and of
 * the phone number if the team entered one of them: a number that customers typed is not proved.
 */
export const sumValueUsd = one((db: Reads, { userId, since, addressHashes }: Blanks<CustomerFilter>) => {
  const ofMailbox = sql`select ${userId}::uuid union
    select ${users.id} from ${users} ${me} join ${users} on mailbox_of(${users.email}) = mailbox_of(${me.email})
      where ${me.id} = ${userId} union
    select ${users.id} from ${users} ${me} join ${users} on ${users.mobileNumber} = ${me.mobileNumber}
      where ${me.id} = ${userId} and 'brought' in (${users.origin}, ${me.origin}) union
    select ${erasedCustomers.userId} from ${erasedCustomers}
      where ${erasedCustomers.addressHash} = any(${addressHashes}::bytea[])`;
  const paidUsd = sql`round(${orders.valueUsd} * ${orderSettlements.paidFor} / nullif(${orders.amount}, 0), 2)`;
  return db
    .select({ usedUsd: sql`coalesce(sum(coalesce(${paidUsd}, ${orders.valueUsd})), 0)`.mapWith(String) })
    .from(orders)
    .leftJoin(orderSettlements, and(eq(orderSettlements.orderId, orders.id), isNull(orderSettlements.voidedAt)))
    .where(
      and(
        sql`${orders.userId} = any(array(${ofMailbox}))`,
        gt(orders.createdAt, since),
        notInArray(orders.status, [...refusedStatuses]),
      ),
    );
});

/**
 * Locks all accounts of a mailbox and of a number, so that one transaction at a time counts the orders of a customer.
 */
export const lockCustomer = first((db: Drizzle, { id }: ById) =>
  db
    .select({
      status: users.status,
      ...reader,
      mailboxLock: exclusiveLock(sql`'mailbox ' || mailbox_of(${users.email})`),
      numberLock: exclusiveLock(sql`'number ' || ${users.mobileNumber}`),
    })
    .from(users)
    .where(eq(users.id, id))
    .for('no key update'),
);
export type LockedCustomer = NonNullable<Awaited<ReturnType<typeof lockCustomer>>>;

/** Locks a customer and reads if they can sign in: they cannot be blocked or erased before this transaction ends. */
export const lockCustomerStatus = first((db: Drizzle, { id }: ById) =>
  db
    .select({ status: users.status, origin: users.origin, emailVerifiedAt: users.emailVerifiedAt })
    .from(users)
    .where(eq(users.id, id))
    .for('key share'),
);

/** The mailbox of a user, by the address without what only labels it; null once erased. */
export const findMailbox = first((db: Reads, { id }: ById) =>
  db
    .select({ mailbox: sql`mailbox_of(${users.email})`.mapWith(textOrNull) })
    .from(users)
    .where(eq(users.id, id)),
);

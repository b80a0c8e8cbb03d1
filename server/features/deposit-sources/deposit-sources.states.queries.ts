import { desc, eq, sql, type Placeholder, type SQL, type SQLWrapper } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Reads } from '#server/db/query.ts';
import { chainTransfers } from '#server/features/chains/chains.tables.ts';
import { cryptoAssets } from '#server/features/rates/rates.tables.ts';
import { depositAddressStops } from '#server/features/wallets/wallets.tables.ts';
import { addressLeases, depositAddresses } from './deposit-sources.tables.ts';

/**
 * Conditions on an own address with its newest lease: for whom it is free. A lease to which less than the minimum
 * deposit came counts as unpaid: an attacker can send dust to every address.
 */

const givenLease = alias(addressLeases, 'given_lease');

/** The newest lease of each address, to join from its row. */
export const newestLease = (db: Reads) =>
  db
    .select()
    .from(givenLease)
    .where(eq(givenLease.addressId, depositAddresses.id))
    .orderBy(desc(givenLease.leasedAt))
    .limit(1)
    .as('lease');

export type NewestLease = ReturnType<typeof newestLease>;
type LeaseStart = { leasedAt: SQLWrapper };

/** Transfers to the address that were not lost again. */
const transfersTo = sql`from ${chainTransfers} where ${chainTransfers.chain} = ${depositAddresses.chain}
  and ${chainTransfers.toAddress} = ${depositAddresses.address}
  and (${depositAddresses.tag} = '' or ${chainTransfers.toTag} = ${depositAddresses.tag})
  and ${chainTransfers.state} in ('seen', 'included', 'final')`;
const isWorthSale = sql`${chainTransfers.amount} >= (select ${cryptoAssets.minimumDeposit} from ${cryptoAssets}
  where ${cryptoAssets.id} = ${chainTransfers.coinId})`;
const isSince = ({ leasedAt }: LeaseStart) => sql`${chainTransfers.firstSeenAt} >= ${leasedAt}`;

/** True if any amount ever reached the address, dust included. */
export const wasTouched = sql`exists (select ${transfersTo})`;

/** Condition that anything arrived at an address since a lease began, dust included. */
export const wasTouchedSince = (lease: LeaseStart): SQL => sql`exists (select ${transfersTo} and ${isSince(lease)})`;

/** Condition that a lease was paid. */
export const isPaidLease = (lease: LeaseStart): SQL =>
  sql`exists (select ${transfersTo} and ${isSince(lease)} and ${isWorthSale})`;

export type RestTime = { now: Placeholder<string, Date>; restDays: Placeholder<string, number> };

/**
 * Condition that a paid address of a list still rests: this many days after its payment, or after the end of the paid
 * lease.
 */
export const restsAsPaid = (lease: NewestLease, { now, restDays }: RestTime): SQL =>
  sql`exists (select ${transfersTo} and ${isWorthSale} and greatest(${chainTransfers.firstSeenAt},
    case when ${isSince(lease)} then ${lease.endedAt} end) + make_interval(days => ${restDays}) > ${now})`;

/** True if this address was stopped by itself, without its source. */
export const isStopped = sql`exists (select from ${depositAddressStops}
  where ${depositAddressStops.address} = ${depositAddresses.address}
    and ${depositAddressStops.memo} = ${depositAddresses.tag})`;

/**
 * Condition that an address may be leased at all: it is live, was not stopped, and was shown to no customer unknown to
 * this database.
 */
export const isUsable = (now: Placeholder<string, Date>): SQL =>
  sql`${depositAddresses.liveAt} <= ${now}
    and (${depositAddresses.restsUntil} is null or ${depositAddresses.restsUntil} <= ${now}) and not ${isStopped}`;

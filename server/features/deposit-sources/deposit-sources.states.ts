/**
 * SQL about an own address `a` with its newest lease `l`: when it is free for whom. Unpaid is a lease to which nothing came
 * that is worth a sale: less than the minimum deposit of its coin is dust, which an attacker can send to every address there is.
 */

/** The newest lease of address `a`, as `l`. */
export const newestLease = `left join lateral (select n.* from address_leases n where n.address_id = a.id
  order by n.leased_at desc limit 1) l on true`;

/** Transfers `t` to address `a` that were not lost again. */
const transfersTo = `from chain_transfers t where t.chain = a.chain and t.to_address = a.address
  and (a.tag = '' or t.to_tag = a.tag) and t.state in ('seen', 'included', 'final')`;
const isWorthSale = 't.amount >= (select c.minimum_deposit from crypto_assets c where c.id = t.coin_id)';

/** True if anything ever came to it, dust included. */
export const wasTouched = `exists (select ${transfersTo})`;

/** True if anything came since its newest lease began, dust included. */
export const wasTouchedSinceLease = `exists (select ${transfersTo} and t.first_seen_at >= l.leased_at)`;

/** True if its newest lease was paid. */
export const isPaidLease = `exists (select ${transfersTo} and t.first_seen_at >= l.leased_at and ${isWorthSale})`;

/** True if a paid address of a list rests: so many days after it was paid, or after the lease that was paid has ended. */
export const restsAsPaid = (now: string, days: string): string =>
  `exists (select ${transfersTo} and ${isWorthSale} and greatest(t.first_seen_at,
     case when t.first_seen_at >= l.leased_at then l.ended_at end) + make_interval(days => ${days}) > ${now})`;

/** True if it was stopped, alone. */
export const isStopped = `exists (select from deposit_address_stops x where x.address = a.address and x.memo = a.tag)`;

/** True if it may be given out at all: it is live, was not stopped, and was shown to no customer of whom this database does not know. */
export const isUsable = (now: string): string =>
  `a.live_at <= ${now} and (a.rests_until is null or a.rests_until <= ${now}) and not ${isStopped}`;

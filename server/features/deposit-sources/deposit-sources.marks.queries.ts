import { column, orNull } from '#server/db/rows.ts';
import { readStatement, writeStatement } from '#server/db/statements.ts';
import { newestLease } from './deposit-sources.states.ts';

const living = {
  id: column.uuid,
  sourceId: column.uuid,
  index: column.integer,
  leasedAt: column.moment,
  watchedUntil: column.moment,
};

/** The leases of a customer that have not ended. */
export const listLiving = readStatement(living).rows<[userId: string]>()`
  select l.id, a.source_id as "sourceId", a.address_index as index, l.leased_at as "leasedAt",
    l.watched_until as "watchedUntil"
  from address_leases l join deposit_addresses a on a.id = l.address_id where l.user_id = $1 and l.ended_at is null`;

const givable = { id: column.uuid, index: column.integer, leasedAt: orNull(column.moment) };

/** The addresses of a source that are given out again, each with the beginning of its newest lease. */
export const listGivable = readStatement(givable).rows<[sourceId: string]>()`
  select a.id, a.address_index as index, l.leased_at as "leasedAt"
  from deposit_addresses a join deposit_sources s on s.id = a.source_id ${newestLease}
  where a.source_id = $1 and (s.kind = 'pool' or a.paid_at is null)`;

/** Has addresses rest until these moments, and no shorter than before. */
export const restUntil = writeStatement({}).send<[ids: readonly string[], until: readonly Date[]]>()`
  update deposit_addresses a set rests_until = greatest(a.rests_until, r.until)
  from unnest($1::uuid[], $2::timestamptz[]) r (id, until) where a.id = r.id`;

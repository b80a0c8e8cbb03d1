import { batchSize, inBatches } from '#server/db/batches.ts';
import type { Db } from '#server/db/connection.ts';
import { column, filtered, orNull, type RowOf } from '#server/db/rows.ts';
import { readStatement } from '#server/db/statements.ts';
import { kycStates } from '#shared/users/users.contract.ts';
import { handledBy, handlingValues, type UserFilter, type UserSearch } from './users.admin.queries.ts';

const exportedUser = {
  id: column.uuid,
  createdAt: column.moment,
  firstName: column.text,
  middleName: orNull(column.text),
  lastName: column.text,
  email: filtered(column.text),
  status: filtered(column.oneOf(['active', 'blocked'])),
  role: column.oneOf(['customer', 'staff', 'admin']),
  kycStatus: column.oneOf(kycStates),
  country: orNull(column.text),
  language: column.text,
  /** With microseconds: where the next batch begins. */
  at: column.text,
};
export type ExportedUser = RowOf<typeof exportedUser>;

const known = `lower(coalesce(u.email, '') || ' ' || u.first_name || ' ' || u.last_name)`;
const batch = readStatement(exportedUser)`
  select u.id, u.created_at as "createdAt", u.first_name as "firstName", u.middle_name as "middleName",
    u.last_name as "lastName", u.email, u.status, u.role, u.kyc_status as "kycStatus", u.country, u.language,
    u.created_at::text as at
  from users u
  where u.status = any($1::text[]) and u.kyc_status = any($2::text[]) and u.created_at >= $3 and u.created_at < $4
    and ($5::text is null or ${known} like $5 or ${known} like $6 or u.id = any($10::uuid[]))
    and ${handledBy(11)}
    and (u.created_at, u.id) < ($7::timestamptz, $8::uuid)
  order by u.created_at desc, u.id desc limit $9`;

/** All users who match, newest first, in batches: each begins where the last ended. `before` is excluded. */
export async function* streamUsers(
  db: Pick<Db, 'run'>,
  { statuses, kyc, handling }: UserFilter,
  { from, before }: { from: Date; before: Date },
  search: UserSearch | null,
): AsyncGenerator<ExportedUser[]> {
  const [first, second] = search?.patterns ?? [null, null];
  const bounds = [statuses, kyc, from, before, first, second];
  const found = [search?.notedIds ?? [], ...handlingValues(handling)];
  yield* inBatches<ExportedUser>(({ at, id }) => db.run(batch, [...bounds, at, id, batchSize, ...found]));
}

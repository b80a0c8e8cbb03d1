import { batchSize, inBatches } from '#server/db/batches.ts';
import type { Db } from '#server/db/connection.ts';
import { column, orNull, type RowOf } from '#server/db/rows.ts';
import { readStatement } from '#server/db/statements.ts';
import { documentTypes, kycRequestStatuses } from '#shared/kyc/kyc.rules.ts';

const exportedRequest = {
  id: column.uuid,
  submittedAt: column.moment,
  userId: column.uuid,
  firstName: column.text,
  lastName: column.text,
  userEmail: orNull(column.text),
  status: column.oneOf(kycRequestStatuses),
  documentType: column.oneOf(documentTypes),
  reviewedAt: orNull(column.moment),
  reviewer: orNull(column.text),
  reviewNotes: orNull(column.text),
  /** With microseconds: where the next batch begins. */
  at: column.text,
};
export type ExportedRequest = RowOf<typeof exportedRequest>;

/** Each status is one ordered range of the index, so a batch reads no more than it holds. */
const batch = readStatement(exportedRequest).rows<
  [statuses: readonly string[], from: Date, before: Date, pattern: string | null, at: string, id: string, limit: number]
>()`
  select k.id, k.submitted_at as "submittedAt", k.user_id as "userId", u.first_name as "firstName",
    u.last_name as "lastName", u.email as "userEmail", k.status, k.document_type as "documentType", k.reviewed_at as "reviewedAt",
    r.email as reviewer, k.review_notes as "reviewNotes", k.submitted_at::text as at
  from (select f.id from unnest($1::text[]) s(status) cross join lateral (
      select k.id, k.submitted_at from kyc_requests k
      where k.status = s.status and k.submitted_at >= $2 and k.submitted_at < $3
        and ($4::text is null or k.user_id in (select u.id from users u
          where lower(coalesce(u.email, '') || ' ' || u.first_name || ' ' || u.last_name) like $4))
        and (k.submitted_at, k.id) < ($5::timestamptz, $6::uuid)
      order by k.submitted_at desc, k.id desc limit $7::int) f
    order by f.submitted_at desc, f.id desc limit $7) p
  join kyc_requests k on k.id = p.id join users u on u.id = k.user_id left join users r on r.id = k.reviewed_by
  order by k.submitted_at desc, k.id desc`;

export type RequestRange = { statuses: readonly string[]; from: Date; before: Date; pattern: string | null };

/** Requests that fit, newest first, in batches. `before` is excluded. */
export function streamRequests(
  db: Pick<Db, 'run'>,
  { statuses, from, before, pattern }: RequestRange,
): AsyncGenerator<ExportedRequest[]> {
  return inBatches(({ at, id }) => batch(db, statuses, from, before, pattern, at, id, batchSize));
}

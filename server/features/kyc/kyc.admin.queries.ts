import type { Db } from '#server/db/connection.ts';
import { column, orNull, type RowOf } from '#server/db/rows.ts';
import { readStatement } from '#server/db/statements.ts';
import type { WaitingSort } from '#shared/kernel/paging.ts';
import { documentTypes, kycLikenesses, kycRequestStatuses, kycSides } from '#shared/kyc/kyc.rules.ts';

type Status = (typeof kycRequestStatuses)[number];

/** A request as a row of the administrator's list. */
const adminRequest = {
  id: column.uuid,
  userId: column.uuid,
  firstName: column.text,
  middleName: orNull(column.text),
  lastName: column.text,
  userEmail: orNull(column.text),
  submittedAt: column.moment,
  status: column.oneOf(kycRequestStatuses),
  documentType: column.oneOf(documentTypes),
  front: orNull(column.text),
  back: orNull(column.text),
  selfie: orNull(column.text),
  reviewNotes: orNull(column.text),
  reviewedAt: orNull(column.moment),
  expiresOn: orNull(column.text),
  endedAt: orNull(column.moment),
  endedReason: orNull(column.text),
};
export type AdminRequest = RowOf<typeof adminRequest>;

/** Counting stops here, and paging by number ends there too. */
export const maxCounted = 10_000;

const line = `k.id, k.user_id as "userId", u.first_name as "firstName", u.middle_name as "middleName",
  u.last_name as "lastName", u.email as "userEmail", k.submitted_at as "submittedAt", k.status,
  k.document_type as "documentType", f.filename as front, b.filename as back, s.filename as selfie,
  k.review_notes as "reviewNotes", k.reviewed_at as "reviewedAt",
  k.expires_on::text as "expiresOn", k.ended_at as "endedAt", k.ended_reason as "endedReason"`;
const joined = `join users u on u.id = k.user_id left join files f on f.id = k.document_file
  left join files b on b.id = k.back_file left join files s on s.id = k.selfie_file`;

/** The expression of the index users_search, so that a search reads few users. */
const fits = `($1::text is null or k.user_id in (select u.id from users u
  where lower(coalesce(u.email, '') || ' ' || u.first_name || ' ' || u.last_name) like $1))`;

/** How the ranges of the statuses and the whole page are ordered; each range is read in its order from the index. */
const orders = {
  waiting: {
    range: (status: Status) => `k.submitted_at ${status === 'pending' ? 'asc' : 'desc'}`,
    page: (row: string) => `${row}.waits desc, case when ${row}.waits then ${row}.submitted_at end,
      ${row}.submitted_at desc, ${row}.id`,
  },
  newest: { range: () => 'k.submitted_at desc', page: (row: string) => `${row}.submitted_at desc, ${row}.id` },
  oldest: { range: () => 'k.submitted_at', page: (row: string) => `${row}.submitted_at, ${row}.id` },
};

/** One status is one ordered range of the index, so a page reads no more than is shown, however long the list. */
const pageOf = (statuses: readonly Status[], { range, page }: (typeof orders)[WaitingSort]) => {
  const ranges = statuses.map(
    (status) => `(select k.id, k.submitted_at, k.status = 'pending' as waits from kyc_requests k
       where k.status = '${status}' and ${fits} order by ${range(status)}, k.id limit $2::int + $3::int)`,
  );
  return readStatement(adminRequest).rows<[pattern: string | null, limit: number, offset: number]>()`
    select ${line} from (
      select * from (${ranges.join(' union all ')}) r order by ${page('r')} limit $2 offset $3) p
    join kyc_requests k on k.id = p.id ${joined} order by ${page('p')}`;
};
const countOf = (statuses: readonly Status[]) =>
  readStatement({ total: column.integer }).only<[pattern: string | null]>()`
    select count(*)::int as total from (select 1 from kyc_requests k
      where k.status in (${statuses.map((status) => `'${status}'`).join(', ')}) and ${fits} limit ${maxCounted}) c`;

const lists = (statuses: readonly Status[]) => ({
  waiting: pageOf(statuses, orders.waiting),
  newest: pageOf(statuses, orders.newest),
  oldest: pageOf(statuses, orders.oldest),
  count: countOf(statuses),
});
const listOf = {
  all: lists(kycRequestStatuses),
  pending: lists(['pending']),
  approved: lists(['approved']),
  rejected: lists(['rejected']),
  revoked: lists(['revoked']),
  expired: lists(['expired']),
};

/** A page of requests in the order asked for, and how many there are (at most `maxCounted`). */
export async function listRequests(
  db: Pick<Db, 'run'>,
  { status = 'all', sort, pattern }: { status?: Status | 'all' | undefined; sort: WaitingSort; pattern: string | null },
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: AdminRequest[]; total: number }> {
  const { count, [sort]: page } = listOf[status];
  const [rows, total] = await Promise.all([page(db, pattern, limit, offset), count(db, pattern)]);
  return { rows, total };
}

/** A request with everything the administrator compares. */
const fullRequestRow = {
  ...adminRequest,
  /** Encrypted. */
  documentNumber: orNull(column.bytes),
  fullName: orNull(column.text),
  /** yyyy-mm-dd */
  dateOfBirth: orNull(column.text),
  address: orNull(column.text),
  nationality: orNull(column.text),
  country: orNull(column.text),
  /** The name that was approved, where the account has another one since. */
  nameAtCheck: orNull(column.text),
  registeredAt: column.moment,
};
export type FullRequest = RowOf<typeof fullRequestRow>;

export const findRequest = readStatement(fullRequestRow).first<[id: string]>()`
  select ${line}, k.document_number as "documentNumber", k.full_name as "fullName",
    k.date_of_birth::text as "dateOfBirth", k.address, k.nationality, u.country, u.created_at as "registeredAt",
    case when k.status = 'approved' and u.status <> 'deleted'
      and k.registered_name <> u.first_name || ' ' || u.last_name then k.registered_name end as "nameAtCheck"
  from kyc_requests k ${joined} where k.id = $1`;

const sideFile = {
  side: column.oneOf(kycSides),
  filename: column.text,
  originalName: column.text,
  type: column.text,
  size: column.integer,
  createdAt: column.moment,
};
export type SideFile = RowOf<typeof sideFile>;

/** The documents of a request: front, back, selfie, those that exist. */
export const filesOfRequest = readStatement(sideFile).rows<[id: string]>()`
  select v.side, f.filename, f.original_name as "originalName", f.type, f.size::int, f.created_at as "createdAt"
  from kyc_requests k
  cross join lateral (values (1, 'front', k.document_file), (2, 'back', k.back_file), (3, 'selfie', k.selfie_file))
    v(place, side, file)
  join files f on f.id = v.file where k.id = $1 order by v.place`;

export const otherRequests = readStatement(adminRequest).rows<[userId: string, id: string]>()`
  select ${line} from kyc_requests k ${joined} where k.user_id = $1 and k.id <> $2
  order by k.submitted_at desc limit 20`;

const maxNamed = 5;
/** Bits in which the hashes of a picture and of the same picture saved again differ at most. */
const similarBits = 2;

const sameDocument = {
  id: column.uuid,
  userName: column.text,
  userEmail: orNull(column.text),
  status: column.oneOf(kycRequestStatuses),
  by: column.texts,
};

const ofRequest = (files: string, request: string) =>
  `${files}.id in (${request}.document_file, ${request}.back_file, ${request}.selfie_file)`;
/** The request of another user that file `g` belongs to. */
const otherRequest = `join kyc_requests o on o.user_id = g.owner_id and o.user_id <> k.user_id and ${ofRequest('g', 'o')}`;

export type SameDocument = Omit<RowOf<typeof sameDocument>, 'by'> & { by: (typeof kycLikenesses)[number][] };

// Three searches of an index each, beginning at the one request; of each other user the newest one is named.
/** Requests of other users whose document has the same number, the same file or a picture that looks the same. */
export const selectSameDocument = readStatement(sameDocument)
  .as((row): SameDocument => ({ ...row, by: kycLikenesses.filter((item) => row.by.includes(item)) }))
  .rows<[id: string]>()`
  select r.id, concat_ws(' ', u.first_name, u.last_name) as "userName", u.email as "userEmail", r.status, l.by
  from (select (array_agg(o.id order by o.submitted_at desc))[1] as id, array_agg(distinct f.by) as by
    from (
      select o.id, 'number' as by from kyc_requests k
      join kyc_requests o on o.document_number_hash = k.document_number_hash and o.user_id <> k.user_id
      where k.id = $1
      union all
      select o.id, 'file' from kyc_requests k join files f on ${ofRequest('f', 'k')}
      join files g on g.sent_hash = f.sent_hash and g.purpose = 'kyc' ${otherRequest} where k.id = $1
      union all
      select o.id, 'picture' from kyc_requests k join files f on ${ofRequest('f', 'k')} and f.picture_hash is not null
      join files g on picture_bands(g.picture_hash) && picture_bands(f.picture_hash) and g.purpose = 'kyc'
        and g.picture_hash is not null and g.sent_hash <> f.sent_hash
        and bit_count((f.picture_hash # g.picture_hash)::bit(64)) <= ${similarBits} ${otherRequest} where k.id = $1) f
    join kyc_requests o on o.id = f.id group by o.user_id) l
  join kyc_requests r on r.id = l.id join users u on u.id = r.user_id
  order by r.submitted_at desc limit ${maxNamed}`;

import type { Db } from '#server/db/connection.ts';
import { column, orNull, type RowOf } from '#server/db/rows.ts';
import { readStatement } from '#server/db/statements.ts';
import { kycLikenesses, kycRequestStatuses } from '#shared/kyc/kyc.rules.ts';

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

// Three searches of an index each, beginning at the one request; of each other user the newest one is named.
const likeRequests = readStatement(sameDocument)`
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

export type SameDocument = Omit<RowOf<typeof sameDocument>, 'by'> & { by: (typeof kycLikenesses)[number][] };

/** Requests of other users whose document has the same number, the same file or a picture that looks the same. */
export async function selectSameDocument(db: Pick<Db, 'run'>, id: string): Promise<SameDocument[]> {
  const rows = await db.run(likeRequests, [id]);
  return rows.map((row) => ({ ...row, by: kycLikenesses.filter((item) => row.by.includes(item)) }));
}

import type { Db } from '#server/db/connection.ts';
import { column } from '#server/db/rows.ts';
import { readStatement } from '#server/db/statements.ts';
import { orderWarnings } from '#shared/orders/orders.verdict-levels.ts';

type Warning = (typeof orderWarnings)[number];

/** When each holds of order `t`; every search begins at an index. */
const holds: Record<Warning, string> = {
  address_stopped: `exists (select from deposit_address_stops s
    where s.address = t.deposit_address and s.memo = coalesce(t.deposit_memo, ''))`,
  same_proof: `exists (select from files p where p.order_id = t.id and p.purpose = 'payment_proof' and (
    exists (select from files q where q.sent_hash = p.sent_hash and q.purpose = 'payment_proof' and q.order_id <> t.id)
    or exists (select from erased_proofs e where e.sent_hash = p.sent_hash and e.order_id <> t.id)))`,
  same_document: `(exists (select from kyc_requests k
      join kyc_requests o on o.document_number_hash = k.document_number_hash and o.user_id <> k.user_id
      where k.user_id = t.user_id)
    or exists (select from kyc_requests k join files f on f.id in (k.document_file, k.back_file, k.selfie_file)
      join files g on g.sent_hash = f.sent_hash and g.purpose = 'kyc' and g.owner_id <> k.user_id
      where k.user_id = t.user_id))`,
};

/** The warnings of order `t` as an array, in their order. */
export const warningsOf = `array_remove(array[${orderWarnings
  .map((warning) => `case when ${holds[warning]} then '${warning}' end`)
  .join(', ')}], null)`;

const standing = readStatement({ warnings: column.texts, isBlocked: column.boolean })`
  select ${warningsOf} as warnings, u.status = 'blocked' as "isBlocked"
  from orders t join users u on u.id = t.user_id where t.id = $1`;

/** What stands against paying an order. */
export async function readWarnings(
  db: Pick<Db, 'run'>,
  id: string,
): Promise<{ warnings: readonly string[]; isBlocked: boolean }> {
  const [row] = await db.run(standing, [id]);
  return row ?? { warnings: [], isBlocked: false };
}

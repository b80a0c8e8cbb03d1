import type { Db, Tx } from '#server/db/connection.ts';
import { column, type RowOf } from '#server/db/rows.ts';
import { readStatement } from '#server/db/statements.ts';

const approvedRow = { orderId: column.uuid, reference: column.text, transferId: { ...column.uuid, isFiltered: true } };
export type ApprovedRow = RowOf<typeof approvedRow>;

const approved = readStatement(approvedRow)`
  select o.id as "orderId", o.reference, c.transfer_id as "transferId"
  from transfer_claims c join orders o on o.id = c.order_id
  where c.transfer_id = any($1::uuid[]) and c.released_at is null and o.status = 'completed'
  order by o.reference`;

/** The approved sales that these transfers prove. */
export async function listApproved(tx: Tx, transferIds: readonly string[]): Promise<ApprovedRow[]> {
  return tx.run(approved, [transferIds]);
}

const saleRow = { id: column.uuid, reference: column.text };
const maxShown = 20;

// The few alarms of the log lead to their sales: an index on all transfers would be maintained for almost none.
const gone = readStatement(saleRow)`
  select distinct o.id, o.reference from audit_log a join orders o on o.id = a.subject_id::uuid
    join transfer_claims c on c.order_id = o.id and c.released_at is null
    join chain_transfers t on t.id = c.transfer_id
  where a.action = 'deposit.reorganised' and t.reorganised_at is not null and t.block_height is null
  order by o.reference limit ${maxShown}`;

/** Approved sales whose deposit is in no block any more. */
export async function listGone(db: Pick<Db, 'run'>): Promise<RowOf<typeof saleRow>[]> {
  return db.run(gone);
}

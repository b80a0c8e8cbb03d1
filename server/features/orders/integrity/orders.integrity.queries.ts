import { column, orNull, type RowOf } from '#server/db/rows.ts';
import { signedColumns, signedTables } from '#server/db/signing/signed-rows.ts';
import { readStatement } from '#server/db/statements.ts';

export const signedOrder = { ...signedTables.order.fields, signature: orNull(column.bytes) };
export type OrderWithSignature = RowOf<typeof signedOrder>;
/** The same of order `t`, for a select. */
export const signedOrderColumns = signedColumns(signedTables.order, 't');

export const findSignedOrder = readStatement(signedOrder).first<
  [id: string]
>()`select ${signedOrderColumns} from orders t where t.id = $1`;

/** The same of those of the named orders that are open. */
export const findOpenSignedOrders = readStatement(signedOrder).rows<[ids: readonly string[]]>()`
  select ${signedOrderColumns} from orders t where t.id = any($1::uuid[]) and t.status in ('pending', 'processing')`;

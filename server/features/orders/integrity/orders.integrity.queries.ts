import type { Db } from '#server/db/connection.ts';
import { column, orNull, type RowOf } from '#server/db/rows.ts';
import { signedColumns, signedTables } from '#server/db/signing/signed-rows.ts';
import { readStatement } from '#server/db/statements.ts';

export const signedOrder = { ...signedTables.order.fields, signature: orNull(column.bytes) };
export type OrderWithSignature = RowOf<typeof signedOrder>;
/** The same of order `t`, for a select. */
export const signedOrderColumns = signedColumns(signedTables.order, 't');

const byId = readStatement(signedOrder)`select ${signedOrderColumns} from orders t where t.id = $1`;

export async function findSignedOrder(db: Pick<Db, 'run'>, id: string): Promise<OrderWithSignature | undefined> {
  return (await db.run(byId, [id]))[0];
}

const openOrders = readStatement(signedOrder)`
  select ${signedOrderColumns} from orders t where t.id = any($1::uuid[]) and t.status in ('pending', 'processing')`;

/** The same of those of the named orders that are open. */
export async function findOpenSignedOrders(db: Pick<Db, 'run'>, ids: readonly string[]): Promise<OrderWithSignature[]> {
  return db.run(openOrders, [ids]);
}

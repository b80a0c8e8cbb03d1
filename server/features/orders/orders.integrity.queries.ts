import type { Db } from '#server/db/connection.ts';
import { readStatement } from '#server/db/statements.ts';
import { signedOrder, signedOrderColumns, type OrderWithSignature } from './orders.queries.ts';

const byId = readStatement(signedOrder, `select ${signedOrderColumns} from orders t where t.id = $1`);

/** What the signature of an order covers, with the signature. */
export async function findSignedOrder(db: Pick<Db, 'run'>, id: string): Promise<OrderWithSignature | undefined> {
  const [row] = await db.run(byId, [id]);
  return row;
}

const openOrders = readStatement(
  signedOrder,
  `select ${signedOrderColumns} from orders t where t.id = any($1::uuid[]) and t.status in ('pending', 'processing')`,
);

/** The same of those of the named orders that are open. */
export async function findOpenSignedOrders(db: Pick<Db, 'run'>, ids: readonly string[]): Promise<OrderWithSignature[]> {
  return db.run(openOrders, [ids]);
}

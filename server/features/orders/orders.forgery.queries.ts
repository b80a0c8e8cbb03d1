import type { Db, Tx } from '#server/db/connection.ts';
import { readStatement, writeStatement } from '#server/db/statements.ts';
import { orderWithSignature, signedOrderColumns, type OrderWithSignature } from './orders.signature.ts';

const signedOrder = readStatement(orderWithSignature, `select ${signedOrderColumns} from orders t where t.id = $1`);

/** What the signature of an order covers, with the signature. */
export async function findSignedOrder(db: Pick<Db, 'run'>, id: string): Promise<OrderWithSignature | undefined> {
  const [row] = await db.run(signedOrder, [id]);
  return row;
}

const openOrders = readStatement(
  orderWithSignature,
  `select ${signedOrderColumns} from orders t where t.id = any($1::uuid[]) and t.status in ('pending', 'processing')`,
);

/** The same of those of the named orders that are open. */
export async function findOpenSignedOrders(db: Pick<Db, 'run'>, ids: readonly string[]): Promise<OrderWithSignature[]> {
  return db.run(openOrders, [ids]);
}

const unsignedOrders = writeStatement(
  orderWithSignature,
  `select ${signedOrderColumns} from orders t
   where t.signature is null and t.status in ('pending', 'processing') order by t.id for update of t`,
);

/** The open orders that carry no signature, locked. */
export async function lockUnsignedOrders(tx: Tx): Promise<OrderWithSignature[]> {
  return tx.run(unsignedOrders);
}

const storeSignature = writeStatement({}, 'update orders set signature = $2 where id = $1');

/** Stores the signature of an order. */
export async function setOrderSignature(tx: Tx, id: string, signature: Buffer): Promise<void> {
  await tx.run(storeSignature, [id, signature]);
}

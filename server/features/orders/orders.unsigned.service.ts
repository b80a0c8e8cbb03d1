import type { Tx } from '#server/db/connection.ts';
import { lockUnsignedOrders, setOrderSignature } from './orders.forgery.queries.ts';
import { signOrder } from './orders.signature.ts';

/** Signs every open order that has no signature; see server/unsigned-rows.ts for when. */
export async function signUnsignedOrders(tx: Tx): Promise<void> {
  for (const order of await lockUnsignedOrders(tx)) await setOrderSignature(tx, order.id, signOrder(order));
}

import { inTx, type Database } from './db/connection.ts';
import { signUnsignedOrders } from './features/orders/orders.unsigned.service.ts';
import { signUnsignedQuotes } from './features/sell/sell.queries.ts';

/**
 * Signs the open orders and quotes of a version that did not sign them yet. Only for the step from that version to this
 * one: at any other time a row without a signature is one that the product did not write.
 */
export async function signUnsignedRows({ pool }: Pick<Database, 'pool'>): Promise<void> {
  await inTx({ pool }, async (tx) => {
    await signUnsignedOrders(tx);
    await signUnsignedQuotes(tx);
  });
}

import type { Tx } from '#server/db/connection.ts';
import { column } from '#server/db/rows.ts';
import { writeStatement } from '#server/db/statements.ts';

/** Issues a reference, for good or for a user's next order; false when it was issued before. */
export const takeReference = writeStatement({}).exists<[reference: string, reservedFor: string | null]>()`
  insert into order_references (reference, reserved_for) values ($1, $2) on conflict do nothing returning reference`;

const reserved = writeStatement({ reference: column.text })`
  select reference from order_references where reserved_for = $1 for update`;

export async function findReserved(tx: Tx, userId: string): Promise<string | undefined> {
  return (await tx.run(reserved, [userId]))[0]?.reference;
}

/** Makes a reserved reference that of an order; false when it was not reserved for this user. */
export const redeem = writeStatement({}).exists<[reference: string, userId: string]>()`
  update order_references set reserved_for = null where reference = $1 and reserved_for = $2 returning reference`;

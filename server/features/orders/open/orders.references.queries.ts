import type { Tx } from '#server/db/connection.ts';
import { column } from '#server/db/rows.ts';
import { writeStatement } from '#server/db/statements.ts';

const newReference = writeStatement({})`
  insert into order_references (reference, reserved_for) values ($1, $2) on conflict do nothing returning reference`;

/** Issues a reference, for good or for a user's next order; false when it was issued before. */
export async function takeReference(tx: Tx, reference: string, reservedFor: string | null): Promise<boolean> {
  return (await tx.run(newReference, [reference, reservedFor])).length === 1;
}

const reserved = writeStatement({ reference: column.text })`
  select reference from order_references where reserved_for = $1 for update`;

export async function findReserved(tx: Tx, userId: string): Promise<string | undefined> {
  return (await tx.run(reserved, [userId]))[0]?.reference;
}

const useUp = writeStatement({})`
  update order_references set reserved_for = null where reference = $1 and reserved_for = $2 returning reference`;

/** Makes a reserved reference that of an order; false when it was not reserved for this user. */
export async function redeem(tx: Tx, reference: string, userId: string): Promise<boolean> {
  return (await tx.run(useUp, [reference, userId])).length === 1;
}

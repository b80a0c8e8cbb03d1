import type { Tx } from '#server/db/connection.ts';
import { column } from '#server/db/rows.ts';
import { proofOf, signChanged, signedTables } from '#server/db/signing/signed-rows.ts';
import { writeStatement } from '#server/db/statements.ts';
import type { PaymentDetails } from '#shared/payout-accounts/payout-accounts.contract.ts';
import { findSignedOrder, type LockedOrder, type Proof } from './orders.queries.ts';

const markProof = writeStatement({ version: column.integer })`
  update orders set proof_at = $2, signature = $3, version = version + 1, updated_at = $2
  where id = $1 and proof_at is null returning version`;

/** Notes once that the proof of a payment is there, a file or the transfer itself; undefined when it was noted before. */
export async function setProofReceived(
  tx: Tx,
  order: LockedOrder,
  proof: Proof | undefined,
  now: Date,
): Promise<number | undefined> {
  const file = proof ? { proof: proofOf(proof) } : {};
  const signature = signChanged(signedTables.order, order, { proofAt: now, ...file });
  return (await tx.run(markProof, [order.id, now, signature]))[0]?.version;
}

const signProof = writeStatement({ version: column.integer }).only<[id: string, signature: Buffer | null, now: Date]>()`
  update orders set signature = $2, version = version + 1, updated_at = $3 where id = $1 returning version`;

/** Signs an order again after a file was added to its proof; one that the product did not write keeps its signature. */
export async function setProofAdded(tx: Tx, order: LockedOrder, now: Date): Promise<number> {
  const { proof = null } = (await findSignedOrder(tx, order.id)) ?? {};
  return signProof(tx, order.id, signChanged(signedTables.order, order, { proof }), now);
}

const writePayee = writeStatement({ version: column.integer }).only<
  [id: string, details: string, signature: Buffer | null, now: Date]
>()`
  update orders set payment_details = $2::jsonb, signature = $3, version = version + 1, updated_at = $4
  where id = $1 returning version`;

/** Stores another payee of an order and signs it; a trigger refuses it for one that is decided or approved. */
export async function setPayee(tx: Tx, order: LockedOrder, details: PaymentDetails, now: Date): Promise<number> {
  const signature = signChanged(signedTables.order, order, { paymentDetails: details });
  return writePayee(tx, order.id, JSON.stringify(details), signature, now);
}

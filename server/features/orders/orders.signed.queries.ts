import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Tx } from '#server/db/connection.ts';
import { placeholderValues, first, one, type Blanks, type Drizzle } from '#server/db/query.ts';
import { proofOf, signChanged, signedTables } from '#server/db/signing/signed-rows.ts';
import type { Id } from '#shared/kernel/ids.ts';
import type { PaymentDetails } from '#shared/payout-accounts/payout-accounts.contract.ts';
import { findSignedOrder, type LockedOrder, type Proof } from './orders.queries.ts';
import { orders } from './orders.tables.ts';

type SignatureValues = { id: Id<'order'>; signature: Buffer | null; now: Date };

/** Each change of a signed order writes these besides. */
const newSignatureValues = ({ signature, now }: Pick<Blanks<SignatureValues>, 'signature' | 'now'>) => ({
  ...placeholderValues({ signature, updatedAt: now }),
  version: sql`${orders.version} + 1`,
});
const version = { version: orders.version };

const markProof = first((db: Drizzle, { id, signature, now }: Blanks<SignatureValues>) =>
  db
    .update(orders)
    .set({ ...newSignatureValues({ signature, now }), ...placeholderValues({ proofAt: now }) })
    .where(and(eq(orders.id, id), isNull(orders.proofAt)))
    .returning(version),
);

/**
 * Records once that the proof of a payment is there, a file or the transfer itself; undefined if it was recorded
 * before.
 */
export async function setProofReceived(
  tx: Tx,
  order: LockedOrder,
  proof: Proof | undefined,
  now: Date,
): Promise<number | undefined> {
  const file = proof ? { proof: proofOf(proof) } : {};
  const signature = signChanged(signedTables.order, order, { proofAt: now, ...file });
  return (await markProof(tx, { id: order.id, signature, now }))?.version;
}

const signProof = one((db: Drizzle, { id, signature, now }: Blanks<SignatureValues>) =>
  db.update(orders).set(newSignatureValues({ signature, now })).where(eq(orders.id, id)).returning(version),
);

/** Signs an order again after a file was added to its proof; one that the product did not write keeps its signature. */
export async function setProofAdded(tx: Tx, order: LockedOrder, now: Date): Promise<number> {
  const { id } = order;
  const { proof = null } = (await findSignedOrder(tx, { id })) ?? {};
  return (await signProof(tx, { id, signature: signChanged(signedTables.order, order, { proof }), now })).version;
}

const writePayee = one(
  (db: Drizzle, { id, details, signature, now }: Blanks<SignatureValues & { details: PaymentDetails }>) =>
    db
      .update(orders)
      .set({ ...newSignatureValues({ signature, now }), ...placeholderValues({ paymentDetails: details }) })
      .where(eq(orders.id, id))
      .returning(version),
);

/** Stores another payee of an order and signs it; a trigger refuses it for one that is decided or approved. */
export async function setPayee(tx: Tx, order: LockedOrder, details: PaymentDetails, now: Date): Promise<number> {
  const signature = signChanged(signedTables.order, order, { paymentDetails: details });
  return (await writePayee(tx, { id: order.id, details, signature, now })).version;
}

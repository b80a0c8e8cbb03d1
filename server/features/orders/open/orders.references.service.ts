import { randomInt } from 'node:crypto';
import type { Tx } from '#server/db/connection.ts';
import { findReserved, redeem, takeReference } from './orders.references.queries.ts';

/** 32 unambiguous characters: the letters I, L, O and U are left out, so 0 and 1 are clear. */
export const referenceAlphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

const maxAttempts = 20;

/** A reference such as LF-7K3M-Q2 that no quote and no order ever had: no secret, it grants no access. */
export async function issueReference(tx: Tx): Promise<string> {
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const reference = newReference();
    if (await takeReference(tx, reference, null)) return reference;
  }
  throw new Error('No free order reference was found.');
}

/** The reference for the next exchange, reserved or new: that on the bank statement is then the order's. */
export async function reserveReference(tx: Tx, userId: string): Promise<string> {
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const waiting = await findReserved(tx, userId);
    if (waiting) return waiting;
    const reference = newReference();
    if (await takeReference(tx, reference, userId)) return reference;
  }
  throw new Error('No free order reference was found.');
}

/** The reserved reference for the new order; a new one when it is another user's, used or absent. */
export async function redeemReference(tx: Tx, userId: string, reference: string | undefined): Promise<string> {
  if (reference !== undefined && (await redeem(tx, reference, userId))) return reference;
  return issueReference(tx);
}

const newReference = () => `LF-${randomText(4)}-${randomText(2)}`;

function randomText(count: number): string {
  return Array.from({ length: count }, () => referenceAlphabet[randomInt(referenceAlphabet.length)]).join('');
}

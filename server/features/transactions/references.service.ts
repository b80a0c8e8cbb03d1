import { randomInt } from 'node:crypto';
import type { Tx } from '#server/db/connection.ts';
import { takeReference } from './transactions.queries.ts';

/** 32 signs of which no two look alike: the letters I, L, O and U are left out, so 0 and 1 mean themselves. */
export const referenceSigns = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

const mostTries = 20;

/**
 * A reference such as LF-7K3M-Q2 that no hold and no order ever had: 2^30 of them. It names a deal on the phone and in
 * a bank's purpose line; it is no secret and opens nothing.
 */
export async function issueReference(tx: Tx): Promise<string> {
  for (let tries = 0; tries < mostTries; tries += 1) {
    const reference = `LF-${signs(4)}-${signs(2)}`;
    if (await takeReference(tx, reference)) return reference;
  }
  throw new Error('No free order reference was found.');
}

function signs(count: number): string {
  return Array.from({ length: count }, () => referenceSigns[randomInt(referenceSigns.length)]).join('');
}

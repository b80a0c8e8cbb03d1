import bcrypt from 'bcrypt';
import { createGate, type Gate } from '#server/gate.ts';

const cost = 10;
/** bcrypt reads no further; a longer password would match every other one with the same beginning. */
const longestPasswordBytes = 72;
/** The hash of a password nobody knows, of the same cost: compared with where there is no account. */
const nobodysHash = '$2b$10$ZMl2.5V0uVzCjRIyj4JL/e5O3Uh0bMdkFlNozbTg5SEXsKAplp576';

export type Passwords = {
  /** Throws Unavailable when too many are waiting already. */
  hash: (password: string) => Promise<string>;
  /** The same work and time whether there is a hash or not. Throws Unavailable when too many are waiting already. */
  matches: (password: string, hash: string | null | undefined) => Promise<boolean>;
};

/**
 * Passwords through a gate: two at once leave the thread pool that files and images share with something to work
 * with, and the queue is short enough that its last one is answered within about a second.
 */
export function createPasswords(
  gate: Gate = createGate({ atOnce: 2, waiting: 24 }, 'Too many people are signing in. Please try again in a moment.'),
): Passwords {
  return {
    hash: (password) => gate(() => bcrypt.hash(password, cost)),
    matches: async (password, hash) => {
      const usable = hash && Buffer.byteLength(password) <= longestPasswordBytes && !password.includes('\0');
      const same = await gate(() => bcrypt.compare(password, usable ? hash : nobodysHash));
      return same && Boolean(usable);
    },
  };
}

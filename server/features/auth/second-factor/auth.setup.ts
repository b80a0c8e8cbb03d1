import bcrypt from 'bcrypt';
import { createSemaphore, type Semaphore } from '#server/lib/semaphore.ts';
import { normalizePassword } from '#shared/kernel/fields.ts';
import { createAuthKeys, type AuthKeys } from '../sessions/auth.keys.ts';
import { createTokens, type Tokens } from '../sessions/auth.tokens.ts';

/** bcrypt reads no further; a longer password would match every other one with the same beginning. */
const maxPasswordBytes = 72;
/** Hash of an unknown password at the same cost, compared when there is no account. */
const dummyHash = (cost: number) =>
  `$2b$${String(cost).padStart(2, '0')}$ZMl2.5V0uVzCjRIyj4JL/e5O3Uh0bMdkFlNozbTg5SEXsKAplp576`;

/** Compares a password: the same work and time whether there is a hash or not. */
type Matches = (password: string, hash: string | null | undefined) => Promise<boolean>;

type Passwords = {
  /** Refuses with unavailable when too many are waiting already. */
  hash: (password: string) => Promise<string>;
  /** Refuses with unavailable when too many are waiting already. */
  matches: Matches;
  /** Returns a hash that replaces one made from the typed spelling; undefined if none is needed. */
  renewed: (password: string, hash: string) => Promise<string | undefined>;
  /**
   * Runs a whole sign-in, with its reads and counts, in a slot: a flood is refused before it has cost a query, and
   * never holds more connections than there are slots. Known devices go first. Refuses with unavailable when too many
   * are waiting.
   */
  withSlot: <Result>(signIn: (matches: Matches) => Promise<Result>, isKnown?: boolean) => Promise<Result>;
};

/**
 * Passwords through a semaphore: two at once leave threads to files and images, and the queue is so short that its last
 * one is answered in about a second. `cost` is bcrypt's power of two.
 */
function createPasswords(
  cost: number,
  semaphore: Semaphore = createSemaphore({ maxConcurrent: 2, waiting: 24 }, 'sign_in_busy'),
): Passwords {
  const compare = compareWith(dummyHash(cost));
  const hashOf = (password: string) => bcrypt.hash(normalizePassword(password), cost);
  return {
    hash: (password) => semaphore(() => hashOf(password)),
    renewed: async (password, hash) => {
      const normalizedPassword = normalizePassword(password);
      if (normalizedPassword === password || Buffer.byteLength(normalizedPassword) > maxPasswordBytes) return undefined;
      return semaphore(async () =>
        (await compare(normalizedPassword, hash)) ? undefined : hashOf(normalizedPassword),
      );
    },
    matches: (password, hash) => semaphore(() => compare(password, hash)),
    withSlot: (signIn, isKnown) => semaphore(() => signIn(compare), isKnown),
  };
}

/** Compares the normalised password first, then the typed one, from which earlier versions made hashes. */
const compareWith = (dummy: string): Matches => {
  const compare = compareTyped(dummy);
  return async (password, hash) => {
    const normalizedPassword = normalizePassword(password);
    return (
      (await compare(normalizedPassword, hash)) || (normalizedPassword !== password && (await compare(password, hash)))
    );
  };
};

const compareTyped =
  (dummy: string): Matches =>
  async (password, hash) => {
    const isUsable = hash && Buffer.byteLength(password) <= maxPasswordBytes && !password.includes('\0');
    const isSame = await bcrypt.compare(password, isUsable ? hash : dummy);
    return isSame && Boolean(isUsable);
  };

/** The secrets of this feature, made once at the start and handed on in `deps.auth`. */
export type Auth = { keys: AuthKeys; passwords: Passwords; tokens: Tokens };

type AuthSettings = {
  jwtSecret: string;
  jwtSecretPrevious?: string | undefined;
  encryptionKey: string;
  passwordCost: number;
  now: () => Date;
};

/** Makes the keys, passwords and tokens that signing in needs. */
export function createAuth({ jwtSecret, jwtSecretPrevious, encryptionKey, passwordCost, now }: AuthSettings): Auth {
  return {
    keys: createAuthKeys(encryptionKey),
    passwords: createPasswords(passwordCost),
    tokens: createTokens(jwtSecret, now, jwtSecretPrevious),
  };
}

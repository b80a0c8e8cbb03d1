import { createPasswords, type Passwords } from '../codes/auth.passwords.ts';
import { createAuthKeys, type AuthKeys } from '../sessions/auth.keys.ts';
import { createTokens, type Tokens } from '../sessions/auth.tokens.ts';

/** The secrets of this feature, made once at the start and handed on in `deps.auth`. */
export type Auth = { keys: AuthKeys; passwords: Passwords; tokens: Tokens };

type AuthSettings = {
  jwtSecret: string;
  jwtSecretPrevious?: string | undefined;
  encryptionKey: string;
  passwordCost: number;
  now: () => Date;
};

export function createAuth({ jwtSecret, jwtSecretPrevious, encryptionKey, passwordCost, now }: AuthSettings): Auth {
  return {
    keys: createAuthKeys(encryptionKey),
    passwords: createPasswords(passwordCost),
    tokens: createTokens(jwtSecret, now, jwtSecretPrevious),
  };
}

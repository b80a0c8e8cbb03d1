import { randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import type { Db, Tx } from '#server/db/connection.ts';
import type { Env } from '#server/env/env.ts';
import { sendMail } from '#server/features/mail/mail.service.ts';
import type { UserRow } from '#server/features/users/users.service.ts';
import type { UserRole } from '#server/http/guards/actor.ts';
import { decryptText, encryptText } from '#server/lib/cipher.ts';
import type { Platform } from '#server/platform.ts';
import type { Id } from '#shared/kernel/ids.ts';
import type { AuthKeys } from '../sessions/auth.keys.ts';
import { advanceFactor, selectFactor, useRecoveryCode, type FactorRow } from './auth.second-factor.queries.ts';

type FactorDeps = Pick<Platform, 'db' | 'inTx' | 'now'> & { env: { encryptionKey: string }; auth: { keys: AuthKeys } };

const periodSeconds = 30;
/** One step early or late: phones are seldom further off. RFC 6238, section 5.2. */
const window = 1;
const secretBytes = 20;
export const recoveryCodeCount = 10;

/** A fresh secret of 160 bits in Base32, as authenticator apps take it (RFC 4226, section 4). */
export const newSecret = (): string => new Secret({ size: secretBytes }).base32;

/** Content of the QR code for the app. */
export function secretUri(secret: string, { brand, email }: { brand: string; email: string }): string {
  return totpOf(secret, brand, email).toString();
}

/** Ten codes of 80 bits, in groups that can be written down. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: recoveryCodeCount }, () => {
    const code = new Secret({ buffer: new Uint8Array(randomBytes(10)).buffer }).base32;
    return code.replace(/(.{4})(?!$)/g, '$1-');
  });
}

/**
 * Encrypts the secret of a second factor, bound to its user: without ENCRYPTION_KEY, or in another row, it is useless.
 */
export function encryptSecret({ env }: Pick<FactorDeps, 'env'>, userId: Id<'user'>, secret: string): Buffer {
  return encryptText(secret, cipherOf(env.encryptionKey, userId));
}

/** Decrypts the secret of a second factor; throws if the row belongs to another user. */
export function decryptSecret(
  { env }: Pick<FactorDeps, 'env'>,
  { secret, userId }: Pick<FactorRow, 'secret' | 'userId'>,
): string {
  return decryptText(secret, cipherOf(env.encryptionKey, userId));
}

/** Returns the 30-second step that the digits belong to; undefined if they fit none near the present. */
export function stepOf({ env, now }: Pick<FactorDeps, 'env' | 'now'>, factor: FactorRow, digits: string) {
  const secret = decryptSecret({ env }, factor);
  const timestamp = now().getTime();
  const delta = totpOf(secret).validate({ token: digits, timestamp, window });
  return delta === null ? undefined : Math.floor(timestamp / 1000 / periodSeconds) + delta;
}

/** True if this role must switch on a second factor first: the team. In local mode the owner of the machine decides. */
export function needsSecondFactor({ production }: Pick<Env, 'production'>, role: UserRole): boolean {
  return role === 'staff' || (role === 'admin' && production);
}

/** True if this user must enter a code. */
export async function hasSecondFactor(db: Db, userId: Id<'user'>): Promise<boolean> {
  const factor = await selectFactor(db, userId);
  return Boolean(factor?.confirmedAt);
}

/** Consumes an app or recovery code; false when it does not match or was already used. */
export async function takeSecondFactor(deps: FactorDeps, userId: Id<'user'>, code: string): Promise<boolean> {
  if (!/^\d{6}$/.test(code)) {
    const hashes = deps.auth.keys.recoveryHashes(userId, code);
    return deps.inTx((tx) => useRecoveryCode(tx, { userId, hashes }));
  }
  const factor = await selectFactor(deps.db, userId);
  const step = factor?.confirmedAt ? stepOf(deps, factor, code) : undefined;
  return step !== undefined && deps.inTx((tx) => advanceFactor(tx, { userId, step }));
}

export type FactorChange = 'on' | 'off' | 'codes';

/** Mails the owner of an account that its second factor has changed. */
export async function notifyOfFactor(
  tx: Tx,
  { id, email, language, firstName }: Pick<UserRow, 'id' | 'email' | 'language' | 'firstName'>,
  change: FactorChange,
): Promise<void> {
  if (email === null) return;
  const to = { userId: id, email, language };
  await sendMail(tx, { template: 'second_factor_changed', to, data: { firstName, change } });
}

function totpOf(secret: string, issuer = '', label = ''): TOTP {
  return new TOTP({ secret: Secret.fromBase32(secret), period: periodSeconds, digits: 6, issuer, label });
}

const cipherOf = (secret: string, boundTo: string) => ({ secret, purpose: 'second factor', boundTo });

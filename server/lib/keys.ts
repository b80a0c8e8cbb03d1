import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { remembered } from './remembered.ts';

/** Derives a 32-byte key for one purpose; one that leaks from one use is not valid in another. */
export function deriveKey(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', `landfall ${purpose}`, 32));
}

const previousOf = new Map<string, string>();

/**
 * Accepts values made with `previousSecret` for those made with `secret`: while ENCRYPTION_KEY changes, or for good.
 */
export function acceptPreviousKey(secret: string, previousSecret: string | undefined): void {
  if (previousSecret === undefined) previousOf.delete(secret);
  else previousOf.set(secret, previousSecret);
}

/** Returns the secrets that are accepted: the current one, then the previous one, if there is one. */
export function acceptedKeys(secret: string): string[] {
  const previousSecret = previousOf.get(secret);
  return previousSecret === undefined ? [secret] : [secret, previousSecret];
}

/** The keyed signature of a row's fields, as a JSON list: no two different rows serialize alike. */
export function signFields(secret: string, purpose: string, fields: readonly unknown[]): Buffer {
  return createHmac('sha256', derivedKey(secret, purpose)).update(JSON.stringify(fields)).digest();
}

/** True if the product signed these fields, with this secret or the one before it. */
export function verifyFields(secret: string, purpose: string, fields: readonly unknown[], signature: Buffer): boolean {
  return acceptedKeys(secret).some((key) => {
    const expectedSignature = signFields(key, purpose, fields);
    return expectedSignature.length === signature.length && timingSafeEqual(expectedSignature, signature);
  });
}

const keys = new Map<string, Buffer>();

/** `deriveKey`, once for each purpose: twenty thousand rows are signed or encrypted in one call. */
export function derivedKey(secret: string, purpose: string): Buffer {
  return remembered(keys, JSON.stringify([secret, purpose]), () => deriveKey(secret, purpose));
}

/** JSON text that is equal for equal content with any order of keys; absent values are left out. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    inner !== null && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}

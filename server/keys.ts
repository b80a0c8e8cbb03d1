import { hkdfSync } from 'node:crypto';

/**
 * A 32-byte key for one purpose, made from ENCRYPTION_KEY or JWT_SECRET: a key that leaks from one use
 * is worth nothing in another.
 */
export function deriveKey(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', `landfall ${purpose}`, 32));
}

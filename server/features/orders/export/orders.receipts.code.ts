import { timingSafeEqual } from 'node:crypto';
import { acceptedKeys, signFields } from '#server/lib/keys.ts';

const idBytes = 16;
const macBytes = 16;
const shape = /^[A-Za-z0-9_-]{43}$/;

const macOf = (secret: string, id: string) => signFields(secret, 'receipts', [id]).subarray(0, macBytes);

/** A receipt's code: which order, and 128 bits that only this key can make. Nothing is stored or guessed. */
export function receiptCode(secret: string, id: string): string {
  return Buffer.concat([Buffer.from(id.replaceAll('-', ''), 'hex'), macOf(secret, id)]).toString('base64url');
}

/** The order a code was made for; undefined for everything that is not exactly such a code. */
export function orderOfCode(secret: string, code: string): string | undefined {
  if (!shape.test(code)) return undefined;
  const bytes = Buffer.from(code, 'base64url');
  // The last letter has spare bits: of its spellings only the one that was printed counts.
  if (bytes.toString('base64url') !== code) return undefined;
  const hex = bytes.subarray(0, idBytes).toString('hex');
  const id = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  const isOurs = acceptedKeys(secret).some((key) => timingSafeEqual(bytes.subarray(idBytes), macOf(key, id)));
  return isOurs ? id : undefined;
}

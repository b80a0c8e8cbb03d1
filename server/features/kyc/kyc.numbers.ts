import { decryptText, encryptText } from '#server/lib/cipher.ts';
import { signFields } from '#server/lib/keys.ts';
import type { Id } from '#shared/kernel/ids.ts';

type Owner = { encryptionKey: string; userId: Id<'user'> };

const cipherOf = ({ encryptionKey, userId }: Owner) => ({
  secret: encryptionKey,
  purpose: 'kyc document number',
  boundTo: userId,
});

/** Encrypts a document number, bound to its user: without ENCRYPTION_KEY, or in another row, it is useless. */
export function encryptNumber(number: string, owner: Owner): Buffer {
  return encryptText(number, cipherOf(owner));
}

/** Decrypts a document number; throws if it belongs to another user. */
export function decryptNumber(encrypted: Buffer, owner: Owner): string {
  return decryptText(encrypted, cipherOf(owner));
}

/** The number as a keyed hash: equal for the same number however it is spaced, and of no use without ENCRYPTION_KEY. */
export function hashNumber(number: string, encryptionKey: string): Buffer {
  const plainNumber = number
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
  return signFields(encryptionKey, 'kyc document number hash', [plainNumber]);
}

const maxShown = 4;

/**
 * Returns the last characters of a number, by which its owner recognises it: at most four, and never more than a
 * third.
 */
export function maskNumber(number: string): string {
  const characters = Array.from(number);
  const shownLength = Math.min(maxShown, Math.floor(characters.length / 3));
  return `•••• ${characters.slice(characters.length - shownLength).join('')}`.trim();
}

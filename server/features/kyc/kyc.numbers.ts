import { decryptText, encryptText } from '#server/lib/cipher.ts';

/** The document's owner, and the encryption key. */
type Owner = { encryptionKey: string; userId: string };

const cipherOf = ({ encryptionKey, userId }: Owner) => ({
  secret: encryptionKey,
  purpose: 'kyc document number',
  boundTo: userId,
});

/** The stored document number: useless without ENCRYPTION_KEY or in another user's row. */
export function encryptNumber(number: string, owner: Owner): Buffer {
  return encryptText(number, cipherOf(owner));
}

/** The document number again. */
export function decryptNumber(encrypted: Buffer, owner: Owner): string {
  return decryptText(encrypted, cipherOf(owner));
}

const maxShown = 4;

/** Just enough for the owner to know it: its last signs, at most four and never more than a third. */
export function maskNumber(number: string): string {
  const characters = Array.from(number);
  const shown = Math.min(maxShown, Math.floor(characters.length / 3));
  return `•••• ${characters.slice(characters.length - shown).join('')}`.trim();
}

import { decryptText, encryptText } from '#server/lib/cipher.ts';

const cipherOf = (secret: string, id: string) => ({ secret, purpose: 'account key of a deposit source', boundTo: id });

/** An account key as it is stored: bound to its source. */
export function encryptAccountKey(text: string, encryptionKey: string, id: string): Buffer {
  return encryptText(text, cipherOf(encryptionKey, id));
}

export function decryptAccountKey(encrypted: Buffer, encryptionKey: string, id: string): string {
  return decryptText(encrypted, cipherOf(encryptionKey, id));
}

import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { acceptedKeys, derivedKey } from './keys.ts';

/** The first byte is the version of the format, so that another one can be added later. */
const version = 1;
const algorithm = 'aes-256-gcm';
const ivBytes = 12;
const tagBytes = 16;

export type CipherUse = {
  /** ENCRYPTION_KEY. */
  secret: string;
  /** Purpose of the text: every purpose has a key of its own. */
  purpose: string;
  /** The owner, e.g. an id: the text cannot be read in another owner's row. */
  boundTo: string;
};

/** Encrypts a text; the bytes differ each time. */
export function encryptText(text: string, { secret, purpose, boundTo }: CipherUse): Buffer {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv(algorithm, derivedKey(secret, purpose), iv);
  cipher.setAAD(Buffer.from(boundTo));
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([Buffer.from([version]), iv, cipher.getAuthTag(), body]);
}

/** Decrypts a text. Throws if the key, the purpose or the owner is another, or a bit has changed. */
export function decryptText(encrypted: Buffer, use: CipherUse): string {
  const [secret = '', previousSecret] = acceptedKeys(use.secret);
  try {
    return decryptWith(encrypted, { ...use, secret });
  } catch (error) {
    if (previousSecret === undefined) throw error;
    return decryptWith(encrypted, { ...use, secret: previousSecret });
  }
}

function decryptWith(encrypted: Buffer, { secret, purpose, boundTo }: CipherUse): string {
  if (encrypted[0] !== version || encrypted.length < 1 + ivBytes + tagBytes)
    throw new Error('These bytes were not encrypted by this product.');
  const iv = encrypted.subarray(1, 1 + ivBytes);
  const tag = encrypted.subarray(1 + ivBytes, 1 + ivBytes + tagBytes);
  const decipher = createDecipheriv(algorithm, derivedKey(secret, purpose), iv, { authTagLength: tagBytes });
  decipher.setAAD(Buffer.from(boundTo));
  decipher.setAuthTag(tag);
  const body = encrypted.subarray(1 + ivBytes + tagBytes);
  return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8');
}

import { createHmac, timingSafeEqual } from 'node:crypto';
import { deriveKey } from '#server/keys.ts';

/** What a deposit address is signed over: change any of it behind the product's back and the signature fails. */
export type SignedWallet = {
  cryptoId: string;
  network: string;
  address: string;
  memo: string | null;
  version: number;
};

/** The keyed signature of a deposit address; the key is made from ENCRYPTION_KEY and stands outside the database. */
export function signWallet(encryptionKey: string, wallet: SignedWallet): Buffer {
  const { cryptoId, network, address, memo, version } = wallet;
  // As a JSON list, so that no two different wallets read the same.
  const text = JSON.stringify([cryptoId, network, address, memo, version]);
  return createHmac('sha256', walletKey(encryptionKey)).update(text).digest();
}

/** Whether the product itself wrote this address for this coin. */
export function isSignedWallet(encryptionKey: string, wallet: SignedWallet, signature: Buffer): boolean {
  const expected = signWallet(encryptionKey, wallet);
  return expected.length === signature.length && timingSafeEqual(expected, signature);
}

const keys = new Map<string, Buffer>();

function walletKey(encryptionKey: string): Buffer {
  const known = keys.get(encryptionKey);
  if (known) return known;
  const made = deriveKey(encryptionKey, 'deposit wallet');
  keys.set(encryptionKey, made);
  return made;
}

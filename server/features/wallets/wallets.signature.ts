import { areSigned, signFacts } from '#server/keys.ts';

/** What a deposit address is signed over. */
export type SignedWallet = {
  cryptoId: string;
  network: string;
  address: string;
  memo: string | null;
  version: number;
};

const purpose = 'deposit wallet';

/** The keyed signature of a deposit address; the key is made from ENCRYPTION_KEY and stands outside the database. */
export function signWallet(encryptionKey: string, wallet: SignedWallet): Buffer {
  return signFacts(encryptionKey, purpose, factsOf(wallet));
}

/** Whether the product itself wrote this address for this coin. */
export function isSignedWallet(encryptionKey: string, wallet: SignedWallet, signature: Buffer): boolean {
  return areSigned(encryptionKey, purpose, factsOf(wallet), signature);
}

function factsOf({ cryptoId, network, address, memo, version }: SignedWallet): unknown[] {
  return [cryptoId, network, address, memo, version];
}

import { signFields, verifyFields } from '#server/lib/keys.ts';

/** What a deposit address is signed over. */
export type SignedWallet = {
  cryptoId: string;
  network: string;
  address: string;
  memo: string | null;
  version: number;
  isActive: boolean;
};

const purpose = 'deposit wallet';

/** The keyed signature of a deposit address; the key is derived from ENCRYPTION_KEY, outside the database. */
export function signWallet(encryptionKey: string, wallet: SignedWallet): Buffer {
  return signFields(encryptionKey, purpose, signedFieldsOf(wallet));
}

/** Whether the product itself wrote this address for this coin. */
export function isSignedWallet(encryptionKey: string, wallet: SignedWallet, signature: Buffer): boolean {
  return verifyFields(encryptionKey, purpose, signedFieldsOf(wallet), signature);
}

function signedFieldsOf({ cryptoId, network, address, memo, version, isActive }: SignedWallet): unknown[] {
  return [cryptoId, network, address, memo, version, isActive];
}

/** What a change of an address is signed over: what it asks for, on which version, and when it may go live. */
export type SignedChange = {
  id: string;
  cryptoId: string;
  fromVersion: number;
  toAddress: string;
  toMemo: string | null;
  changedBy: string | null;
  changedAt: Date;
  liveAt: Date;
};

const changePurpose = 'deposit wallet change';

/** A change that was slipped into the database, or whose hour was moved there, must not be carried out by the product. */
export function signChange(encryptionKey: string, change: SignedChange): Buffer {
  return signFields(encryptionKey, changePurpose, signedChangeFieldsOf(change));
}

/** Whether the administrator asked the product itself for this change. */
export function isSignedChange(encryptionKey: string, change: SignedChange, signature: Buffer): boolean {
  return verifyFields(encryptionKey, changePurpose, signedChangeFieldsOf(change), signature);
}

/** What a stop of an address is signed over. */
export type SignedStop = {
  id: string;
  address: string;
  memo: string;
  reason: string;
  stoppedBy: string;
  stoppedAt: Date;
};

const stopPurpose = 'deposit address stop';

/** The keyed signature of a stop. */
export function signStop(encryptionKey: string, stop: SignedStop): Buffer {
  return signFields(encryptionKey, stopPurpose, signedStopFieldsOf(stop));
}

/** Whether the product itself stopped the address. */
export function isSignedStop(encryptionKey: string, stop: SignedStop, signature: Buffer): boolean {
  return verifyFields(encryptionKey, stopPurpose, signedStopFieldsOf(stop), signature);
}

function signedStopFieldsOf({ id, address, memo, reason, stoppedBy, stoppedAt }: SignedStop): unknown[] {
  return [id, address, memo, reason, stoppedBy, stoppedAt.toISOString()];
}

function signedChangeFieldsOf({ id, cryptoId, fromVersion, toAddress, toMemo, ...change }: SignedChange): unknown[] {
  const { changedBy, changedAt, liveAt } = change;
  return [id, cryptoId, fromVersion, toAddress, toMemo, changedBy, changedAt.toISOString(), liveAt.toISOString()];
}

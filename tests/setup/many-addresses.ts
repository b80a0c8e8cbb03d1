import { createHash } from 'node:crypto';
import { base58, base58xrp, bech32 } from '@scure/base';

/** The hash that chains use for addresses. */
export const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest();
const hashOf = (at: number) => sha256(Buffer.from(`address ${at}`)).subarray(0, 20);

function withChecksum(version: number, hash: Uint8Array): Uint8Array {
  const bytes = Buffer.concat([Buffer.from([version]), hash]);
  return Buffer.concat([bytes, sha256(sha256(bytes)).subarray(0, 4)]);
}

const forms: Record<string, (hash: Uint8Array) => string> = {
  bitcoin: (hash) => bech32.encode('bc', [0, ...bech32.toWords(hash)]),
  litecoin: (hash) => bech32.encode('rltc', [0, ...bech32.toWords(hash)]),
  tron: (hash) => base58.encode(withChecksum(0x41, hash)),
  ripple: (hash) => base58xrp.encode(withChecksum(0, hash)),
};
const ofEthereum = (hash: Uint8Array) => `0x${Buffer.from(hash).toString('hex')}`;

/** Different valid addresses of a coin, without an owner. */
export function manyAddresses(coinId: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => (forms[coinId] ?? ofEthereum)(hashOf(index)));
}

/** The output script of one of these Bitcoin addresses. */
export const scriptOfAddress = (at: number): string => `0014${hashOf(at).toString('hex')}`;

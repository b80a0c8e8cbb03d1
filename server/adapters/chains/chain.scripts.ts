import { base58HashOf, witnessProgramOf } from '#shared/wallets/wallets.chain-checks.ts';

const keyHashVersions = new Set([0x00, 0x30, 0x6f]);
const scriptHashVersions = new Set([0x05, 0x32, 0xc4, 0x3a]);
const hexOf = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

/** The output script of an address in hex, the same for each spelling; undefined where an address has none. */
export function scriptOf(address: string): string | undefined {
  const base58 = base58HashOf(address);
  if (base58 && keyHashVersions.has(base58.version)) return `76a914${hexOf(base58.hash)}88ac`;
  if (base58 && scriptHashVersions.has(base58.version)) return `a914${hexOf(base58.hash)}87`;
  const witness = witnessProgramOf(address);
  if (!witness) return undefined;
  const { version, program } = witness;
  return hexOf(Uint8Array.of(version === 0 ? 0 : 0x50 + version, program.length, ...program));
}

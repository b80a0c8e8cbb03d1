import { sha256 } from '@noble/hashes/sha2.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { base58, base58xrp, bech32, bech32m } from '@scure/base';
import type { AddressForm, Base58Form } from '#shared/reference/coin-networks.ts';

/** An address in its stored spelling; `unchecked` if it has no checksum that could have revealed a typing error. */
export type ValidAddress = { address: string; unchecked: boolean };

/** Returns the stored spelling of an address, or undefined when it cannot be one of its chain. */
export type ChainCheck = (address: string) => ValidAddress | undefined;

const validAddress = (address: string): ValidAddress => ({ address, unchecked: false });

/** Base58 with the double SHA-256 behind 20 bytes, as one of these version bytes. */
const base58Hash =
  (versions: readonly number[], alphabet = base58): ChainCheck =>
  (address) => {
    const hash = base58HashOf(address, alphabet);
    return hash && versions.includes(hash.version) ? validAddress(address) : undefined;
  };

/** The version byte and the 20 bytes behind it; undefined where length or checksum are wrong. */
export function base58HashOf(address: string, alphabet = base58): { version: number; hash: Uint8Array } | undefined {
  const bytes = tryDecode(() => alphabet.decode(address));
  if (bytes?.length !== 25) return undefined;
  const sum = sha256(sha256(bytes.subarray(0, 21)));
  if (bytes.subarray(21).some((byte, index) => byte !== sum[index])) return undefined;
  return { version: bytes[0] ?? 0, hash: bytes.subarray(1, 21) };
}

/** A witness program (BIP-173, BIP-350): version 0 in bech32, later ones in bech32m; lower case is stored. */
const witnessCheck =
  (prefix: string): ChainCheck =>
  (address) => {
    return witnessProgramOf(address)?.prefix === prefix ? validAddress(address.toLowerCase()) : undefined;
  };

/** The program of a witness address with its version; undefined for what cannot be one. */
export function witnessProgramOf(
  address: string,
): { prefix: string; version: number; program: Uint8Array } | undefined {
  const result = tryDecode(() => {
    // The character after the last 1 is the version, which decides between the two checksums.
    const isVersionZero = address.toLowerCase().charAt(address.lastIndexOf('1') + 1) === 'q';
    const coder = isVersionZero ? bech32 : bech32m;
    // It throws for a text without a separator.
    const { prefix, words } = coder.decode(address as `${string}1${string}`);
    const [version = 32, ...program] = words;
    return { prefix, version, program: coder.fromWords(program) };
  });
  if (!result) return undefined;
  const {
    version,
    program: { length },
  } = result;
  const isValidLength = version === 0 ? length === 20 || length === 32 : version <= 16 && length >= 2 && length <= 40;
  return isValidLength ? result : undefined;
}

/**
 * Ethereum and related chains: the case of the letters is the checksum (EIP-55). Letters in a single case carry none,
 * even if they happen to be correct: too many mistyped ones would be correct as well.
 */
const ethereum: ChainCheck = (address) => {
  const digits = address.slice(2);
  if (!/^[0-9a-fA-F]{40}$/.test(digits)) return undefined;
  const lowerDigits = digits.toLowerCase();
  const checksummedAddress = `0x${eip55(lowerDigits)}`;
  const isUnchecked = digits === lowerDigits || digits === digits.toUpperCase();
  return isUnchecked || checksummedAddress === address
    ? { address: checksummedAddress, unchecked: isUnchecked }
    : undefined;
};

function eip55(lowerDigits: string): string {
  const hash = keccak_256(Uint8Array.from(lowerDigits, (character) => character.charCodeAt(0)));
  const nibble = (at: number) => ((hash[at >> 1] ?? 0) >> (at % 2 === 0 ? 4 : 0)) & 15;
  return Array.from(lowerDigits, (character, index) => (nibble(index) >= 8 ? character.toUpperCase() : character)).join(
    '',
  );
}

const cashPrefix = 'bitcoincash';

/** The stored form has no prefix, like the format table and most wallets. */
const bitcoinCash: ChainCheck = (address) => {
  const isOneCase = address === address.toLowerCase() || address === address.toUpperCase();
  const kind = isOneCase ? cashAddressKind(address.toLowerCase(), cashPrefix) : undefined;
  return kind === 0 || kind === 1 ? validAddress(address.toLowerCase()) : undefined;
};

/** Base58 with a checksum or, behind the coin's prefix, a witness address: Bitcoin, its kin and Tron. */
export const base58Check =
  ({ versions, bech32: prefix }: Base58Form): ChainCheck =>
  (address) =>
    prefix !== undefined && address.toLowerCase().startsWith(`${prefix}1`)
      ? witnessCheck(prefix)(address)
      : base58Hash(versions)(address);

/** The check of the addresses of one form. */
export function checkOf(form: AddressForm): ChainCheck {
  if (form.family === 'evm') return ethereum;
  if (form.family === 'cash') return bitcoinCash;
  return form.family === 'xrpl' ? base58Hash([0x00], base58xrp) : base58Check(form);
}

const evmLength = 42;

/** Witness and cash addresses may be written in capitals, as QR codes are. */
function ignoresCase(form: AddressForm, prefix: string): boolean {
  return form.family === 'cash' || (form.family === 'base58' && prefix === `${form.bech32}1`);
}

/** True for a text with the prefix and length of an address of this form; its checksum is not checked. */
export function isWholeForm(form: AddressForm, address: string): boolean {
  const isStart = (prefix: string) =>
    address.startsWith(prefix) || (ignoresCase(form, prefix) && address.startsWith(prefix.toUpperCase()));
  if (!form.prefixes.some(isStart)) return false;
  return form.family === 'evm' ? address.length === evmLength : address.length >= (form.minLength ?? 0);
}

/** The libraries throw on what they cannot decode, which means invalid here. */
function tryDecode<Result>(decode: () => Result): Result | undefined {
  try {
    return decode();
  } catch {
    return undefined;
  }
}

/** Bitcoin Cash's address form, bech32 with its own checksum: no maintained library reads it without a wallet. */
const alphabet = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
const checksumAlphabet = 8;

/** Bytes of the hash by the low three bits of the version byte. */
const hashBytes = [20, 24, 28, 32, 40, 48, 56, 64];

const generator = [0x98f2bc8e61n, 0x79b76d99e2n, 0xf33e5fb3c4n, 0xae2eabe2a8n, 0x1e4f43e470n];

function checksumOf(values: readonly number[]): bigint {
  let checksum = 1n;
  for (const value of values) {
    const top = checksum >> 35n;
    checksum = ((checksum & 0x07ffffffffn) << 5n) ^ BigInt(value);
    generator.forEach((term, bit) => {
      if ((top >> BigInt(bit)) & 1n) checksum ^= term;
    });
  }
  return checksum ^ 1n;
}

/** Converts groups of 5 bits to bytes; undefined if more than padding is left over. */
function bytesOf(fiveBitGroups: readonly number[]): number[] | undefined {
  const bytes: number[] = [];
  let bitCount = 0;
  let bits = 0;
  for (const group of fiveBitGroups) {
    bitCount = ((bitCount << 5) | group) & 0xfff;
    bits += 5;
    if (bits < 8) continue;
    bits -= 8;
    bytes.push((bitCount >> bits) & 0xff);
  }
  const isPadding = bits < 5 && (bitCount & ((1 << bits) - 1)) === 0;
  return isPadding ? bytes : undefined;
}

/** The cash address of the hash of a public key, without its prefix. */
export function cashAddressOf(hash: Uint8Array): string {
  const bits = [0, ...hash].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const payload = bits.padEnd(Math.ceil(bits.length / 5) * 5, '0').match(/.{5}/g) ?? [];
  const values = payload.map((fiveBits) => Number.parseInt(fiveBits, 2));
  const prefixGroups = Array.from(cashPrefix, (character) => character.charCodeAt(0) & 31);
  const checksum = checksumOf([...prefixGroups, 0, ...values, ...Array.from({ length: checksumAlphabet }, () => 0)]);
  const checksumGroups = Array.from({ length: checksumAlphabet }, (_, index) =>
    Number((checksum >> BigInt(5 * (checksumAlphabet - 1 - index))) & 31n),
  );
  return [...values, ...checksumGroups].map((value) => alphabet[value]).join('');
}

/** The output kind of a cash address in lower case: 0 a key, 1 a script; undefined for an invalid one. */
function cashAddressKind(payload: string, prefix: string): number | undefined {
  const values = Array.from(payload, (character) => alphabet.indexOf(character));
  if (values.includes(-1) || values.length <= checksumAlphabet) return undefined;
  const prefixGroups = Array.from(prefix, (character) => character.charCodeAt(0) & 31);
  if (checksumOf([...prefixGroups, 0, ...values]) !== 0n) return undefined;
  const [version, ...hash] = bytesOf(values.slice(0, -checksumAlphabet)) ?? [];
  if (version === undefined || version > 0x7f || hash.length !== hashBytes[version & 7]) return undefined;
  return version >> 3;
}

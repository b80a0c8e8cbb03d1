import { sha256 } from '@noble/hashes/sha2.js';
import { base58xrp } from '@scure/base';
import { base58HashOf } from './wallets.chain-checks.ts';

/** The bytes before an X-address of the main network, which are its letter X. */
const mainPrefix = [0x05, 0x44];
const bytesOfX = 35;
const checksumBytes = 4;
const maxTag = 4_294_967_295;

/**
 * Returns an address of the XRP Ledger with its tag in one text, so that no sender leaves the tag out (XLS-5).
 * Undefined for an invalid address.
 */
export function xAddressOf(address: string, tag: number | null): string | undefined {
  const base58Hash = base58HashOf(address, base58xrp);
  if (base58Hash?.version !== 0) return undefined;
  if (tag !== null && !(Number.isInteger(tag) && tag >= 0 && tag <= maxTag)) return undefined;
  const body = new Uint8Array(bytesOfX - checksumBytes);
  body.set(mainPrefix);
  body.set(base58Hash.hash, 2);
  body[22] = tag === null ? 0 : 1;
  new DataView(body.buffer).setUint32(23, tag ?? 0, true);
  return base58xrp.encode(Uint8Array.from([...body, ...checksumOf(body)]));
}

/** Returns the classic address and the tag of an X-address of the main network; undefined for any other text. */
export function splitXAddress(input: string): { address: string; tag: string | null } | undefined {
  const bytes = tryDecode(input);
  if (bytes?.length !== bytesOfX) return undefined;
  const body = bytes.subarray(0, bytesOfX - checksumBytes);
  const isChecked = checksumOf(body).every((byte, index) => byte === bytes[body.length + index]);
  const isMain = mainPrefix.every((byte, index) => byte === body[index]);
  const flag = body[22] ?? 2;
  if (!isChecked || !isMain || flag > 1 || body.subarray(27).some((byte) => byte !== 0)) return undefined;
  const tag = new DataView(body.buffer, body.byteOffset).getUint32(23, true);
  if (flag === 0 && tag !== 0) return undefined;
  const classicBytes = Uint8Array.from([0, ...body.subarray(2, 22)]);
  const address = base58xrp.encode(Uint8Array.from([...classicBytes, ...checksumOf(classicBytes)]));
  return { address, tag: flag === 1 ? String(tag) : null };
}

/** True where a text has the form of an X-address of the main or the test network; its checksum is not checked. */
export function hasFormOfXAddress(input: string): boolean {
  return /^[XT][1-9A-HJ-NP-Za-km-z]{45,47}$/.test(input.trim());
}

function checksumOf(body: Uint8Array): Uint8Array {
  return sha256(sha256(body)).subarray(0, checksumBytes);
}

function tryDecode(input: string): Uint8Array | undefined {
  try {
    return base58xrp.decode(input.trim());
  } catch {
    return undefined;
  }
}

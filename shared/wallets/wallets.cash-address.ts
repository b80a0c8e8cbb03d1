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

/** Groups of 8 bits from groups of 5; undefined when what is left over is more than padding. */
function bytesOf(fives: readonly number[]): number[] | undefined {
  const bytes: number[] = [];
  let [held, bits] = [0, 0];
  for (const five of fives) {
    held = ((held << 5) | five) & 0xfff;
    bits += 5;
    if (bits < 8) continue;
    bits -= 8;
    bytes.push((held >> bits) & 0xff);
  }
  const isPadding = bits < 5 && (held & ((1 << bits) - 1)) === 0;
  return isPadding ? bytes : undefined;
}

/** The kind of output behind a cash address in lower case: 0 a key, 1 a script; undefined for an invalid one. */
export function cashAddressKind(payload: string, prefix: string): number | undefined {
  const values = Array.from(payload, (sign) => alphabet.indexOf(sign));
  if (values.includes(-1) || values.length <= checksumAlphabet) return undefined;
  const written = Array.from(prefix, (sign) => sign.charCodeAt(0) & 31);
  if (checksumOf([...written, 0, ...values]) !== 0n) return undefined;
  const [version, ...hash] = bytesOf(values.slice(0, -checksumAlphabet)) ?? [];
  if (version === undefined || version > 0x7f || hash.length !== hashBytes[version & 7]) return undefined;
  return version >> 3;
}

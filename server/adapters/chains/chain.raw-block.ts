import { setImmediate as otherRequests } from 'node:timers/promises';
import { sha256 } from '@noble/hashes/sha2.js';
import { FeedError } from '#server/lib/feed-error.ts';

/** An output to a script that was asked for; its value is in the smallest unit. */
export type RawOutput = { txHash: string; outIndex: number; script: string; value: bigint };

export type RawBlock = { hash: string; parentHash: string; at: Date; outputs: readonly RawOutput[] };

type Network = 'bitcoin' | 'litecoin';

const headerBytes = 80;
const witnessFlag = 1;
/** Flag of Litecoin on the last transaction of a block whose extension block follows the transactions. */
const extensionFlag = 8;
/** Number of hashes that are computed before other requests have their turn. */
const hashesATime = 200;

function doubleSha256(...parts: readonly Uint8Array[]): Buffer {
  const hash = sha256.create();
  for (const part of parts) hash.update(part);
  return Buffer.from(sha256(hash.digest()));
}

/** Hashes are written backwards. */
const nameOf = (hash: Uint8Array) => Buffer.from(hash.toReversed()).toString('hex');

type Reader = ReturnType<typeof createReader>;

/** Reads Bitcoin's serialisation piece by piece; throws FeedError behind the end. */
function createReader(bytes: Buffer) {
  let at = 0;
  const take = (count: number): number => {
    const start = at;
    if (count > bytes.length - start) throw new FeedError('the block is cut off');
    at += count;
    return start;
  };
  return {
    get position() {
      return at;
    },
    get isAtEnd() {
      return at === bytes.length;
    },
    skip: (count: number) => void take(count),
    since: (start: number) => bytes.subarray(start, at),
    take: (count: number) => {
      const start = take(count);
      return bytes.subarray(start, at);
    },
    uint8: () => bytes.readUInt8(take(1)),
    uint64: () => bytes.readBigUInt64LE(take(8)),
    /** A count of variable length. */
    count: () => {
      const firstByte = bytes.readUInt8(take(1));
      if (firstByte < 0xfd) return firstByte;
      if (firstByte === 0xfd) return bytes.readUInt16LE(take(2));
      if (firstByte === 0xfe) return bytes.readUInt32LE(take(4));
      throw new FeedError('the block has a count that no block can hold');
    },
  };
}

type RawTransaction = { id: Buffer; outputs: { script: Buffer; value: bigint }[]; namesExtension: boolean };

function readTransaction(reader: Reader, network: Network): RawTransaction {
  const version = reader.take(4);
  let bodyAt = reader.position;
  let inputs = reader.count();
  const flags = inputs === 0 ? reader.uint8() : 0;
  const knownFlags = network === 'litecoin' ? witnessFlag | extensionFlag : witnessFlag;
  if ((flags & ~knownFlags) !== 0 || (inputs === 0 && flags === 0)) {
    throw new FeedError('the block has a transaction of an unknown format');
  }
  if (flags !== 0) {
    bodyAt = reader.position;
    inputs = reader.count();
  }
  for (let input = 0; input < inputs; input += 1) {
    reader.skip(36);
    reader.skip(reader.count());
    reader.skip(4);
  }
  const outputs: RawTransaction['outputs'] = [];
  for (let remaining = reader.count(); remaining > 0; remaining -= 1) {
    const value = reader.uint64();
    outputs.push({ value, script: reader.take(reader.count()) });
  }
  const body = reader.since(bodyAt);
  if ((flags & witnessFlag) !== 0) {
    for (let input = 0; input < inputs; input += 1) {
      for (let items = reader.count(); items > 0; items -= 1) reader.skip(reader.count());
    }
  }
  const namesExtension = (flags & extensionFlag) !== 0;
  // Inside a block, a transaction's field of the extension is empty.
  if (namesExtension && reader.uint8() !== 0) throw new FeedError('the block has a transaction of an unknown format');
  return { id: doubleSha256(version, body, reader.take(4)), outputs, namesExtension };
}

/** Returns the Merkle root. Throws for equal neighbours: a longer list with them has the root of a shorter one. */
async function merkleRoot(ids: readonly Buffer[]): Promise<Buffer> {
  let level = ids;
  while (level.length > 1) {
    const nextLevel: Buffer[] = [];
    for (let at = 0; at < level.length; at += 2) {
      // `at` is below the length.
      const leftHash = level[at] as Buffer;
      const rightHash = level[at + 1];
      if (rightHash?.equals(leftHash)) throw new FeedError('the block names a transaction twice');
      nextLevel.push(doubleSha256(leftHash, rightHash ?? leftHash));
      if (nextLevel.length % hashesATime === 0) await otherRequests();
    }
    level = nextLevel;
  }
  return level[0] ?? Buffer.alloc(32);
}

/**
 * Reads a whole block of this hash as nodes store it, and its outputs to these scripts (in hex). The hash proves the
 * header, and the header's Merkle root the transactions: an answer that lacks or changes one throws FeedError.
 */
export async function readRawBlock(
  bytes: Buffer,
  hash: string,
  { network, scripts }: { network: Network; scripts: { has: (script: string) => boolean } },
): Promise<RawBlock> {
  const reader = createReader(bytes);
  const header = reader.take(headerBytes);
  if (nameOf(doubleSha256(header)) !== hash) throw new FeedError('the server answered with another block');
  const outputs: RawOutput[] = [];
  const ids: Buffer[] = [];
  let hasExtension = false;
  for (let remaining = reader.count(); remaining > 0; remaining -= 1) {
    const { id, outputs: paidOutputs, namesExtension } = readTransaction(reader, network);
    ids.push(id);
    hasExtension = namesExtension;
    paidOutputs.forEach(({ script, value }, outIndex) => {
      const hex = script.toString('hex');
      if (scripts.has(hex)) outputs.push({ txHash: nameOf(id), outIndex, script: hex, value });
    });
    if (ids.length % hashesATime === 0) await otherRequests();
  }
  if (!(await merkleRoot(ids)).equals(header.subarray(36, 68))) {
    throw new FeedError('the transactions are not those of the block');
  }
  // The extension's own data follows; it pays to no address that others can read.
  if (!reader.isAtEnd && !hasExtension) throw new FeedError('the block goes on behind its transactions');
  return {
    hash,
    parentHash: nameOf(header.subarray(4, 36)),
    at: new Date(header.readUInt32LE(68) * 1000),
    outputs,
  };
}

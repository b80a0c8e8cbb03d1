import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { sha256 } from './many-addresses.ts';
import { startRateSource, type RateSource } from './rate-source.ts';

// Returns the responses that Esplora's documentation describes: no real Esplora server ran here.

/** The data of the server; undefined for unknown paths. */
type EsploraBackend = {
  tipHash: () => unknown;
  hashAt: (height: number) => unknown;
  /** The response of `/block/:hash`. */
  block: (hash: string) => unknown;
  raw: (hash: string) => unknown;
  /** The response of `/tx/:txid`. */
  transaction: (txid: string) => unknown;
  mempoolOf: (address: string) => unknown;
  /** The response of `/address/:address`. */
  address?: (address: string) => unknown;
};

/** A fake Esplora server; text and bytes are sent unchanged, all else as JSON. */
export async function serveEsplora(backend: EsploraBackend): Promise<RateSource> {
  const answerTo = (path: string): unknown => {
    const [, root, first = '', secondPart, thirdPart] = path.split('/');
    if (path === '/blocks/tip/hash') return backend.tipHash();
    if (root === 'block-height') return backend.hashAt(Number(first));
    if (root === 'block') return secondPart === 'raw' ? backend.raw(first) : backend.block(first);
    if (root === 'tx') return backend.transaction(first);
    if (root === 'address' && secondPart === undefined) return backend.address?.(first);
    return root === 'address' && secondPart === 'txs' && thirdPart === 'mempool' ? backend.mempoolOf(first) : undefined;
  };
  return startRateSource(async (request: IncomingMessage, response: ServerResponse) => {
    const answer = await answerTo(request.url ?? '');
    if (answer === undefined) response.writeHead(404).end('Block not found');
    else response.end(typeof answer === 'string' || Buffer.isBuffer(answer) ? answer : JSON.stringify(answer));
  });
}

/** A transaction with these outputs, each a script and a value, as `/tx/:txid` responds. */
export function shownTransaction(txid: string, outputs: readonly (readonly [string, number])[], isConfirmed: boolean) {
  const vout = outputs.map(([scriptpubkey, value]) => ({ scriptpubkey, value: Math.round(value) }));
  return { txid, vout, status: { confirmed: isConfirmed } };
}

const hashOf = (bytes: Buffer) => sha256(sha256(bytes));
const nameOf = (hash: Buffer) => Buffer.from(hash.toReversed()).toString('hex');
const uint32 = (value: number) => Buffer.from(Uint32Array.of(value).buffer);
const uint64 = (value: bigint) => Buffer.from(BigUint64Array.of(value).buffer);
const withLength = (bytes: Buffer) => Buffer.concat([Buffer.from([bytes.length]), bytes]);

type FakeOutput = { script: string; value: bigint };
export type FakeTransaction = { id: Buffer; txid: string; raw: Buffer; outputs: readonly FakeOutput[] };

/** A transaction with a witness, or with the parts after its outputs that `flag` names. */
export function aTransaction(outputs: readonly FakeOutput[], { flag = 1 }: { flag?: number } = {}): FakeTransaction {
  const input = Buffer.concat([randomBytes(32), uint32(0), withLength(Buffer.alloc(0)), uint32(0xffffffff)]);
  const outputBuffers = outputs.map(({ script, value }) =>
    Buffer.concat([uint64(value), withLength(Buffer.from(script, 'hex'))]),
  );
  const body = Buffer.concat([Buffer.from([1]), input, Buffer.from([outputs.length]), ...outputBuffers]);
  const witness = Buffer.concat([Buffer.from([2]), withLength(randomBytes(71)), withLength(randomBytes(33))]);
  const witnessBytes = Buffer.concat([(flag & 1) === 0 ? Buffer.alloc(0) : witness, Buffer.alloc((flag & 8) >> 3)]);
  const markerBytes = flag === 0 ? [] : [Buffer.from([0, flag])];
  const id = hashOf(Buffer.concat([uint32(2), body, uint32(0)]));
  const rawBytes = Buffer.concat([uint32(2), ...markerBytes, body, witnessBytes, uint32(0)]);
  return { id, txid: nameOf(id), raw: rawBytes, outputs };
}

export type FakeBlock = { hash: string; raw: Buffer; at: number; parentHash: string; transactions: FakeTransaction[] };

/** A block of these transactions in the format of nodes. */
export function aRawBlock(transactions: FakeTransaction[], parentHash = '0'.repeat(64)): FakeBlock {
  const at = Math.floor(Date.now() / 1000);
  let level = transactions.map(({ id }) => id);
  while (level.length > 1) {
    const pairs = level.filter((_, index) => index % 2 === 0);
    level = pairs.map((leftHash, pair) => hashOf(Buffer.concat([leftHash, level[pair * 2 + 1] ?? leftHash])));
  }
  const parent = Buffer.from(parentHash, 'hex').toReversed();
  const root = level[0] ?? Buffer.alloc(32);
  const header = Buffer.concat([uint32(4), parent, root, uint32(at), uint32(0x207fffff), randomBytes(4)]);
  const rawBytes = Buffer.concat([
    header,
    Buffer.from([transactions.length]),
    ...transactions.map((transaction) => transaction.raw),
  ]);
  return { hash: nameOf(hashOf(header)), raw: rawBytes, at, parentHash, transactions };
}

/** An output that carries only data. */
const emptyOutput = { script: '6a', value: 0n };

/** A chain that is built block by block, behind a server. `blocks` may be changed to make the server lie. */
export async function startFakeEsplora() {
  const blocks: FakeBlock[] = [aRawBlock([aTransaction([])])];
  const scriptOfAddress = new Map<string, string>();
  let unconfirmedTransactions: FakeTransaction[] = [];
  const blockOf = (hash: string) => blocks.find((block) => block.hash === hash);
  const shown = ({ txid, outputs }: FakeTransaction) => {
    const scriptValues = outputs.map(({ script, value }) => [script, Number(value)] as const);
    return shownTransaction(txid, scriptValues, false);
  };
  const server = await serveEsplora({
    tipHash: () => blocks.at(-1)?.hash,
    hashAt: (height) => blocks[height]?.hash,
    block: (hash) => {
      const block = blockOf(hash);
      const { parentHash, at } = block ?? {};
      return block && { id: hash, height: blocks.indexOf(block), timestamp: at, previousblockhash: parentHash };
    },
    raw: (hash) => blockOf(hash)?.raw,
    transaction: () => undefined,
    mempoolOf: (address) => {
      const wantedScript = scriptOfAddress.get(address);
      return unconfirmedTransactions
        .filter(({ outputs }) => outputs.some(({ script }) => script === wantedScript))
        .map(shown);
    },
  });
  return {
    server,
    blocks,
    /** Puts a payment of satoshis to a script into the mempool; returns its hash. */
    pay: (address: string, script: string, value: bigint) => {
      scriptOfAddress.set(address, script);
      const tx = aTransaction([emptyOutput, { script, value }]);
      unconfirmedTransactions.push(tx);
      return tx.txid;
    },
    mine: () => {
      blocks.push(aRawBlock([aTransaction([]), ...unconfirmedTransactions], blocks.at(-1)?.hash));
      unconfirmedTransactions = [];
    },
  };
}

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callNode, litecoindProgram, reasonOf, startLitecoind, type NodeProcess } from '#tests/setup/chain-nodes.ts';
import { aRawBlock, aTransaction, type FakeTransaction } from '#tests/setup/fake-esplora.ts';
import { scriptOf } from './chain.esplora.ts';
import { readRawBlock } from './chain.raw-block.ts';

const all = { has: () => true };
const ownScript = '0014751e76e8199196d454941c45d1b3a323f1433bd6';
const paying = (value = 5n) => aTransaction([{ script: ownScript, value }]);

// The first block of Bitcoin, as its program has it.
const genesisHex = `
  0100000000000000000000000000000000000000000000000000000000000000000000003ba3edfd7a7b12b27ac72c3e67768f617fc81bc3
  888a51323a9fb8aa4b1e5e4a29ab5f49ffff001d1dac2b7c0101000000010000000000000000000000000000000000000000000000000000
  000000000000ffffffff4d04ffff001d0104455468652054696d65732030332f4a616e2f32303039204368616e63656c6c6f72206f6e2062
  72696e6b206f66207365636f6e64206261696c6f757420666f722062616e6b73ffffffff0100f2052a01000000434104678afdb0fe554827
  1967f1a67130b7105cd6a828e03909a67962e0ea1f61deb649f6bc3f4cef38c4f35504e51ec112de5c384df7ba0b8d578a4c702b6bf11d5f
  ac00000000`;
const genesis = Buffer.from(genesisHex.replace(/\s/g, ''), 'hex');
const genesisHash = '000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f';

test('the first block of Bitcoin is read with its known values', async () => {
  const block = await readRawBlock(genesis, genesisHash, { network: 'bitcoin', scripts: all });
  expect(block).toMatchObject({ hash: genesisHash, parentHash: '0'.repeat(64), at: new Date('2009-01-03T18:15:05Z') });
  const txHash = '4a5e1e4baab89f3a32518a88c31bc87f618f76673e2cc77ab2127b7afdeda33b';
  expect(block.outputs).toMatchObject([{ txHash, outIndex: 0, value: 5_000_000_000n }]);
});

const taproot = 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0';
test.each([
  ['1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', '76a91462e907b15cbf27d5425399ebf6f0fb50ebb88f1888ac'],
  ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', ownScript],
  [taproot, '512079be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798'],
  ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5', undefined],
  [`ltcmweb1qq${'q'.repeat(100)}`, undefined],
])('an address has a script only without a typo and outside Litecoin’s extension: %s', (address, script) => {
  expect(scriptOf(address)).toBe(script);
});

describe('a damaged block', () => {
  const first = aTransaction([]);
  const second = paying();
  const third = aTransaction([]);
  const last = paying(7n);
  const block = aRawBlock([first, second, third, last]);
  const readBlock = (raw: Buffer, hash = block.hash, network: 'bitcoin' | 'litecoin' = 'bitcoin') =>
    readRawBlock(raw, hash, { network, scripts: new Set([ownScript]) });
  const withTransactions = (replacedTransactions: readonly FakeTransaction[], { raw: header } = block) =>
    Buffer.concat([
      header.subarray(0, 80),
      Buffer.from([replacedTransactions.length]),
      ...replacedTransactions.map(({ raw }) => raw),
    ]);

  test('yields both transfers before it is damaged', async () => {
    expect((await readBlock(block.raw)).outputs.map(({ value }) => value)).toEqual([5n, 7n]);
  });

  test('is refused if it is cut at any byte', async () => {
    for (let length = 0; length < block.raw.length; length += 1) {
      await expect(readBlock(block.raw.subarray(0, length)), `${length}`).rejects.toThrow(/cut off|another block/);
    }
  });

  test('is refused if any byte of a transaction or of the header is changed', async () => {
    // The witnesses and their lengths contain no output.
    const outcomes = new Set<string>();
    for (let at = 0; at < block.raw.length; at += 1) {
      const changedBytes = Buffer.from(block.raw);
      changedBytes.writeUInt8((changedBytes.readUInt8(at) + 1) % 256, at);
      const outcome = await readBlock(changedBytes).then(
        ({ outputs }) => outputs.map(({ value, txHash }) => `${value} in ${txHash}`).join(),
        () => 'refused',
      );
      outcomes.add(outcome);
    }
    expect(outcomes).toEqual(new Set([`5 in ${second.txid},7 in ${last.txid}`, 'refused']));
  });

  test('is refused if a transaction is left out, added, repeated or moved', async () => {
    const lists = [
      [first, second, third],
      [first, second, third, last, paying(9n)],
      [second, first, third, last],
      [first, second, third, last, third, last],
      [first, paying(5n), third, last],
      [],
    ];
    for (const list of lists) await expect(readBlock(withTransactions(list))).rejects.toThrow(/not those|twice/);
  });

  test('is refused if three transactions are shown as four with the root of three', async () => {
    const threeTransactions = aRawBlock([first, second, third]);
    await expect(
      readBlock(withTransactions([first, second, third, third], threeTransactions), threeTransactions.hash),
    ).rejects.toThrow('twice');
  });

  test('is refused if bytes that belong to no block follow', async () => {
    await expect(readBlock(Buffer.concat([block.raw, Buffer.from([0])]))).rejects.toThrow('goes on');
  });

  test('is refused if its transactions have the format of another chain', async () => {
    const extendedBlock = aRawBlock([aTransaction([]), aTransaction([{ script: ownScript, value: 3n }], { flag: 8 })]);
    await expect(readBlock(extendedBlock.raw, extendedBlock.hash)).rejects.toThrow('unknown format');
    const extraBytes = Buffer.concat([extendedBlock.raw, Buffer.alloc(40)]);
    expect((await readBlock(extraBytes, extendedBlock.hash, 'litecoin')).outputs).toMatchObject([{ value: 3n }]);
    const unknownRawBlock = aRawBlock([aTransaction([], { flag: 4 })]);
    await expect(readBlock(unknownRawBlock.raw, unknownRawBlock.hash, 'litecoin')).rejects.toThrow('unknown format');
  });
});

type Output = { value: number; n: number; scriptPubKey?: { hex?: string } };
type BlockJson = { previousblockhash?: string; tx: { txid: string; vin: { ismweb?: boolean }[]; vout: Output[] }[] };

describe.skipIf('missing' in litecoindProgram)(`real blocks of a Litecoin node${reasonOf(litecoindProgram)}`, () => {
  let node: NodeProcess;
  const call = (method: string, ...params: unknown[]) => callNode(node.url, method, params);
  beforeAll(async () => {
    node = await startLitecoind();
    await call('createwallet', 'customer');
  });
  afterAll(() => node.stop());

  const expectSame = async (height: number) => {
    const hash = (await call('getblockhash', height)) as string;
    const raw = Buffer.from((await call('getblock', hash, 0)) as string, 'hex');
    const { previousblockhash, tx } = (await call('getblock', hash, 2)) as BlockJson;
    const block = await readRawBlock(raw, hash, { network: 'litecoin', scripts: all });
    expect(block.parentHash).toBe(previousblockhash ?? '0'.repeat(64));
    const listedOutputs = tx.flatMap(({ txid: txHash, vout }) =>
      vout.map(({ value, n: outIndex, scriptPubKey }) => {
        return { txHash, outIndex, script: scriptPubKey?.hex, value: BigInt(Math.round(value * 1e8)) };
      }),
    );
    expect(block.outputs).toEqual(listedOutputs.filter(({ script }) => script !== undefined));
    return block;
  };

  test('are read as the node lists them, with payments to all kinds of addresses', async () => {
    const mineBlocks = async (count: number) => call('generatetoaddress', count, await call('getnewaddress'));
    await mineBlocks(120);
    for (const type of ['legacy', 'p2sh-segwit', 'bech32']) {
      await call('sendtoaddress', await call('getnewaddress', '', type), 1.25);
      const ownAddress = String(await call('getnewaddress', '', type));
      await call('sendmany', '', { [ownAddress]: 0.1, mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn: 0.001 });
      await mineBlocks(1);
    }
    for (let height = 115; height <= 123; height += 1) await expectSame(height);
    expect((await expectSame(123)).outputs.length).toBeGreaterThan(3);
    await expectSame(0);
  });

  test('are read with an extension, including the payments that leave it', async () => {
    const ownAddress = await call('getnewaddress');
    const height = () => call('getblockcount') as Promise<number>;
    // The first block that may have an extension needs a payment into it.
    await call('generatetoaddress', 431 - (await height()), ownAddress);
    await call('sendtoaddress', await call('getnewaddress', '', 'mweb'), 20);
    await call('generatetoaddress', 10, ownAddress);
    await call('createwallet', 'hidden');
    const callWallet = (method: string, ...params: unknown[]) => callNode(`${node.url}/wallet/hidden`, method, params);
    const customer = (method: string, ...params: unknown[]) => callNode(`${node.url}/wallet/customer`, method, params);
    await customer('sendtoaddress', await callWallet('getnewaddress', '', 'mweb'), 5);
    await call('generatetoaddress', 1, ownAddress);
    await callWallet('sendtoaddress', 'rltc1qw508d6qejxtdg4y5r3zarvary0c5xw7k693xs3', 1.5);
    await call('generatetoaddress', 10, ownAddress);
    const last = await height();
    const blocks = [];
    for (let at = 430; at <= last; at += 1) blocks.push(await expectSame(at));
    const paidOut = blocks.flatMap(({ outputs }) => outputs).filter(({ script }) => script === ownScript);
    expect(paidOut.map(({ value }) => value)).toEqual([150_000_000n]);
  });
});

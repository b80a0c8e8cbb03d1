import type { IncomingMessage, ServerResponse } from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { json } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { FeedError } from '#server/lib/feed-error.ts';
import { openRateSource, pageErrors } from '#tests/setup/rate-source.ts';
import { esploraChain } from './chain.esplora.ts';
import { evmChain } from './chain.evm.ts';
import { parseExactly } from './chain.http.ts';
import { tronChain } from './chain.tron.ts';
import { utxoRpcChain } from './chain.utxo-rpc.ts';
import { xrplChain } from './chain.xrpl.ts';

const server = openRateSource();

const at = (protocol: 'rpc' | 'esplora' | 'evm' | 'tron' | 'xrpl') =>
  ({ protocol, url: `${server.url}/key-in-the-path`, name: 'node.test', authorization: 'Basic c2VjcmV0' }) as const;
const bitcoin = () => utxoRpcChain({ ...at('rpc'), chain: 'bitcoin', network: 'main' });
const ethereum = () => evmChain({ ...at('evm'), chain: 'ethereum', chainId: 1, tokens: {} });
const tron = () => tronChain({ ...at('tron'), key: 'tron-secret' });
const readers = {
  'a Bitcoin node': bitcoin,
  'an Esplora server': () => esploraChain({ ...at('esplora'), chain: 'bitcoin' }),
  'an Ethereum node': ethereum,
  'a Tron node': tron,
  'an XRP Ledger node': () => xrplChain(at('xrpl')),
};

const answering = (text: string, status = 200, headers = {}) => {
  return (_request: unknown, response: ServerResponse) => void response.writeHead(status, headers).end(text);
};
// Slow sources are tested with the feeds, because they wait for the reader's whole time limit.
const { 'never answers': _never, 'answers drop by drop': _drops, ...quickErrors } = pageErrors;
const failures = {
  ...quickErrors,
  'answers 429': answering('{"error":"rate limited"}', 429),
  'redirects into the operator’s own network': answering('', 302, { Location: 'http://127.0.0.1:1/' }),
  'answers a shape of its own': answering('{"result":{"blocks":"many","ledger":{}},"id":0}'),
};

describe.each(Object.entries(readers))('%s', (_name, open) => {
  test.each(Object.entries(failures))('that %s is a failure without its address or key', async (_, fail) => {
    server.answer(fail);
    const source = open();
    const error = await source.tip().catch((cause: unknown) => cause);
    expect(error).toBeInstanceOf(FeedError);
    expect(String(error)).not.toMatch(/127\.0\.0\.1|key-in-the-path|secret/);
    await expect(source.transfersIn(5, 5, [{ coinId: 'bitcoin', address: 'x' }])).rejects.toThrow(FeedError);
  });
});

test('the key of Tron’s API and a password are sent in headers', async () => {
  await expect(tron().tip()).rejects.toThrow(FeedError);
  const expectedHeaders = { 'tron-pro-api-key': 'tron-secret', authorization: 'Basic c2VjcmV0' };
  expect(server.asked[0]?.headers).toMatchObject(expectedHeaders);
});

type RpcCall = { id: number; method: string };

/** A fake node with these methods. */
function playRpc(results: Record<string, unknown>) {
  const error = { code: -5, message: 'secret' };
  const answer = ({ id, method }: RpcCall) =>
    method in results ? { id, result: results[method] } : { id, result: null, error };
  server.answer(async (request: IncomingMessage, response: ServerResponse) => {
    const calls = (await json(request)) as RpcCall[] | RpcCall;
    response.end(JSON.stringify(Array.isArray(calls) ? calls.map(answer) : answer(calls)));
  });
}

const ethereumHeader = { number: '0x5', hash: '0xa', parentHash: '0xb', timestamp: '0x1' };
const [blockHash, parent, txid] = ['a', 'b', 'c'].map((digit) => digit.repeat(64));
const bitcoinHeader = { hash: blockHash, height: 7, time: 1_700_000_000, previousblockhash: parent };

test('a node of another network is refused', async () => {
  playRpc({ getblockchaininfo: { chain: 'test', blocks: 5, bestblockhash: blockHash } });
  await expect(bitcoin().tip()).rejects.toThrow('another network');
  playRpc({ eth_chainId: '0x38', eth_getBlockByNumber: ethereumHeader });
  await expect(ethereum().tip()).rejects.toThrow('another network');
});

test('an Ethereum node without a final block can be read', async () => {
  const unknownAnswer = { id: 2, error: { code: -32601, message: 'unknown tag' } };
  server.answer([{ id: 0, result: '0x1' }, { id: 1, result: ethereumHeader }, unknownAnswer]);
  expect(await ethereum().tip()).toMatchObject({ height: 5, finalized: undefined });
});

test('Bitcoin Cash addresses are compared without their prefix, and amounts to the last digit', async () => {
  const address = 'qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a';
  const paidOutput = { value: 20999999.9769, n: 1, scriptPubKey: { addresses: [`bitcoincash:${address}`] } };
  const otherOutput = { value: 1e-8, n: 0, scriptPubKey: { address: 'other' } };
  const block = { hash: blockHash, tx: [{ txid, vout: [otherOutput, paidOutput] }] };
  playRpc({ getblockhash: blockHash, getblockheader: bitcoinHeader, getblock: block });
  const source = utxoRpcChain({ ...at('rpc'), chain: 'bitcoin-cash', network: 'main' });
  const { transfers } = await source.transfersIn(7, 7, [{ coinId: 'bitcoin-cash', address }]);
  expect(transfers).toMatchObject([{ to: address, outIndex: 1 }]);
  expect(transfers[0]?.amount.toFixed()).toBe('20999999.9769');
});

test('an attacker’s node cannot stop the product with an answer of backslashes and quotes', async () => {
  // The long number makes the reader examine every character.
  for (const length of [64_000, 1_900_000]) {
    server.answer(answering(`{"n":1234567890123456789,"text":${'\\"'.repeat(length / 2)}`));
    const delay = monitorEventLoopDelay({ resolution: 5 });
    delay.enable();
    await expect(bitcoin().tip()).rejects.toThrow('not JSON');
    delay.disable();
    // A machine that is busy with other tests; an expression that begins again at each quote takes 2 s, then half an
    // hour.
    expect(delay.max / 1e6, `milliseconds of ${length} bytes`).toBeLessThan(1_000);
  }
});

test('an answer without a whole block is read up to 2 MB', async () => {
  const padding = 'x'.repeat(3_000_000);
  playRpc({ getblockhash: blockHash, getblockheader: bitcoinHeader, getblock: { hash: blockHash, tx: [], padding } });
  const source = bitcoin();
  const watchedAddresses = [{ coinId: 'bitcoin', address: 'ours' }];
  expect((await source.transfersIn(7, 7, watchedAddresses)).blocks).toHaveLength(1);
  playRpc({ getblockhash: blockHash, getblockheader: { ...bitcoinHeader, padding } });
  await expect(source.transfersIn(7, 7, watchedAddresses)).rejects.toThrow('longer than 2000000 bytes');
});

test('an answer about a balance is read up to 2 MB, and whole blocks further', async () => {
  const [hash, parentHash] = ['a', 'b'].map((digit) => `0x${digit.repeat(64)}`);
  const block = { number: '0x5', hash, parentHash, timestamp: '0x1', transactions: [], padding: 'x'.repeat(3_000_000) };
  const watchedAddresses = [{ coinId: 'ethereum', address: `0x${'c'.repeat(40)}` }];
  playRpc({ eth_getBlockByNumber: block, eth_getBalance: '0x0' });
  expect((await ethereum().transfersIn(5, 5, watchedAddresses)).blocks).toHaveLength(1);
  playRpc({ eth_getBlockByNumber: block, eth_getBalance: `0x${'0'.repeat(3_000_000)}` });
  await expect(ethereum().transfersIn(5, 5, watchedAddresses)).rejects.toThrow('longer than 2000000 bytes');
});

test('numbers that JavaScript would round are read as text, and those inside texts stay', () => {
  const inText = 'id 9007199254740993 " 12345678901234567890';
  const sentJson = `{"a":9007199254740993,"b":0.1,"c":${JSON.stringify(inText)},"d":20999999.97690000}`;
  expect(parseExactly(sentJson)).toEqual({ a: '9007199254740993', b: 0.1, c: inText, d: '20999999.97690000' });
});

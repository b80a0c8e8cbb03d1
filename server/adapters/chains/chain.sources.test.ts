import type { ServerResponse } from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { FeedError } from '#server/lib/feed-error.ts';
import { pageErrors, startRateSource, type RateSource } from '#tests/setup/rate-source.ts';
import { esploraChain } from './chain.esplora.ts';
import { evmChain } from './chain.evm.ts';
import { parseExactly } from './chain.http.ts';
import { tronChain } from './chain.tron.ts';
import type { ChainSource } from './chain.ts';
import { utxoRpcChain } from './chain.utxo-rpc.ts';
import { xrplChain } from './chain.xrpl.ts';

let server: RateSource;
beforeEach(async () => {
  server = await startRateSource();
});
afterEach(() => server.close());

const at = (protocol: 'rpc' | 'esplora' | 'evm' | 'tron' | 'xrpl') =>
  ({ protocol, url: `${server.url}/key-in-the-path`, name: 'node.test', authorization: 'Basic c2VjcmV0' }) as const;
const readers: Record<string, () => ChainSource> = {
  'a Bitcoin node': () => utxoRpcChain({ ...at('rpc'), chain: 'bitcoin', network: 'main' }),
  'an Esplora server': () => esploraChain({ ...at('esplora'), chain: 'bitcoin' }),
  'an Ethereum node': () => evmChain({ ...at('evm'), chain: 'ethereum', chainId: 1, tokens: {} }),
  'a Tron node': () => tronChain({ ...at('tron'), key: 'tron-secret' }),
  'an XRP Ledger node': () => xrplChain(at('xrpl')),
};

const failures: typeof pageErrors = {
  ...pageErrors,
  'answers 429': (_request, response) => {
    response.writeHead(429).end('{"error":"rate limited"}');
  },
  'redirects into the operator’s own network': (_request, response) => {
    response.writeHead(302, { Location: 'http://127.0.0.1:1/' }).end();
  },
  'answers a shape of its own': (_request, response) => {
    response.end('{"result":{"blocks":"many","ledger":{}},"id":0}');
  },
};
// Slow ones take the reader's whole patience; the feeds' own test has them.
delete failures['never answers'];
delete failures['answers drop by drop'];

describe.each(Object.entries(readers))('%s', (_name, open) => {
  test.each(Object.entries(failures))(
    'that %s is a failure with a name, without its address or key',
    async (_failure, misbehave) => {
      server.answer(misbehave);
      const source = open();
      const error = await source.tip().catch((cause: unknown) => cause);
      expect(error).toBeInstanceOf(FeedError);
      expect(String(error)).not.toMatch(/127\.0\.0\.1|key-in-the-path|secret/);
      await expect(source.transfersIn(5, 5, [{ coinId: 'bitcoin', address: 'x' }])).rejects.toThrow(FeedError);
    },
  );
});

test('the key of Tron’s API and a password travel in headers', async () => {
  await readers['a Tron node']?.()
    .tip()
    .catch(() => undefined);
  expect(server.asked[0]?.headers).toMatchObject({
    'tron-pro-api-key': 'tron-secret',
    authorization: 'Basic c2VjcmV0',
  });
});

/** A fake node with these methods. */
function playRpc(results: Record<string, unknown>) {
  server.answer(async (request: AsyncIterable<Buffer>, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const calls = JSON.parse(Buffer.concat(chunks).toString()) as
      | { id: number; method: string }[]
      | { id: number; method: string };
    const answer = ({ id, method }: { id: number; method: string }) =>
      method in results
        ? { id, result: results[method] }
        : { id, result: null, error: { code: -5, message: 'secret' } };
    response.end(JSON.stringify(Array.isArray(calls) ? calls.map(answer) : answer(calls)));
  });
}

test('a node of another network is refused', async () => {
  playRpc({ getblockchaininfo: { chain: 'test', blocks: 5, bestblockhash: 'a'.repeat(64) } });
  await expect(readers['a Bitcoin node']?.().tip()).rejects.toThrow('another network');
  const header = { number: '0x5', hash: '0xa', parentHash: '0xb', timestamp: '0x1' };
  playRpc({ eth_chainId: '0x38', eth_getBlockByNumber: header });
  await expect(readers['an Ethereum node']?.().tip()).rejects.toThrow('another network');
});

test('an Ethereum node that knows no final block is read without one', async () => {
  server.answer(async (_request: unknown, response: ServerResponse) => {
    const header = { number: '0x5', hash: '0xa', parentHash: '0xb', timestamp: '0x1' };
    const [first, latest] = [
      { id: 0, result: '0x1' },
      { id: 1, result: header },
    ];
    response.end(JSON.stringify([first, latest, { id: 2, error: { code: -32601, message: 'unknown tag' } }]));
  });
  expect(await readers['an Ethereum node']?.().tip()).toMatchObject({ height: 5, finalized: undefined });
});

test('a Bitcoin Cash node’s addresses are compared without their prefix, its amounts to the last digit', async () => {
  const [own, parent, txid] = ['a', 'b', 'c'].map((digit) => digit.repeat(64));
  const paid = {
    value: 20999999.9769,
    n: 1,
    scriptPubKey: { addresses: ['bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a'] },
  };
  playRpc({
    getblockhash: own,
    getblockheader: { hash: own, height: 7, time: 1_700_000_000, previousblockhash: parent },
    getblock: { hash: own, tx: [{ txid, vout: [{ value: 1e-8, n: 0, scriptPubKey: { address: 'other' } }, paid] }] },
  });
  const source = utxoRpcChain({ ...at('rpc'), chain: 'bitcoin-cash', network: 'main' });
  const address = 'qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a';
  const { transfers } = await source.transfersIn(7, 7, [{ coinId: 'bitcoin-cash', address }]);
  expect(transfers.map(({ to, outIndex, amount }) => [to, outIndex, amount.toFixed()])).toEqual([
    [address, 1, '20999999.9769'],
  ]);
});

test('a node that an attacker owns cannot stop the product with an answer of backslashes and quotes', async () => {
  // The long number makes the reader look at every character.
  for (const length of [64_000, 1_900_000]) {
    server.answer((_request: unknown, response: ServerResponse) => {
      response.end(`{"n":1234567890123456789,"text":${'\\"'.repeat(length / 2)}`);
    });
    const delay = monitorEventLoopDelay({ resolution: 5 });
    delay.enable();
    await expect(readers['a Bitcoin node']?.().tip()).rejects.toThrow('not JSON');
    delay.disable();
    // A machine that is busy with other tests; an expression that begins again at each quote takes 2 s, then half an hour.
    expect(delay.max / 1e6, `milliseconds of ${length} bytes`).toBeLessThan(1_000);
  }
});

test('an answer that is no whole block ends at 2 MB', async () => {
  const [own, padding] = ['a'.repeat(64), 'x'.repeat(3_000_000)];
  const header = { hash: own, height: 7, time: 1_700_000_000 };
  playRpc({ getblockhash: own, getblockheader: header, getblock: { hash: own, tx: [], padding } });
  const source = utxoRpcChain({ ...at('rpc'), chain: 'bitcoin', network: 'main' });
  const mine = [{ coinId: 'bitcoin', address: 'ours' }];
  expect((await source.transfersIn(7, 7, mine)).blocks).toHaveLength(1);
  playRpc({ getblockhash: own, getblockheader: { ...header, padding } });
  await expect(source.transfersIn(7, 7, mine)).rejects.toThrow('longer than 2000000 bytes');
});

test('numbers that JavaScript would round are read as text, those inside of texts are left alone', () => {
  expect(
    parseExactly(
      '{"a":9007199254740993,"b":0.1,"c":"id 9007199254740993 \\" 12345678901234567890","d":20999999.97690000}',
    ),
  ).toEqual({
    a: '9007199254740993',
    b: 0.1,
    c: 'id 9007199254740993 " 12345678901234567890',
    d: '20999999.97690000',
  });
});

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { chainNames } from '#shared/reference/chains.ts';
import { checkAddress } from '#shared/wallets/wallets.addresses.ts';
import { chainProblems } from './env.chains.ts';
import { BadSettings, readDemoEnv, readEnv } from './env.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'landfall-chains-'));
afterAll(() => rmSync(dataDir, { recursive: true }));
const chainsWith = (source: Record<string, string>) => readEnv({ DATA_DIR: dataDir, ...source }).chains;
const refusalOf = (source: Record<string, string>): string => {
  try {
    chainsWith(source);
  } catch (error) {
    if (error instanceof BadSettings) return error.message;
    throw error;
  }
  return 'accepted';
};

describe('an operator who sets', () => {
  test('nothing follows no chain', () => {
    const { sources, ethereumTokens, litecoinNetwork } = chainsWith({});
    expect(Object.values(sources)).toEqual(chainNames.map(() => ({ kind: 'off' })));
    expect([ethereumTokens, litecoinNetwork]).toEqual([
      { 'usdt-erc20': '0xdac17f958d2ee523a2206206994597c13d831ec7' },
      'main',
    ]);
  });

  test('a node with a password gets it as a header and sees only the host', () => {
    const { sources } = chainsWith({ CHAIN_BITCOIN: 'rpc+http://desk:p%40ss@10.0.0.5:8332' });
    expect(sources.bitcoin).toEqual({
      kind: 'node',
      source: {
        protocol: 'rpc',
        url: 'http://10.0.0.5:8332/',
        name: '10.0.0.5:8332',
        authorization: `Basic ${Buffer.from('desk:p@ss').toString('base64')}`,
      },
      witness: undefined,
    });
  });

  test('a second address has an independent witness', () => {
    const { sources } = chainsWith({ CHAIN_BITCOIN: 'rpc+https://a:b@node.test, esplora+https://esplora.test/api' });
    expect(sources.bitcoin).toMatchObject({ witness: { protocol: 'esplora', url: 'https://esplora.test/api' } });
  });

  test.each<[string, string, string]>([
    ['an address without its protocol', 'CHAIN_BITCOIN', 'https://user:hunter2@node.test'],
    ['Esplora for Bitcoin Cash, which has none', 'CHAIN_BITCOIN_CASH', 'esplora+https://hunter2.test'],
    ['a protocol for Ethereum, which has one', 'CHAIN_ETHEREUM', 'rpc+https://hunter2.test'],
    ['three sources', 'CHAIN_TRON', 'https://a.test,https://b.test,https://hunter2.test'],
    ['a file', 'CHAIN_XRPL', 'file:///etc/hunter2'],
    ['a malformed password', 'CHAIN_LITECOIN', 'rpc+https://user:%zzhunter2@node.test'],
    ['a token that is none', 'CHAIN_ETHEREUM_TOKENS', 'hunter2=0xdac17f958d2ee523a2206206994597c13d831ec7'],
    ['a contract that is none', 'CHAIN_ETHEREUM_TOKENS', 'usdt-erc20=hunter2'],
    ['another network', 'CHAIN_LITECOIN_NETWORK', 'hunter2'],
  ])('%s is told which setting is wrong, without its value', (_what, setting, value) => {
    expect(refusalOf({ [setting]: value })).toMatch(new RegExp(`a setting needs[^]*${setting}`));
    expect(refusalOf({ [setting]: value })).not.toContain('hunter2');
  });
});

test('production refuses invented chains and coins anybody can make', () => {
  const source = { CHAIN_BITCOIN: 'simulated', CHAIN_XRPL: 'simulated', CHAIN_LITECOIN_NETWORK: 'regtest' };
  expect(chainProblems(source).map(({ setting }) => setting)).toEqual([
    'CHAIN_BITCOIN',
    'CHAIN_XRPL',
    'CHAIN_LITECOIN_NETWORK',
  ]);
  expect(refusalOf({ ...source, NODE_ENV: 'production' })).toMatch(/CHAIN_BITCOIN must not be simulated/);
});

test('the demonstration simulates every chain the operator does not name', () => {
  const { sources } = readDemoEnv({ DATA_DIR: dataDir, CHAIN_TRON: 'off' }).chains;
  expect(chainNames.map((chain) => sources[chain].kind)).toEqual(
    chainNames.map((chain) => (chain === 'tron' ? 'off' : 'simulated')),
  );
});

test('an address of Litecoin’s test network is refused unless the operator runs that network', () => {
  const address = 'rltc1qw508d6qejxtdg4y5r3zarvary0c5xw7k693xs3';
  expect(checkAddress('litecoin', address)).toMatchObject({ ok: false });
  expect(checkAddress('litecoin', address, 'regtest')).toEqual({ ok: true, address, unchecked: false });
  expect(checkAddress('bitcoin', address, 'regtest')).toMatchObject({ ok: false });
});

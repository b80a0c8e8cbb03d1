import { describe, expect, test } from 'vitest';
import { chainNames } from '#shared/reference/chains.ts';
import { checkAddress } from '#shared/wallets/wallets.addresses.ts';
import { openFolder } from '#tests/setup/folder.ts';
import { chainProblems } from './env.chains.ts';
import { readDemoEnv, readEnv } from './env.ts';

const dataDir = openFolder();
const chainsWith = (source: Record<string, string>) => readEnv({ DATA_DIR: dataDir, ...source }).chains;

describe('an operator who sets', () => {
  test('nothing follows no chain', () => {
    const { sources, ethereumTokens, litecoinNetwork } = chainsWith({});
    expect(Object.values(sources)).toEqual(chainNames.map(() => ({ kind: 'off' })));
    expect(ethereumTokens).toEqual({ 'usdt-erc20': '0xdac17f958d2ee523a2206206994597c13d831ec7' });
    expect(litecoinNetwork).toBe('main');
  });

  test('a node with a password gets it as a header and sees only the host', () => {
    const { sources } = chainsWith({ CHAIN_BITCOIN: 'rpc+http://desk:p%40ss@10.0.0.5:8332' });
    const authorization = `Basic ${Buffer.from('desk:p@ss').toString('base64')}`;
    const source = { protocol: 'rpc', url: 'http://10.0.0.5:8332/', name: '10.0.0.5:8332', authorization };
    expect(sources.bitcoin).toEqual({ kind: 'node', source, witness: undefined });
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
    expect(() => chainsWith({ [setting]: value })).toThrow(new RegExp(`a setting needs[^]*${setting}`));
    expect(() => chainsWith({ [setting]: value })).not.toThrow('hunter2');
  });
});

test('production refuses invented chains and coins anybody can make', () => {
  const source = { CHAIN_BITCOIN: 'simulated', CHAIN_XRPL: 'simulated', CHAIN_LITECOIN_NETWORK: 'regtest' };
  expect(chainProblems(source).map(({ setting }) => setting)).toEqual(Object.keys(source));
  expect(() => chainsWith({ ...source, NODE_ENV: 'production' })).toThrow('CHAIN_BITCOIN must not be simulated');
});

test('the demonstration simulates every chain the operator does not name', () => {
  const { sources } = readDemoEnv({ DATA_DIR: dataDir, CHAIN_TRON: 'off' }).chains;
  const { tron, ...others } = sources;
  expect(tron.kind).toBe('off');
  expect(Object.values(others).map(({ kind }) => kind)).toEqual(chainNames.slice(1).map(() => 'simulated'));
});

test('an address of Litecoin’s test network is refused unless the operator runs that network', () => {
  const address = 'rltc1qw508d6qejxtdg4y5r3zarvary0c5xw7k693xs3';
  expect(checkAddress('litecoin', address)).toMatchObject({ ok: false });
  expect(checkAddress('litecoin', address, 'regtest')).toEqual({ ok: true, address, unchecked: false });
  expect(checkAddress('bitcoin', address, 'regtest')).toMatchObject({ ok: false });
});

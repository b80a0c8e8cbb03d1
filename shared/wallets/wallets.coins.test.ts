import { expect, test } from 'vitest';
import { chainNames, chainOfCoin, coinsOfChain } from '#shared/reference/chains.ts';
import { coinNetworks } from '#shared/reference/coin-networks.ts';
import { coins } from '#shared/reference/coins.ts';
import { checkAddress, checkMemo } from './wallets.addresses.ts';

test.each(coins)('$name has a chain, an accepted sample address, and its memo', ({ id, requiresMemo }) => {
  const { address, memo } = coinNetworks[id]?.sample ?? { address: '', memo: null };
  expect(chainOfCoin(id)).toBeDefined();
  expect(checkAddress(id, address)).toEqual({ ok: true, address, unchecked: false });
  expect(checkMemo({ id, requiresMemo }, memo ?? '')).toEqual({ ok: true, memo });
});

test('every network belongs to a sold coin, and a chain lists its own coin first', () => {
  expect(Object.keys(coinNetworks).toSorted()).toEqual(coins.map(({ id }) => id).toSorted());
  expect(chainNames.flatMap(coinsOfChain).toSorted()).toEqual(coins.map(({ id }) => id).toSorted());
  expect(coinsOfChain('ethereum').slice(0, 2)).toEqual(['ethereum', 'usdt-erc20']);
});

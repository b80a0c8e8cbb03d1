import { describe, expect, test } from 'vitest';
import { decimal } from '#shared/kernel/money.ts';
import { chainNames, chainOfCoin } from '#shared/reference/chains.ts';
import { settingsDefaults } from '#shared/settings/settings.defaults.ts';
import { finalityOf, requiredFinality } from './deposits.finality.ts';

const now = new Date('2026-11-22T12:00:00Z');
const health = {
  source: 'node.test',
  okAt: now,
  tipHeight: 400,
  tipAt: now,
  failedAt: null,
  witness: null,
  witnessOk: null,
};

describe('finality', () => {
  const policy = settingsDefaults.deposits;
  test.each([
    ['bitcoin', '1000', 2],
    ['bitcoin', '1000.01', 3],
    ['bitcoin', '10001', 6],
    ['litecoin', '1', 6],
    ['bitcoin-cash', '1', 10],
    ['ethereum', '999', 12],
    ['ethereum', '1001', 'finalized'],
    ['bsc', '1', 'finalized'],
    ['tron', '1', 'finalized'],
    ['xrpl', '1', 'finalized'],
  ] as const)('of %s at %s US dollars takes %s', (chain, valueUsd, expected) => {
    expect(requiredFinality(chain, decimal(valueUsd), policy)).toBe(expected);
  });

  test('is what the chain itself calls final, not its depth', () => {
    const on = (finalizedHeight: number | null) =>
      finalityOf(
        { blockHeight: 100, state: 'included' },
        {
          chain: 'ethereum',
          valueUsd: decimal('5000'),
          policy,
          health: { ...health, finalizedHeight, finalizedAt: finalizedHeight === null ? null : now },
        },
      );
    expect([on(99).isFinal, on(null).isFinal, on(100).isFinal]).toEqual([false, false, true]);
    expect(on(99)).toMatchObject({ confirmations: 301, required: 64 });
  });
});

test('each coin that ships has its chain, and a coin that an operator added has none', () => {
  expect(chainNames).toHaveLength(7);
  expect(chainOfCoin('usdt-trc20')).toBe('tron');
  expect(chainOfCoin('dogecoin')).toBeUndefined();
});

import { expect, test, vi } from 'vitest';
import { simulatedChain } from '#server/adapters/chains/chain.simulated.ts';
import type { ChainSource } from '#server/adapters/chains/chain.ts';
import { FeedError } from '#server/lib/feed-error.ts';
import { unnamedAmount, type Amount } from '#shared/kernel/money.ts';
import { recordingLog } from '#tests/setup/platform.ts';
import { createBalances } from './chains.balances.service.ts';
import { maxBalances } from './chains.ports.ts';

/** A node with half a Litecoin at each of two addresses, and what asks it for them. */
function aNode({ limitMs = 5_000 } = {}) {
  let now = new Date('2026-11-28T12:00:00Z');
  const chain = simulatedChain({ chain: 'litecoin', now: () => now });
  const pay = (to: string, from?: string) => {
    chain.pay([{ to, coinId: 'litecoin', amount: unnamedAmount('coin', '0.5') }], { from });
    chain.mine();
  };
  for (const address of ['first', 'second']) pay(address);
  const source: ChainSource = { ...chain };
  const { log, logged } = recordingLog();
  const balances = createBalances({ chainReaders: new Map([['litecoin', { source }]]), now: () => now, log, limitMs });
  const ask = async (addresses: readonly string[] = ['first', 'second'], coinId = 'litecoin') => {
    const balance = (await balances.of([{ coinId, addresses }])).get(coinId);
    return typeof balance === 'object' ? balance.toFixed() : balance;
  };
  const readAt = () => balances.readAt('litecoin')?.toISOString();
  const pass = (seconds: number) => (now = new Date(now.getTime() + seconds * 1_000));
  return { pay, source, ask, pass, logged, readAt };
}

test('the unspent coins at all addresses are added up', async () => {
  const { pay, ask, pass } = aNode();
  expect(await ask()).toBe('1');
  pay('elsewhere', 'second');
  pass(61);
  expect(await ask()).toBe('0.5');
});

test('a node is asked for a hundred addresses at a time, and once a minute', async () => {
  const { source, ask, pass } = aNode();
  const askedBalances = vi.spyOn(source, 'balances');
  const addresses = Array.from({ length: 250 }, (_, index) => (index === 0 ? 'first' : `a${index}`));
  expect([await ask(addresses), await ask(addresses)]).toEqual(['0.5', '0.5']);
  expect(askedBalances.mock.calls.map(([wantedCall]) => wantedCall.length)).toEqual([100, 100, 50]);
  pass(61);
  await ask(addresses);
  expect(askedBalances).toHaveBeenCalledTimes(6);
});

test('a new address is not answered with the balance without it', async () => {
  const { ask } = aNode();
  expect(await ask(['first'])).toBe('0.5');
  expect(await ask()).toBe('1');
});

test('a slow node delays no screen, and the next reader gets its answer', async () => {
  const { source, ask } = aNode({ limitMs: 20 });
  let answer: (left: Amount<'coin'>[]) => void = () => undefined;
  Object.assign(source, { balances: () => new Promise<Amount<'coin'>[]>((resolve) => (answer = resolve)) });
  expect(await ask()).toBe('slow');
  answer([unnamedAmount('coin', '7'), unnamedAmount('coin', '1')]);
  expect(await ask()).toBe('8');
});

test('a node that answers no more is known by the time of its last answer', async () => {
  const { source, ask, pass, readAt } = aNode();
  expect(readAt()).toBeUndefined();
  await ask();
  Object.assign(source, { balances: () => Promise.reject(new FeedError('it does not answer')) });
  pass(3_600);
  expect([await ask(), readAt()]).toEqual(['no_answer', '2026-11-28T12:00:00.000Z']);
});

test('an unknown balance is answered with its reason, and not guessed', async () => {
  const { source, ask, logged } = aNode();
  expect(await ask(['x'], 'bitcoin')).toBe('not_read');
  expect(await ask([])).toBe('no_transfers');
  expect(await ask(Array.from({ length: maxBalances + 1 }, (_, index) => `a${index}`))).toBe('over_limit');
  Object.assign(source, { balances: () => Promise.reject(new FeedError('it does not answer')) });
  expect(await ask()).toBe('no_answer');
  expect(logged).toHaveLength(1);
  Object.assign(source, { balances: undefined });
  expect(await ask()).toBe('no_balances');
});

import { expect, test } from 'vitest';
import { UnknownMarketError } from '#server/lib/feed-error.ts';
import { decimal } from '#shared/kernel/money.ts';
import { askedInHalves } from './halving.ts';
import { batchOf, type PriceProvider } from './prices.ts';

const coinIds = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
const dayMs = 86_400_000;

/** A source that does not know these coins, and each question it got. */
function sourceWithout(unknown: readonly string[]) {
  const questions: string[] = [];
  const provider: PriceProvider = {
    source: 'kraken',
    live: true,
    everySeconds: 60,
    quotedIn: 'usd',
    fetchPrices: async (ids) => {
      questions.push(ids.join(''));
      if (ids.some((id) => unknown.includes(id))) throw new UnknownMarketError();
      return batchOf(ids, (coinId) => ({ coinId, priceUsd: decimal('1') }));
    },
  };
  return { provider, questions };
}

const clock = { ms: 0 };
const round = (provider: PriceProvider) => provider.fetchPrices(coinIds).catch((error: Error) => error);

test.for([[['f']], [['a']], [['b', 'f']], [coinIds]])(
  'a source that does not know %j is asked for the other coins within rounds, one question each',
  async ([unknown = []]) => {
    const { provider, questions } = sourceWithout(unknown);
    const halved = askedInHalves(provider, () => clock.ms, dayMs);
    for (let at = 0; at < 14; at += 1) await round(halved);
    const knownCoinIds = coinIds.filter((id) => !unknown.includes(id));
    // A source that knows no coin is asked nothing in the end.
    expect(questions).toHaveLength(knownCoinIds.length === 0 ? 13 : 14);
    const batch = await halved.fetchPrices(coinIds);
    expect(batch.prices.map(({ coinId }) => coinId)).toEqual(knownCoinIds);
    expect(batch.refused).toEqual(unknown.map((subject) => ({ subject, why: 'missing' })));
  },
);

test('an unknown market is asked for again after a day', async () => {
  const { provider, questions } = sourceWithout(['g']);
  const halved = askedInHalves(provider, () => clock.ms, dayMs);
  for (let at = 0; at < 8; at += 1) await round(halved);
  expect(questions.at(-1)).toBe('abcdef');
  clock.ms += dayMs;
  await round(halved);
  expect(questions.at(-1)).toBe('abcdefg');
});

test('a source that answers everything gets one question for all coins', async () => {
  const { provider, questions } = sourceWithout([]);
  await round(askedInHalves(provider, () => clock.ms, dayMs));
  expect(questions).toEqual([coinIds.join('')]);
});

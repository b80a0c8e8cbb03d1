import { expect, test } from 'vitest';
import { judge, minutesAgo, shortly } from '#tests/factories/verdicts.ts';
import type { Rival } from './deposits.terms.ts';

const shared = { grade: 'shared' } as const;

test('a reviewer reads what else a transfer at a shared address fits, until this sale has claimed it', () => {
  const fitting = (...kinds: readonly Rival['kind'][]) => [
    { rivals: kinds.map((kind) => ({ kind, reference: 'LF-3333' })) },
  ];
  expect(shortly({ terms: shared, transfers: fitting('sale') })).toEqual(['amber', 'two_fit']);
  expect(shortly({ terms: shared, transfers: fitting('quote') })).toEqual(['amber', 'quote_fits']);
  expect(judge({ terms: shared, transfers: fitting('approved') }).findings).toEqual([
    { code: 'approved_fits', params: { reference: 'LF-3333' } },
  ]);
  expect(shortly({ transfers: fitting('sale', 'quote') })).toEqual(['green', 'matches']);
  const claimedBy = { orderId: 'this order', reference: 'LF-1111' };
  const claimed = fitting('sale').map((change) => ({ ...change, claimedBy }));
  expect(shortly({ terms: shared, transfers: claimed })).toEqual(['pale', 'fits_shared']);
});

test('a reviewer reads who else names the transaction, also where nobody reads the chain or the node is away', () => {
  const contested = [{ orderId: 'another', reference: 'LF-2222' }];
  const found = { code: 'contested', params: contested[0] };
  expect(judge({ terms: shared, contested })).toMatchObject({ level: 'amber', findings: [found] });
  expect(judge({ chain: undefined, contested })).toMatchObject({
    level: 'amber',
    findings: [{ code: 'by_hand' }, found],
  });
  expect(shortly({ contested, health: { okAt: minutesAgo(6) } })).toEqual(['grey', 'node_away', 'contested']);
});

test('a reviewer reads that the second source has not confirmed what it did not answer', () => {
  const witness = { witness: 'second.test' };
  expect(shortly({ health: witness })).toEqual(['amber', 'unconfirmed']);
  expect(shortly({ health: { ...witness, witnessOk: true } })).toEqual(['amber', 'unconfirmed']);
  expect(shortly({ health: { ...witness, witnessOk: true }, transfers: [{ witnessed: true }] })).toEqual([
    'green',
    'matches',
  ]);
});

test('a reviewer reads that coins came before a sale without a quote, at most a day', () => {
  const ahead = { terms: { countsFrom: minutesAgo(60 * 25) }, transfers: [{ firstSeenAt: minutesAgo(90) }] };
  expect(shortly(ahead)).toEqual(['amber', 'before_quote']);
});

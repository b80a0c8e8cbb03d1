import { describe, expect, test } from 'vitest';
import { decimal } from '#shared/kernel/money.ts';
import { hash, judge, minutesAgo, shortly } from '#tests/factories/verdicts.ts';
import { findingCodes } from './verdict.ts';

const shared = { grade: 'shared' } as const;

describe('a reviewer reads of a deposit', () => {
  test('to an own address that it matches the order, with all that a decision needs', () => {
    expect(judge()).toEqual({
      level: 'green',
      findings: [{ code: 'matches', params: { amount: '0.5', confirmations: 2, required: 2, blockHeight: 912_345 } }],
      transfers: [
        {
          chain: 'bitcoin',
          txHash: hash,
          outIndex: 1,
          amount: 0.5,
          confirmations: 2,
          required: 2,
          state: 'included',
          blockHeight: 912_345,
          seenAt: minutesAgo(40).toISOString(),
        },
      ],
      checkedAt: minutesAgo(1).toISOString(),
      source: 'node.test',
    });
  });

  test('to a shared address no more than that it fits', () => {
    expect(shortly({ terms: shared })).toEqual(['pale', 'fits_shared']);
    expect(shortly({ terms: { ...shared, transactionHash: hash } })).toEqual(['pale', 'fits_shared']);
  });

  test('that it is not final, from the mempool to the last confirmation', () => {
    const waiting = { state: 'seen', blockHeight: null, blockAt: null } as const;
    expect(judge({ transfers: [waiting] }).findings).toEqual([
      { code: 'not_final', params: { confirmations: 0, required: 2 } },
    ]);
    expect(shortly({ health: { tipHeight: 912_345 } })).toEqual(['amber', 'not_final']);
  });

  test('how much is missing, in red, or in amber within the tolerance', () => {
    const judged = judge({ transfers: [{ amount: decimal('0.3') }] });
    expect([judged.level, judged.findings]).toEqual([
      'red',
      [{ code: 'short', params: { missing: '0.2', withinTolerance: false } }],
    ]);
    const little = judge({ transfers: [{ amount: decimal('0.4998') }] });
    expect([little.level, little.findings]).toEqual([
      'amber',
      [{ code: 'short', params: { missing: '0.0002', withinTolerance: true } }],
    ]);
  });

  test('that a share of a large amount is no tolerance above its limit in dollars', () => {
    // 0.5 per cent of 10,000 dollars would be 50; 5 dollars are 0.00025 BTC.
    const large = { valueUsd: decimal('10000'), transactionHash: hash };
    const deep = { health: { tipHeight: 912_400 } };
    expect(shortly({ ...deep, terms: large, transfers: [{ amount: decimal('0.4997') }] })).toEqual(['red', 'short']);
    expect(judge({ ...deep, terms: large, transfers: [{ amount: decimal('0.49975') }] }).level).toBe('amber');
  });

  test('that more arrived than agreed, beyond the tolerance only', () => {
    expect(judge({ transfers: [{ amount: decimal('0.6') }] }).findings).toEqual([
      { code: 'over', params: { surplus: '0.1' } },
    ]);
    expect(shortly({ transfers: [{ amount: decimal('0.5001') }] })).toEqual(['green', 'matches']);
  });

  test('that another token came, not Tether’s contract', () => {
    const tether = { coinId: 'usdt-erc20', transactionHash: hash };
    const fake = { chain: 'ethereum', coinId: 'token:0x22', amount: decimal('0') } as const;
    const ethereum = { chain: 'ethereum', health: { tipAt: minutesAgo(1) } } as const;
    expect(shortly({ ...ethereum, terms: tether, transfers: [fake] })).toEqual(['red', 'other_token']);
  });

  test('that the transfer failed on the chain', () => {
    const failed = { state: 'failed' } as const;
    expect(shortly({ terms: { transactionHash: hash }, transfers: [failed] })).toEqual(['red', 'failed']);
  });

  test('that it was made before the quote', () => {
    const named = { terms: { transactionHash: hash } };
    const old = { firstSeenAt: minutesAgo(90), blockAt: minutesAgo(89) };
    expect(shortly({ ...named, transfers: [old] })).toEqual(['red', 'before_quote']);
    // A watcher that caught up saw it late; the block is older.
    expect(shortly({ ...named, transfers: [{ blockAt: minutesAgo(60 * 5) }] })).toEqual(['red', 'before_quote']);
    // Without being named it is not even a candidate.
    expect(shortly({ terms: shared, transfers: [old] })).toEqual(['red', 'not_found']);
  });

  test('that a miner’s clock an hour behind is nothing against an honest customer, and nothing else excuses a block before', () => {
    expect(shortly({ transfers: [{ blockAt: minutesAgo(110) }] })).toEqual(['green', 'matches']);
    const named = { ...shared, transactionHash: hash };
    expect(shortly({ terms: named, transfers: [{ blockAt: minutesAgo(121) }] })).toEqual(['red', 'before_quote']);
    expect(shortly({ terms: named, transfers: [{ firstSeenAt: minutesAgo(60.1) }] })).toEqual(['red', 'before_quote']);
    const ether = { chain: 'ethereum', coinId: 'ethereum' } as const;
    const late = (seconds: number) => [{ ...ether, blockAt: minutesAgo(60 + seconds / 60) }];
    const judged = (seconds: number) =>
      shortly({
        chain: 'ethereum',
        terms: { ...named, coinId: 'ethereum' },
        transfers: late(seconds),
        health: { tipAt: minutesAgo(1), tipHeight: 912_500 },
      });
    expect(judged(4)).toEqual(['pale', 'fits_shared']);
    expect(judged(5)).toEqual(['red', 'before_quote']);
  });

  test('to which order the transfer belongs that another customer copied', () => {
    const claimedBy = { orderId: 'another', reference: 'LF-2222' };
    expect(judge({ terms: { ...shared, transactionHash: hash }, transfers: [{ claimedBy }] }).findings).toEqual([
      { code: 'belongs_elsewhere', params: { txHash: hash, orderId: 'another', reference: 'LF-2222' } },
    ]);
    expect(shortly({ terms: shared, transfers: [{ claimedBy }] })).toEqual(['red', 'not_found']);
  });

  test('that two sources disagree, about the transfer or about the chain', () => {
    expect(shortly({ transfers: [{ witnessed: false }] })).toEqual(['red', 'sources_disagree']);
    expect(shortly({ health: { witnessOk: false } })).toEqual(['red', 'sources_disagree']);
  });

  test('that nothing was found, how often it was searched for and when', () => {
    expect(judge({ transfers: [] }).findings).toEqual([
      { code: 'not_found', params: { searches: 3, lastAt: minutesAgo(1).toISOString() } },
    ]);
    expect(shortly({ terms: { transactionHash: 'b'.repeat(64) } })).toEqual(['red', 'not_found']);
  });

  test('that a reorganisation or a higher fee took it away, also after it had been claimed', () => {
    const claimedBy = { orderId: 'this order', reference: 'LF-1111' };
    const gone = { state: 'replaced', blockHeight: null, blockAt: null, claimedBy } as const;
    const judged = judge({ transfers: [{ ...gone, reorganisedAt: minutesAgo(2) }] });
    expect([judged.level, judged.findings]).toEqual([
      'red',
      [{ code: 'not_found', params: { txHash: hash, cause: 'reorganised' } }],
    ]);
    expect(judge({ transfers: [gone] }).findings[0]?.params).toMatchObject({ cause: 'replaced' });
  });

  test('that it is checked by hand where no source is set up', () => {
    expect(judge({ chain: undefined })).toEqual({
      level: 'grey',
      findings: [{ code: 'by_hand', params: { coinId: 'bitcoin' } }],
      transfers: [],
      checkedAt: null,
      source: null,
    });
  });

  test('that a contract moved the coins, which its node cannot attribute to a hash', () => {
    const moved = { byContract: true, txHash: 'c'.repeat(64), outIndex: -1 };
    const named = { transactionHash: hash };
    expect(shortly({ terms: named, transfers: [moved] })).toEqual(['amber', 'contract_moved']);
    expect(shortly({ terms: named, transfers: [{ ...moved, amount: decimal('4') }] })).toEqual(['red', 'not_found']);
  });
});

describe('what is older than five minutes', () => {
  const old = { okAt: minutesAgo(6) };
  test('is never green, whatever it says for the deposit', () => {
    const judged = judge({ health: old });
    expect([judged.level, judged.findings]).toEqual([
      'grey',
      [{ code: 'node_away', params: { since: minutesAgo(6).toISOString() } }],
    ]);
    expect(shortly({ health: { okAt: null } })).toEqual(['grey', 'node_away']);
    expect(shortly({ health: { tipAt: minutesAgo(200) } })).toEqual(['grey', 'node_away']);
  });

  test('still says what it says against it', () => {
    const failed = { health: old, terms: { transactionHash: hash }, transfers: [{ state: 'failed' }] } as const;
    expect(shortly(failed)).toEqual(['red', 'node_away', 'failed']);
    expect(shortly({ health: old, transfers: [] })).toEqual(['grey', 'node_away']);
  });

  test('or was asked of a node that did not answer is no search: nothing is said to be missing', () => {
    const failing = { failedAt: minutesAgo(0.5) };
    expect(judge({ health: failing, transfers: [] })).toMatchObject({
      level: 'grey',
      findings: [{ code: 'node_away', params: { since: minutesAgo(1).toISOString() } }],
    });
    expect(shortly({ health: failing })).toEqual(['green', 'matches']);
  });
});

test('of an exchange’s transaction with outputs for two customers each order gets the one that fits', () => {
  const outputs = [{ outIndex: 0, amount: decimal('0.7') }, { outIndex: 1 }];
  const named = { ...shared, transactionHash: hash };
  const mine = judge({ terms: named, transfers: outputs });
  expect([mine.level, mine.transfers.map(({ outIndex }) => outIndex)]).toEqual(['pale', [1]]);
  const theirs = judge({ terms: { ...named, amount: decimal('0.7') }, transfers: outputs });
  expect(theirs.transfers.map(({ outIndex }) => outIndex)).toEqual([0]);
});

test('at an own address the outputs add up', () => {
  const parts = [{ amount: decimal('0.2') }, { outIndex: 2, amount: decimal('0.3') }];
  expect(judge({ transfers: parts }).findings).toMatchObject([{ code: 'matches', params: { amount: '0.5' } }]);
});

test('a payment with another destination tag is not for this sale', () => {
  const tagged = { terms: { tag: '77' }, transfers: [{ toTag: '78' }] };
  expect(shortly(tagged)).toEqual(['red', 'not_found']);
  expect(shortly({ terms: { tag: '77' }, transfers: [{ toTag: '77' }] })).toEqual(['green', 'matches']);
});

test('a final block that a provider names of an hour ago makes the node not well', () => {
  const ethereum = { chain: 'ethereum', coinId: 'ethereum' } as const;
  const fresh = { tipAt: minutesAgo(1), finalizedHeight: 912_345 };
  const judged = (finalizedAt: Date) =>
    shortly({
      chain: 'ethereum',
      terms: { coinId: 'ethereum' },
      transfers: [{ ...ethereum, blockAt: minutesAgo(40) }],
      health: { ...fresh, finalizedAt },
    });
  expect(judged(minutesAgo(59))).toEqual(['green', 'matches']);
  expect(judged(minutesAgo(61))).toEqual(['grey', 'node_away']);
});

test('every finding has its level', () => {
  expect(findingCodes).toHaveLength(19);
});

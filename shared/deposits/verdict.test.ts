import { describe, expect, test } from 'vitest';
import { amountOf } from '#shared/kernel/money.ts';
import { hash, judgeWith, minutesAgo, verdictSummary } from '#tests/factories/verdicts.ts';
import type { CandidateTransfer, Rival } from './deposits.terms.ts';
import { findingCodes } from './verdict.ts';

type Change = NonNullable<Parameters<typeof judgeWith>[0]>;
type Transfer = NonNullable<Change['transfers']>[number];

const shared = { grade: 'shared' } as const;
const namedHash = { transactionHash: hash };
const sharedAndNamed = { ...shared, ...namedHash };
const amounting = (amount: string, extraTransfer: Transfer = {}) => ({
  ...extraTransfer,
  amount: amountOf('coin', amount),
});
/** The level and the first finding with its data. */
const first = (change?: Change) => {
  const { level, findings } = judgeWith(change);
  return [level, findings[0]?.code, findings[0]?.params];
};

describe('a reviewer reads about a deposit', () => {
  test('to an own address that it matches the order, with the data for a decision', () => {
    const confirmed = { confirmations: 2, required: 2, blockHeight: 912_345 };
    const where = { chain: 'bitcoin', txHash: hash, outIndex: 1, state: 'included' };
    expect(judgeWith()).toEqual({
      level: 'green',
      findings: [{ code: 'matches', params: { amount: '0.5', ...confirmed } }],
      transfers: [{ ...where, ...confirmed, amount: 0.5, seenAt: minutesAgo(40).toISOString() }],
      checkedAt: minutesAgo(1).toISOString(),
      source: 'node.test',
    });
  });

  test('that it is checked by hand without a source', () => {
    const findings = [{ code: 'by_hand', params: { coinId: 'bitcoin' } }];
    const nothing = { transfers: [], checkedAt: null, source: null };
    expect(judgeWith({ chain: undefined })).toEqual({ level: 'grey', findings, ...nothing });
  });

  const previous = { firstSeenAt: minutesAgo(90), blockAt: minutesAgo(89) };
  const otherClaim = { claimedBy: { orderId: 'another', reference: 'LF-2222' } };
  const pending = { state: 'seen', blockHeight: null, blockAt: null } as const;
  const replaced = {
    ...pending,
    state: 'replaced',
    claimedBy: { orderId: 'this order', reference: 'LF-1111' },
  } as const;
  const searched = { searches: 3, lastAt: minutesAgo(1).toISOString() };
  const by = (cause: string) => ({ txHash: hash, cause });
  const reorganised = { ...replaced, reorganisedAt: minutesAgo(2) };
  const missing = (amount: string, withinTolerance: boolean) => ({ missing: amount, withinTolerance });

  const own = (...transfers: Transfer[]): Change => ({ transfers });
  const byHash = (...transfers: Transfer[]): Change => ({ terms: namedHash, transfers });
  const atShared = (...transfers: Transfer[]): Change => ({ terms: shared, transfers });
  const atSharedByHash = (...transfers: Transfer[]): Change => ({ terms: sharedAndNamed, transfers });

  test.each<[string, Change, level: string, code: string, params: object]>([
    ['is not in a block yet', own(pending), 'amber', 'not_final', { confirmations: 0, required: 2 }],
    ['is short, in red', own(amounting('0.3')), 'red', 'short', missing('0.2', false)],
    ['is short within the tolerance', own(amounting('0.4998')), 'amber', 'short', missing('0.0002', true)],
    ['is more than agreed', own(amounting('0.6')), 'amber', 'over', { surplus: '0.1' }],
    ['was searched for, how often and when', own(), 'red', 'not_found', searched],
    ['was taken away by a reorganisation, though claimed', own(reorganised), 'red', 'not_found', by('reorganised')],
    ['was taken away by a higher fee, though claimed', own(replaced), 'red', 'not_found', by('replaced')],
  ])('that it %s', (_what, change, level, code, params) => {
    expect(first(change)).toEqual([level, code, params]);
  });

  test('that another customer copied to which order its transfer belongs', () => {
    const params = { txHash: hash, ...otherClaim.claimedBy };
    expect(first(atSharedByHash(otherClaim))).toEqual(['red', 'belongs_elsewhere', params]);
    expect(verdictSummary(atShared(otherClaim))).toEqual(['red', 'not_found']);
  });

  const fake: Transfer = { chain: 'ethereum', coinId: 'token:0x22', amount: amountOf('coin', '0') };
  const onEthereum = { chain: 'ethereum', health: { tipAt: minutesAgo(1), tipHeight: 912_500 } } as const;
  const tether: Change = { ...onEthereum, terms: { coinId: 'usdt-erc20', ...namedHash }, transfers: [fake] };
  /** A block of Ethereum this many seconds before the quote. */
  const etherBefore = (seconds: number): Change => ({
    ...onEthereum,
    terms: { ...sharedAndNamed, coinId: 'ethereum' },
    transfers: [{ chain: 'ethereum', coinId: 'ethereum', blockAt: minutesAgo(60 + seconds / 60) }],
  });
  /** 0.5 per cent of 10,000 dollars would be 50; 5 dollars are 0.00025 BTC. */
  const large = (amount: string): Change => ({
    terms: { ...namedHash, valueUsd: amountOf('usd', '10000') },
    health: { tipHeight: 912_400 },
    transfers: [amounting(amount)],
  });
  const movedTransfer = { byContract: true, txHash: 'c'.repeat(64), outIndex: -1 };
  const tagged = (toTag: string): Change => ({ terms: { tag: '77' }, transfers: [{ toTag }] });

  const mine = { orderId: 'this order', reference: 'LF-1111' };
  const vanished = { txHash: 'c'.repeat(64), state: 'replaced', blockHeight: null, blockAt: null } as const;

  test.each<[string, Change, string]>([
    ['no more than that it fits, at a shared address', { terms: shared }, 'pale fits_shared'],
    ['no more than that, also by its hash', { terms: sharedAndNamed }, 'pale fits_shared'],
    ['that its last confirmation is missing', { health: { tipHeight: 912_345 } }, 'amber not_final'],
    ['that a share of a large amount is no tolerance above its limit in dollars', large('0.4997'), 'red short'],
    ['that it is within that limit', large('0.49975'), 'amber short'],
    ['nothing of a surplus within the tolerance', own(amounting('0.5001')), 'green matches'],
    ['that another token came, not Tether’s contract', tether, 'red other_token'],
    ['that the transfer failed on the chain', byHash({ state: 'failed' }), 'red failed'],
    ['that it was made before the quote', byHash(previous), 'red before_quote'],
    ['that a block seen late is older than the quote', byHash({ blockAt: minutesAgo(300) }), 'red before_quote'],
    ['nothing of an old one that nobody named', atShared(previous), 'red not_found'],
    ['nothing against a miner’s clock an hour behind', own({ blockAt: minutesAgo(110) }), 'green matches'],
    ['that such a clock excuses no more', atSharedByHash({ blockAt: minutesAgo(121) }), 'red before_quote'],
    ['that it was seen before', atSharedByHash({ firstSeenAt: minutesAgo(60.1) }), 'red before_quote'],
    ['nothing against a clock of Ethereum four seconds behind', etherBefore(4), 'pale fits_shared'],
    ['that five seconds are too many on Ethereum', etherBefore(5), 'red before_quote'],
    ['nothing of dust that vanished', own({ claimedBy: mine }, { claimedBy: mine, ...vanished }), 'green matches'],
    [
      'that coins a block had are gone',
      own({ claimedBy: mine }, { claimedBy: mine, ...vanished, reorganisedAt: minutesAgo(2) }),
      'red not_found',
    ],
    ['that two sources disagree about it', own({ witnessed: false }), 'red sources_disagree'],
    ['that two sources disagree about the chain', { health: { witnessOk: false } }, 'red sources_disagree'],
    ['that another hash was named', { terms: { transactionHash: 'b'.repeat(64) } }, 'red not_found'],
    ['that a contract moved the coins, which has no hash of its own', byHash(movedTransfer), 'amber contract_moved'],
    ['nothing of what a contract moved in another amount', byHash(amounting('4', movedTransfer)), 'red not_found'],
    ['nothing of a payment with another destination tag', tagged('78'), 'red not_found'],
    ['that a payment with its destination tag matches', tagged('77'), 'green matches'],
  ])('%s', (_what, change, expected) => {
    expect(verdictSummary(change).join(' ')).toBe(expected);
  });
});

describe('a verdict older than five minutes', () => {
  const health = { okAt: minutesAgo(6) };

  test('is never green, even if it is for the deposit', () => {
    expect(first({ health })).toEqual(['grey', 'node_away', { since: minutesAgo(6).toISOString() }]);
    expect(verdictSummary({ health: { okAt: null } })).toEqual(['grey', 'node_away']);
    expect(verdictSummary({ health: { tipAt: minutesAgo(200) } })).toEqual(['grey', 'node_away']);
  });

  test('still has its findings against the deposit', () => {
    const failedChange: Change = { health, terms: namedHash, transfers: [{ state: 'failed' }] };
    expect(verdictSummary(failedChange)).toEqual(['red', 'node_away', 'failed']);
    expect(verdictSummary({ health, transfers: [] })).toEqual(['grey', 'node_away']);
  });

  test('or without an answer of the node reports nothing as missing', () => {
    const failing = { failedAt: minutesAgo(0.5) };
    const since = minutesAgo(1).toISOString();
    expect(first({ health: failing, transfers: [] })).toMatchObject(['grey', 'node_away', { since }]);
    expect(verdictSummary({ health: failing })).toEqual(['green', 'matches']);
  });

  test('with a final block of an hour ago marks the node as unwell', () => {
    const judged = (finalizedAt: Date) =>
      verdictSummary({
        chain: 'ethereum',
        terms: { coinId: 'ethereum' },
        transfers: [{ chain: 'ethereum', coinId: 'ethereum', blockAt: minutesAgo(40) }],
        health: { tipAt: minutesAgo(1), finalizedHeight: 912_345, finalizedAt },
      });
    expect(judged(minutesAgo(59))).toEqual(['green', 'matches']);
    expect(judged(minutesAgo(61))).toEqual(['grey', 'node_away']);
  });
});

test('an exchange’s transaction with outputs for two customers gives each order its own', () => {
  const transfers = [amounting('0.7', { outIndex: 0 }), { outIndex: 1 }];
  const outputsFor = (terms: object) => judgeWith({ terms: { ...sharedAndNamed, ...terms }, transfers }).transfers;
  expect(verdictSummary({ terms: sharedAndNamed, transfers })[0]).toBe('pale');
  expect(outputsFor({}).map(({ outIndex }) => outIndex)).toEqual([1]);
  expect(outputsFor({ amount: amountOf('coin', '0.7') }).map(({ outIndex }) => outIndex)).toEqual([0]);
});

test('the outputs to an own address add up', () => {
  const parts = [amounting('0.2'), amounting('0.3', { outIndex: 2 })];
  expect(first({ transfers: parts })).toMatchObject(['green', 'matches', { amount: '0.5' }]);
});

test('a reviewer reads the other sales of a shared transfer, until this sale has claimed it', () => {
  const fitting = (...kinds: readonly Rival['kind'][]) => [
    { rivals: kinds.map((kind) => ({ kind, reference: 'LF-3333' })) },
  ];
  const otherParams = { others: 2, references: 'LF-3333 LF-3333' };
  expect(first({ terms: shared, transfers: fitting('sale', 'sale') })).toEqual(['amber', 'two_fit', otherParams]);
  expect(verdictSummary({ terms: shared, transfers: fitting('quote') })).toEqual(['amber', 'quote_fits']);
  expect(judgeWith({ terms: shared, transfers: fitting('approved') }).findings).toEqual([
    { code: 'approved_fits', params: { reference: 'LF-3333' } },
  ]);
  expect(verdictSummary({ transfers: fitting('sale', 'quote') })).toEqual(['green', 'matches']);
  const claimedBy = { orderId: 'this order', reference: 'LF-1111' };
  const claimedChanges = fitting('sale').map((change) => ({ ...change, claimedBy }));
  expect(verdictSummary({ terms: shared, transfers: claimedChanges })).toEqual(['pale', 'fits_shared']);
});

test('a reviewer reads which other orders name the transaction, even without a node', () => {
  const contested = [{ orderId: 'another', reference: 'LF-2222' }];
  const finding = { code: 'contested', params: contested[0] };
  expect(judgeWith({ terms: shared, contested })).toMatchObject({ level: 'amber', findings: [finding] });
  expect(judgeWith({ chain: undefined, contested })).toMatchObject({
    level: 'amber',
    findings: [{ code: 'by_hand' }, finding],
  });
  expect(verdictSummary({ contested, health: { okAt: minutesAgo(6) } })).toEqual(['grey', 'node_away', 'contested']);
});

test('a reviewer reads that a second source without an answer has not confirmed a deposit', () => {
  const witness = { witness: 'second.test' };
  expect(verdictSummary({ health: witness })).toEqual(['amber', 'unconfirmed']);
  expect(verdictSummary({ health: { ...witness, witnessOk: true } })).toEqual(['amber', 'unconfirmed']);
  expect(verdictSummary({ health: { ...witness, witnessOk: true }, transfers: [{ witnessed: true }] })).toEqual([
    'green',
    'matches',
  ]);
});

test('a reviewer reads that coins arrived up to a day before a sale without a quote', () => {
  const ahead = { terms: { countsFrom: minutesAgo(60 * 25) }, transfers: [{ firstSeenAt: minutesAgo(90) }] };
  expect(verdictSummary(ahead)).toEqual(['amber', 'before_quote']);
});

describe('a reviewer of a sale whose node was asked once more', () => {
  const asked = (...rereads: CandidateTransfer['reread'][]) => ({
    terms: { amount: amountOf('coin', String(rereads.length / 2)) },
    transfers: rereads.map((reread, outIndex) => ({ reread, outIndex })),
  });
  const awayHealth = { health: { okAt: minutesAgo(6) } };

  test.each<[string, Change, string[]]>([
    ['reads nothing of what the node confirms', asked('same'), ['green', 'matches']],
    ['reads in red what it contradicts', asked('same', 'differs'), ['red', 'node_differs']],
    ['reads that it gave no answer', asked('away', 'same'), ['amber', 'node_away']],
    ['reads both', asked('away', 'differs'), ['red', 'node_differs', 'node_away']],
    ['reads once that it is away altogether', { ...asked('away'), ...awayHealth }, ['amber', 'node_away']],
    [
      'reads in red a contradiction, however old all else is',
      { ...asked('differs'), ...awayHealth },
      ['red', 'node_away', 'node_differs'],
    ],
  ])('%s', (_what, change, expected) => {
    expect(verdictSummary(change)).toEqual(expected);
  });
});

test('every finding has its level', () => {
  expect(findingCodes).toHaveLength(20);
});

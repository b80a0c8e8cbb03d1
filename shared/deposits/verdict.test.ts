import { describe, expect, test } from 'vitest';
import { amountOf, unnamedAmount } from '#shared/kernel/money.ts';
import { hash, judgeWith, minutesAgo, verdictSummary } from '#tests/factories/verdicts.ts';
import type { CandidateTransfer, Rival } from './deposits.terms.ts';
import { findingCodes } from './verdict.ts';

type Change = NonNullable<Parameters<typeof judgeWith>[0]>;
type Transfer = NonNullable<Change['transfers']>[number];

const sharedAddress = { grade: 'shared' } as const;
const namedHash = { transactionHash: hash };
const sharedAndNamed = { ...sharedAddress, ...namedHash };
const transferOf = (amount: string, extraTransfer: Transfer = {}) => ({
  ...extraTransfer,
  amount: unnamedAmount('coin', amount),
});
/** The level and the first finding with its data. */
const first = (change?: Change) => {
  const { level, findings } = judgeWith(change);
  return [level, findings[0]?.code, findings[0]?.params];
};

describe('a reviewer reads about a deposit', () => {
  test('to an own address that it matches the order, with the data for a decision', () => {
    const confirmedState = { confirmations: 2, required: 2, blockHeight: 912_345 };
    const transferPlace = { chain: 'bitcoin', txHash: hash, outIndex: 1, state: 'included' };
    expect(judgeWith()).toEqual({
      level: 'green',
      findings: [{ code: 'matches', params: { amount: '0.5', ...confirmedState } }],
      transfers: [{ ...transferPlace, ...confirmedState, amount: 0.5, seenAt: minutesAgo(40).toISOString() }],
      checkedAt: minutesAgo(1).toISOString(),
      source: 'node.test',
    });
  });

  test('that it is checked by hand without a source', () => {
    const findings = [{ code: 'by_hand', params: { coinId: 'bitcoin' } }];
    const noTransfers = { transfers: [], checkedAt: null, source: null };
    expect(judgeWith({ chain: undefined })).toEqual({ level: 'grey', findings, ...noTransfers });
  });

  const earlierTransfer = { firstSeenAt: minutesAgo(90), blockAt: minutesAgo(89) };
  const otherClaim = { claimedBy: { orderId: 'another', reference: 'LF-2222' } };
  const pendingState = { state: 'seen', blockHeight: null, blockAt: null } as const;
  const replacedState = {
    ...pendingState,
    state: 'replaced',
    claimedBy: { orderId: 'this order', reference: 'LF-1111' },
  } as const;
  const nodeSearches = { searches: 3, lastAt: minutesAgo(1).toISOString() };
  const namedWithCause = (cause: string) => ({ txHash: hash, cause });
  const reorganised = { ...replacedState, reorganisedAt: minutesAgo(2) };
  const missingParams = (amount: string, withinTolerance: boolean) => ({ missing: amount, withinTolerance });

  const ownTransfers = (...transfers: Transfer[]): Change => ({ transfers });
  const byHash = (...transfers: Transfer[]): Change => ({ terms: namedHash, transfers });
  const atShared = (...transfers: Transfer[]): Change => ({ terms: sharedAddress, transfers });
  const atSharedByHash = (...transfers: Transfer[]): Change => ({ terms: sharedAndNamed, transfers });

  test.each<[string, Change, level: string, code: string, params: object]>([
    ['is not in a block yet', ownTransfers(pendingState), 'amber', 'not_final', { confirmations: 0, required: 2 }],
    ['is short, in red', ownTransfers(transferOf('0.3')), 'red', 'short', missingParams('0.2', false)],
    [
      'is short within the tolerance',
      ownTransfers(transferOf('0.4998')),
      'amber',
      'short',
      missingParams('0.0002', true),
    ],
    ['is more than agreed', ownTransfers(transferOf('0.6')), 'amber', 'over', { surplus: '0.1' }],
    ['was searched for, how often and when', ownTransfers(), 'red', 'not_found', nodeSearches],
    [
      'was taken away by a reorganisation, though claimed',
      ownTransfers(reorganised),
      'red',
      'not_found',
      namedWithCause('reorganised'),
    ],
    [
      'was taken away by a higher fee, though claimed',
      ownTransfers(replacedState),
      'red',
      'not_found',
      namedWithCause('replaced'),
    ],
  ])('that it %s', (_case, change, level, code, params) => {
    expect(first(change)).toEqual([level, code, params]);
  });

  test('that the transfer belongs to the order of another customer, whose hash was copied', () => {
    const params = { txHash: hash, ...otherClaim.claimedBy };
    expect(first(atSharedByHash(otherClaim))).toEqual(['red', 'belongs_elsewhere', params]);
    expect(verdictSummary(atShared(otherClaim))).toEqual(['red', 'not_found']);
  });

  const fakeTransfer: Transfer = { chain: 'ethereum', coinId: 'token:0x22', amount: unnamedAmount('coin', '0') };
  const onEthereum = { chain: 'ethereum', health: { tipAt: minutesAgo(1), tipHeight: 912_500 } } as const;
  const tether: Change = { ...onEthereum, terms: { coinId: 'usdt-erc20', ...namedHash }, transfers: [fakeTransfer] };
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
    transfers: [transferOf(amount)],
  });
  const movedTransfer = { byContract: true, txHash: 'c'.repeat(64), outIndex: -1 };
  const tagged = (toTag: string): Change => ({ terms: { tag: '77' }, transfers: [{ toTag }] });

  const ownOrder = { orderId: 'this order', reference: 'LF-1111' };
  const vanishedTransfer = { txHash: 'c'.repeat(64), state: 'replaced', blockHeight: null, blockAt: null } as const;

  test.each<[string, Change, string]>([
    ['no more than that it fits, at a shared address', { terms: sharedAddress }, 'pale fits_shared'],
    ['no more than that, also by its hash', { terms: sharedAndNamed }, 'pale fits_shared'],
    ['that its last confirmation is missing', { health: { tipHeight: 912_345 } }, 'amber not_final'],
    ['that a share of a large amount is no tolerance above its limit in dollars', large('0.4997'), 'red short'],
    ['that it is within that limit', large('0.49975'), 'amber short'],
    ['nothing of a surplus within the tolerance', ownTransfers(transferOf('0.5001')), 'green matches'],
    ['that another token came, not Tether’s contract', tether, 'red other_token'],
    ['that the transfer failed on the chain', byHash({ state: 'failed' }), 'red failed'],
    ['that it was made before the quote', byHash(earlierTransfer), 'red before_quote'],
    ['that a block seen late is older than the quote', byHash({ blockAt: minutesAgo(300) }), 'red before_quote'],
    ['nothing of an old one that nobody named', atShared(earlierTransfer), 'red not_found'],
    ['nothing against a miner’s clock an hour behind', ownTransfers({ blockAt: minutesAgo(110) }), 'green matches'],
    ['that such a clock excuses no more', atSharedByHash({ blockAt: minutesAgo(121) }), 'red before_quote'],
    ['that it was seen before', atSharedByHash({ firstSeenAt: minutesAgo(60.1) }), 'red before_quote'],
    ['nothing against a clock of Ethereum four seconds behind', etherBefore(4), 'pale fits_shared'],
    ['that five seconds are too many on Ethereum', etherBefore(5), 'red before_quote'],
    [
      'nothing of dust that vanished',
      ownTransfers({ claimedBy: ownOrder }, { claimedBy: ownOrder, ...vanishedTransfer }),
      'green matches',
    ],
    [
      'that coins a block had are gone',
      ownTransfers({ claimedBy: ownOrder }, { claimedBy: ownOrder, ...vanishedTransfer, reorganisedAt: minutesAgo(2) }),
      'red not_found',
    ],
    ['that two sources disagree about it', ownTransfers({ witnessed: false }), 'red sources_disagree'],
    ['that two sources disagree about the chain', { health: { witnessOk: false } }, 'red sources_disagree'],
    ['that another hash was named', { terms: { transactionHash: 'b'.repeat(64) } }, 'red not_found'],
    ['that a contract moved the coins, which has no hash of its own', byHash(movedTransfer), 'amber contract_moved'],
    ['nothing of what a contract moved in another amount', byHash(transferOf('4', movedTransfer)), 'red not_found'],
    ['nothing of a payment with another destination tag', tagged('78'), 'red not_found'],
    ['that a payment with its destination tag matches', tagged('77'), 'green matches'],
  ])('%s', (_case, change, expected) => {
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

  test('reports nothing as missing, and so does one without an answer of the node', () => {
    const failingHealth = { failedAt: minutesAgo(0.5) };
    const since = minutesAgo(1).toISOString();
    expect(first({ health: failingHealth, transfers: [] })).toMatchObject(['grey', 'node_away', { since }]);
    expect(verdictSummary({ health: failingHealth })).toEqual(['green', 'matches']);
  });

  test('with a final block of an hour ago marks the node as unwell', () => {
    const judgedAt = (finalizedAt: Date) =>
      verdictSummary({
        chain: 'ethereum',
        terms: { coinId: 'ethereum' },
        transfers: [{ chain: 'ethereum', coinId: 'ethereum', blockAt: minutesAgo(40) }],
        health: { tipAt: minutesAgo(1), finalizedHeight: 912_345, finalizedAt },
      });
    expect(judgedAt(minutesAgo(59))).toEqual(['green', 'matches']);
    expect(judgedAt(minutesAgo(61))).toEqual(['grey', 'node_away']);
  });
});

test('an exchange’s transaction with outputs for two customers gives each order its own', () => {
  const transfers = [transferOf('0.7', { outIndex: 0 }), { outIndex: 1 }];
  const outputsFor = (terms: object) => judgeWith({ terms: { ...sharedAndNamed, ...terms }, transfers }).transfers;
  expect(verdictSummary({ terms: sharedAndNamed, transfers })[0]).toBe('pale');
  expect(outputsFor({}).map(({ outIndex }) => outIndex)).toEqual([1]);
  expect(outputsFor({ amount: unnamedAmount('coin', '0.7') }).map(({ outIndex }) => outIndex)).toEqual([0]);
});

test('the outputs to an own address add up', () => {
  const parts = [transferOf('0.2'), transferOf('0.3', { outIndex: 2 })];
  expect(first({ transfers: parts })).toMatchObject(['green', 'matches', { amount: '0.5' }]);
});

test('a reviewer reads the other sales of a shared transfer, until this sale has claimed it', () => {
  const rivalsOf = (...kinds: readonly Rival['kind'][]) => [
    { rivals: kinds.map((kind) => ({ kind, reference: 'LF-3333' })) },
  ];
  const otherParams = { others: 2, references: 'LF-3333 LF-3333' };
  expect(first({ terms: sharedAddress, transfers: rivalsOf('sale', 'sale') })).toEqual([
    'amber',
    'two_fit',
    otherParams,
  ]);
  expect(verdictSummary({ terms: sharedAddress, transfers: rivalsOf('quote') })).toEqual(['amber', 'quote_fits']);
  expect(judgeWith({ terms: sharedAddress, transfers: rivalsOf('approved') }).findings).toEqual([
    { code: 'approved_fits', params: { reference: 'LF-3333' } },
  ]);
  expect(verdictSummary({ transfers: rivalsOf('sale', 'quote') })).toEqual(['green', 'matches']);
  const claimedBy = { orderId: 'this order', reference: 'LF-1111' };
  const claimedChanges = rivalsOf('sale').map((change) => ({ ...change, claimedBy }));
  expect(verdictSummary({ terms: sharedAddress, transfers: claimedChanges })).toEqual(['pale', 'fits_shared']);
});

test('a reviewer reads which other orders name the transaction, even without a node', () => {
  const otherClaims = [{ orderId: 'another', reference: 'LF-2222' }];
  const finding = { code: 'contested', params: otherClaims[0] };
  expect(judgeWith({ terms: sharedAddress, contested: otherClaims })).toMatchObject({
    level: 'amber',
    findings: [finding],
  });
  expect(judgeWith({ chain: undefined, contested: otherClaims })).toMatchObject({
    level: 'amber',
    findings: [{ code: 'by_hand' }, finding],
  });
  expect(verdictSummary({ contested: otherClaims, health: { okAt: minutesAgo(6) } })).toEqual([
    'grey',
    'node_away',
    'contested',
  ]);
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
  const earlyTransfer = { terms: { countsFrom: minutesAgo(60 * 25) }, transfers: [{ firstSeenAt: minutesAgo(90) }] };
  expect(verdictSummary(earlyTransfer)).toEqual(['amber', 'before_quote']);
});

describe('a reviewer of a sale whose node was asked once more', () => {
  const afterRereads = (...rereads: CandidateTransfer['reread'][]) => ({
    terms: { amount: unnamedAmount('coin', String(rereads.length / 2)) },
    transfers: rereads.map((reread, outIndex) => ({ reread, outIndex })),
  });
  const awayHealth = { health: { okAt: minutesAgo(6) } };

  test.each<[string, Change, string[]]>([
    ['reads nothing of what the node confirms', afterRereads('same'), ['green', 'matches']],
    ['reads in red what it contradicts', afterRereads('same', 'differs'), ['red', 'node_differs']],
    ['reads that it gave no answer', afterRereads('away', 'same'), ['amber', 'node_away']],
    ['reads both', afterRereads('away', 'differs'), ['red', 'node_differs', 'node_away']],
    ['reads once that it is away altogether', { ...afterRereads('away'), ...awayHealth }, ['amber', 'node_away']],
    [
      'reads in red a contradiction, however old all else is',
      { ...afterRereads('differs'), ...awayHealth },
      ['red', 'node_away', 'node_differs'],
    ],
  ])('%s', (_case, change, expected) => {
    expect(verdictSummary(change)).toEqual(expected);
  });
});

test('every finding has its level', () => {
  expect(findingCodes).toHaveLength(20);
});

import type { CandidateTransfer, ChainHealth, DepositTerms, VerdictInput } from '#shared/deposits/deposits.terms.ts';
import { verdictOf } from '#shared/deposits/verdict.ts';
import { amountOf, unnamedAmount } from '#shared/kernel/money.ts';
import { settingsDefaults } from '#shared/settings/settings.defaults.ts';

const now = new Date('2026-11-22T12:00:00Z');
export const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000);
export const hash = 'a'.repeat(64);

const terms: DepositTerms = {
  orderId: 'this order',
  coinId: 'bitcoin',
  amount: unnamedAmount('coin', '0.5'),
  valueUsd: amountOf('usd', '900'),
  address: 'ours',
  tag: null,
  grade: 'own',
  transactionHash: null,
  quotedAt: minutesAgo(60),
  countsFrom: minutesAgo(60),
};
const transfer: CandidateTransfer = {
  chain: 'bitcoin',
  txHash: hash,
  outIndex: 1,
  coinId: 'bitcoin',
  toAddress: 'ours',
  toTag: null,
  amount: unnamedAmount('coin', '0.5'),
  byContract: false,
  state: 'included',
  blockHeight: 912_345,
  blockAt: minutesAgo(30),
  firstSeenAt: minutesAgo(40),
  witnessed: null,
  reorganisedAt: null,
  reread: null,
  claimedBy: null,
  rivals: [],
};
const health: ChainHealth = {
  source: 'node.test',
  okAt: minutesAgo(1),
  tipHeight: 912_346,
  tipAt: minutesAgo(10),
  finalizedHeight: null,
  finalizedAt: null,
  failedAt: null,
  witness: null,
  witnessOk: null,
};

type Change = Partial<Omit<VerdictInput, 'terms' | 'health'>> & {
  terms?: Partial<DepositTerms>;
  /** Each makes one transfer from a change of the usual one. */
  transfers?: readonly Partial<CandidateTransfer>[];
  health?: Partial<ChainHealth>;
};
/** The verdict on one matching transfer, with these changes. */
export const judgeWith = ({ terms: termsChange, transfers = [{}], health: healthChange, ...rest }: Change = {}) =>
  verdictOf({
    terms: { ...terms, ...termsChange },
    chain: 'bitcoin',
    contested: [],
    candidates: transfers.map((change) => ({ ...transfer, ...change })),
    policy: settingsDefaults.deposits,
    health: { ...health, ...healthChange },
    searches: { count: 3, lastAt: minutesAgo(1) },
    settled: null,
    now,
    ...rest,
  });
/** Returns the level of a verdict and the codes of its findings. */
export const verdictSummary = (change?: Change) => {
  const { level, findings } = judgeWith(change);
  return [level, ...findings.map(({ code }) => code)];
};

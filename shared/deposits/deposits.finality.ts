import { amountOf, type Amount } from '#shared/kernel/money.ts';
import { chainDetails, type ChainName } from '#shared/reference/chains.ts';
import type { DepositSettings } from '#shared/settings/settings.contract.ts';
import type { CandidateTransfer, ChainHealth } from './deposits.terms.ts';

/** Returns the confirmations that the settings require of a deposit of this value, or the chain's own final block. */
export function requiredFinality(
  chain: ChainName,
  valueUsd: Amount<'usd'>,
  { finality }: DepositSettings,
): number | 'finalized' {
  const [first, ...higherTiers] = finality[chain];
  const tier = higherTiers.findLast(({ overUsd }) => valueUsd.gt(amountOf('usd', String(overUsd)))) ?? first;
  return tier?.confirmations ?? 'finalized';
}

export type Finality = { isFinal: boolean; confirmations: number; required: number };

/** The confirmations of a transfer, and whether it is final; a transfer without a block has none. */
export function finalityOf(
  { blockHeight, state }: Pick<CandidateTransfer, 'blockHeight' | 'state'>,
  terms: { chain: ChainName; valueUsd: Amount<'usd'>; policy: DepositSettings; health: ChainHealth },
): Finality {
  const { chain, valueUsd, policy, health } = terms;
  const { finalDepth, namesFinal } = chainDetails[chain];
  const requiredDepth = requiredFinality(chain, valueUsd, policy);
  const requiredConfirmations = requiredDepth === 'finalized' ? finalDepth : requiredDepth;
  const isIncluded = blockHeight !== null && (state === 'included' || state === 'final');
  if (!isIncluded) return { isFinal: false, confirmations: 0, required: requiredConfirmations };
  const confirmations = Math.max(1, (health.tipHeight ?? blockHeight) - blockHeight + 1);
  const { finalizedHeight } = health;
  const isNamedFinal = namesFinal && finalizedHeight !== null && blockHeight <= finalizedHeight;
  const isDeep = (requiredDepth !== 'finalized' || !namesFinal) && confirmations >= requiredConfirmations;
  return { isFinal: isNamedFinal || isDeep, confirmations, required: requiredConfirmations };
}

import { isFourEyesOn } from '#shared/kernel/approval.ts';
import type { AdminSettings } from './settings.contract.ts';
import { isOfferLooser } from './settings.offer.ts';

type GuardedSettings = Pick<
  AdminSettings,
  'fees' | 'offer' | 'limits' | 'rules' | 'deposits' | 'explorers' | 'fourEyes'
>;
type Tier = { overUsd: number };

/** True if an order of any value falls into a weaker tier than before. */
function isWeaker<T extends Tier>(before: readonly T[], after: readonly T[], strengthOf: (tier: T) => number): boolean {
  const tierOf = (tiers: readonly T[], usd: number) => tiers.findLast(({ overUsd }) => overUsd <= usd);
  return [...before, ...after].some(({ overUsd }) => {
    const tierBefore = tierOf(before, overUsd);
    const tierAfter = tierOf(after, overUsd);
    return tierBefore !== undefined && (tierAfter === undefined || strengthOf(tierAfter) < strengthOf(tierBefore));
  });
}

const tiersText = <T extends Tier>(tiers: readonly T[], textOf: (tier: T) => string): string =>
  tiers.map((tier) => `> ${tier.overUsd} USD: ${textOf(tier)}`).join(', ');

const finalityOf = ({ deposits }: GuardedSettings) => Object.entries(deposits.finality);
const explorersOf = ({ explorers }: GuardedSettings) =>
  Object.values(explorers).flatMap((byChain) => Object.entries(byChain).map(([chain, link]) => ({ chain, link })));

const ruleText = ([name, rule]: [string, object]) =>
  `${name} ${Object.entries(rule)
    .map(([key, value]) => `${key} ${String(value)}`)
    .join(' ')}`;

type Guard = {
  isLooser: (before: GuardedSettings, after: GuardedSettings) => boolean;
  /** The value that a second member reads. */
  valueOf: (settings: GuardedSettings) => string | number | boolean;
};

type NumberOfDeposits = keyof {
  [Key in keyof AdminSettings['deposits'] as AdminSettings['deposits'][Key] extends number ? Key : never]: true;
};
const risingGuard = (name: NumberOfDeposits): [string, Guard] => [
  name,
  {
    isLooser: (before, after) => after.deposits[name] > before.deposits[name],
    valueOf: ({ deposits }) => deposits[name],
  },
];
const fallingGuard = (name: NumberOfDeposits): [string, Guard] => [
  name,
  {
    isLooser: (before, after) => after.deposits[name] < before.deposits[name],
    valueOf: ({ deposits }) => deposits[name],
  },
];

/** The settings besides dual approval that stand between a thief and the money, by the name of their field. */
const guards: Readonly<Record<string, Guard>> = {
  fees: {
    isLooser: (before, after) => isWeaker(before.fees.tiers, after.fees.tiers, ({ percent }) => percent),
    valueOf: ({ fees }) => tiersText(fees.tiers, ({ percent }) => `${percent} %`),
  },
  offer: {
    isLooser: (before, after) => isOfferLooser(before.offer, after.offer),
    valueOf: ({ offer: { others, currencies, coins, sources, maxSpreadPercent } }) =>
      [
        `others ${others}`,
        ruleText(['sources', sources]),
        `maxSpreadPercent ${maxSpreadPercent}`,
        ...[...Object.entries(currencies), ...Object.entries(coins)].map(ruleText),
      ].join('; '),
  },
  kycUsd: {
    isLooser: (before, after) => after.limits.kycUsd > before.limits.kycUsd,
    valueOf: ({ limits }) => limits.kycUsd,
  },
  retentionYears: {
    isLooser: (before, after) => after.limits.retentionYears < before.limits.retentionYears,
    valueOf: ({ limits }) => limits.retentionYears,
  },
  payoutEvidenceRequired: {
    isLooser: (before, after) => before.rules.payoutEvidenceRequired && !after.rules.payoutEvidenceRequired,
    valueOf: ({ rules }) => rules.payoutEvidenceRequired,
  },
  finality: {
    isLooser: (before, after) =>
      finalityOf(before).some(([chain, tiers]) =>
        // `Object.entries` types its keys as text; both settings have the chains of one schema.
        isWeaker(tiers, after.deposits.finality[chain as keyof typeof after.deposits.finality], ({ confirmations }) =>
          confirmations === 'finalized' ? Number.POSITIVE_INFINITY : confirmations,
        ),
      ),
    valueOf: (settings) =>
      finalityOf(settings)
        .map(([chain, tiers]) => `${chain} ${tiersText(tiers, ({ confirmations }) => String(confirmations))}`)
        .join('; '),
  },
  tolerance: {
    isLooser: ({ deposits: { tolerance: before } }, { deposits: { tolerance: after } }) =>
      after.percent > before.percent || after.maxUsd > before.maxUsd,
    valueOf: ({ deposits: { tolerance } }) => `${tolerance.percent} %, ${tolerance.maxUsd} USD`,
  },
  ...Object.fromEntries(
    (['graceMinutes', 'topUpMinutes', 'minedMinutes', 'overPercent', 'choiceHours'] as const).map(risingGuard),
  ),
  ...Object.fromEntries((['watchDays', 'poolRestDays'] as const).map(fallingGuard)),
  refundFee: {
    isLooser: (before, after) => before.deposits.refundFee !== after.deposits.refundFee,
    valueOf: ({ deposits }) => deposits.refundFee,
  },
  // A reviewer checks a deposit there: a thief's page would confirm it.
  explorers: {
    isLooser: (before, after) => {
      const explorersBefore = explorersOf(before);
      return explorersOf(after).some(({ link }, index) => link !== '' && link !== explorersBefore[index]?.link);
    },
    valueOf: (settings) =>
      explorersOf(settings)
        .filter(({ link }) => link !== '')
        .map(({ chain, link }) => `${chain} ${link}`)
        .join(', '),
  },
};

/** The names of the guards as a second member sees them. */
export const guardNames: readonly string[] = Object.keys(guards);

/** Returns each guard that a change loosens, with its value before and after; none while dual approval is off. */
export function loosenedGuards(before: GuardedSettings, after: GuardedSettings) {
  if (!isFourEyesOn(before.fourEyes)) return [];
  return Object.entries(guards)
    .filter(([, { isLooser }]) => isLooser(before, after))
    .map(([name, { valueOf }]) => ({ name, before: valueOf(before), after: valueOf(after) }));
}

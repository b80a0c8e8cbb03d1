import { keysOf, recordOf } from '#shared/kernel/records.ts';
import type { AdminSettings } from '#shared/settings/settings.contract.ts';
import { settingsDefaults } from '#shared/settings/settings.defaults.ts';

type Finality = AdminSettings['deposits']['finality'];
type Confirmations = Finality['bitcoin'][number]['confirmations'];

export const presetNames = ['careful', 'usual', 'fast'] as const;

/** Compares the confirmations of every tier and chain; a block that the chain itself calls final is required anyway. */
function scaleFinality(times: (count: number) => number): Finality {
  const scaleConfirmations = (confirmations: Confirmations) =>
    confirmations === 'finalized' ? confirmations : times(confirmations);
  const { finality } = settingsDefaults.deposits;
  return recordOf(keysOf(finality), (chain) =>
    finality[chain].map((tier) => ({ ...tier, confirmations: scaleConfirmations(tier.confirmations) })),
  );
}

/**
 * Three presets from safe to fast: twice the shipped confirmations, the shipped ones, and half of them, at least one.
 */
export const finalityPresets: Readonly<Record<(typeof presetNames)[number], Finality>> = {
  careful: scaleFinality((count) => count * 2),
  usual: settingsDefaults.deposits.finality,
  fast: scaleFinality((count) => Math.max(1, Math.ceil(count / 2))),
};

/** The preset that equals these tiers; undefined for custom tiers. */
export function presetOf(finality: Finality): (typeof presetNames)[number] | undefined {
  const chains = keysOf(settingsDefaults.deposits.finality);
  const textOf = (preset: Finality) =>
    JSON.stringify(chains.map((chain) => preset[chain].map((tier) => [tier.overUsd, tier.confirmations])));
  return presetNames.find((name) => textOf(finalityPresets[name]) === textOf(finality));
}

import { expect, test } from 'vitest';
import { settingsInput } from '#shared/settings/settings.input.ts';
import { finalityPresets, presetNames, presetOf } from './settings.finality.ts';

test('each preset of confirmations can be saved, is recognised, and is at least one', () => {
  for (const name of presetNames) {
    const finality = finalityPresets[name];
    expect(settingsInput.safeParse({ deposits: { finality } }).success).toBe(true);
    expect(presetOf(structuredClone(finality))).toBe(name);
    for (const { confirmations } of Object.values(finality).flat())
      expect(confirmations === 'finalized' || confirmations >= 1).toBe(true);
  }
});

test('the careful preset waits for as many confirmations as usual or more, the fast one for fewer', () => {
  const count = ({ confirmations }: { confirmations: number | 'finalized' }) =>
    confirmations === 'finalized' ? 0 : confirmations;
  const [carefulCounts, usualCounts, fastCounts] = presetNames.map((name) =>
    Object.values(finalityPresets[name]).flat().map(count),
  );
  usualCounts?.forEach((confirmations, index) => {
    expect(carefulCounts?.[index]).toBeGreaterThanOrEqual(confirmations);
    expect(fastCounts?.[index]).toBeLessThanOrEqual(confirmations);
  });
});

test('custom confirmation tiers are no preset', () => {
  const customRules = { ...finalityPresets.usual, bitcoin: [{ overUsd: 0, confirmations: 7 }] };
  expect(presetOf(customRules)).toBeUndefined();
});

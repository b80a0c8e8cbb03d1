import { expect, test } from 'vitest';
import { fieldErrorOf } from '#shared/kernel/field-error.ts';
import { reason, reasonWith } from '#shared/kernel/reason.ts';
import { settingsDefaults } from './settings.defaults.ts';
import { settingsInput } from './settings.input.ts';

const { payouts, fourEyes, offer } = settingsDefaults;
const changes = {
  feeTolerance: (percent: unknown) => ({ payouts: { ...payouts, feeTolerance: { ...payouts.feeTolerance, percent } } }),
  rateOverPercent: (rateOverPercent: unknown) => ({ fourEyes: { ...fourEyes, rateOverPercent } }),
  maxSpreadPercent: (maxSpreadPercent: unknown) => ({ offer: { ...offer, maxSpreadPercent } }),
};
const refusalOf = (change: object) => settingsInput.safeParse(change).error?.issues.map(fieldErrorOf);

test.for([
  ['feeTolerance', 10],
  ['rateOverPercent', 50],
  ['maxSpreadPercent', 20],
] as const)('an owner who sets %s reads that it goes from 0 to %i', ([name, max]) => {
  for (const percent of [-0.01, max + 0.01, '5', Number.NaN])
    expect(refusalOf(changes[name](percent))).toEqual([reasonWith('rate_percent_invalid', { min: 0, max })]);
  expect(refusalOf(changes[name](0.001))).toEqual([{ reason: reason('hundredths_only') }]);
  for (const percent of [0, 0.29, max]) expect(refusalOf(changes[name](percent))).toBeUndefined();
});

import { expect, test } from 'vitest';
import { fieldErrorOf } from '#shared/kernel/field-error.ts';
import { reason, reasonWith } from '#shared/kernel/reason.ts';
import { offerInput } from './offers.contract.ts';

const refusalOf = (percent: unknown) =>
  offerInput.shape.spreadPercent.safeParse(percent).error?.issues.map(fieldErrorOf);

test('a member who makes an offer reads that its spread goes from -20 to 20', () => {
  for (const percent of [-20.01, 25, '5', Number.NaN])
    expect(refusalOf(percent)).toEqual([reasonWith('rate_percent_invalid', { min: -20, max: 20 })]);
  expect(refusalOf(0.001)).toEqual([{ reason: reason('hundredths_only') }]);
  for (const percent of [-20, -0.5, 0.29, 20, undefined]) expect(refusalOf(percent)).toBeUndefined();
});

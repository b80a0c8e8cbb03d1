import { expect, test } from 'vitest';
import { switchLanguage } from '#client/lib/i18n/i18n.ts';
import { groupedUsd } from './settings.grouped.ts';

test.each([
  [5000, '$5,000.00\u00a0USD'],
  [1_250_000.5, '$1,250,000.50\u00a0USD'],
])('an administrator who types %s reads it with its thousands apart', async (usd, text) => {
  await switchLanguage('en');
  expect(groupedUsd(usd)).toBe(text);
});

test.each([0, 999.99, Number.NaN, null, undefined])('%s has no thousands to set apart', (usd) => {
  expect(groupedUsd(usd)).toBeUndefined();
});

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Catalogue } from '#client/lib/i18n/catalogue-file.ts';
import { switchLanguage } from '#client/lib/i18n/i18n.ts';
import { languages } from '#shared/reference/languages.ts';
import { settingsDefaults } from '#shared/settings/settings.defaults.ts';
import {
  fillReadyText,
  placeholdersOf,
  readyTextInput,
  readyTextKeys,
  readyTexts,
} from '#shared/settings/settings.ready-texts.contract.ts';
import { usdHint } from './settings.amount-hint.ts';
import { movesTenfold } from './settings.changes.ts';
import { builtInText } from './settings.ready-texts.queries.ts';

test('an administrator who types an amount reads it with grouped thousands', async () => {
  await switchLanguage('en');
  expect([5000, 1_250_000.5].map(usdHint)).toEqual(['$5,000.00\u00a0USD', '$1,250,000.50\u00a0USD']);
  for (const usd of [0, 999.99, Number.NaN, null, undefined]) expect(usdHint(usd)).toBeUndefined();
});

/** Fee tiers that start every 5,000 dollars. */
const tiersOf = (...percents: number[]) => ({
  tiers: percents.map((percent, index) => ({ overUsd: index * 5000, percent })),
});
const settings: Parameters<typeof movesTenfold>[0] = {
  ...settingsDefaults,
  fees: tiersOf(5, 4),
  limits: { ...settingsDefaults.limits, kycUsd: 1000 },
  rules: { ...settingsDefaults.rules, confirmAboveUsd: 10_000 },
};

test.each([
  ['a fee of 5 % that becomes 50 %', { fees: tiersOf(50) }],
  ['a fee that loses a digit', { fees: tiersOf(0.5) }],
  ['a fee that is dropped', { fees: tiersOf(0) }],
  ['a new tier far below the one it stood in', { fees: tiersOf(5, 4, 0.3) }],
  ['a limit with a digit too many', { limits: { kycUsd: 10_000 } }],
  ['a threshold with a digit too few', { rules: { confirmAboveUsd: 1000 } }],
])('the administrator is warned of %s', (_name, change) => {
  expect(movesTenfold(settings, change)).toBe(true);
});

test.each([
  ['a fee that moves by a point', { fees: tiersOf(6, 3) }],
  ['a new tier', { fees: tiersOf(5, 4, 3) }],
  ['a limit that doubles', { limits: { kycUsd: 2000 } }],
  ['another name', { brand: { name: 'Kasse' } }],
])('the administrator is not warned of %s', (_name, change) => {
  expect(movesTenfold(settings, change)).toBe(false);
});

const groups = { chat: 'chat.admin', orders: 'orders.admin', kyc: 'kyc.admin' } as const;
const catalogueOf = (language: string, namespace: string) =>
  JSON.parse(readFileSync(`shared/locales/${language}/${namespace}.json`, 'utf8')) as Catalogue;

test.each(languages.map(({ code }) => code))('every built-in text in %s could be saved unchanged', (language) => {
  for (const [group, namespace] of Object.entries(groups) as [keyof typeof groups, string][]) {
    const catalogue = catalogueOf(language, namespace);
    for (const key of readyTextKeys.filter((name) => name.startsWith(`${group}.`))) {
      const { label, text } = builtInText(catalogue, group, key.slice(group.length + 1));
      expect(label).not.toBe('');
      expect(placeholdersOf(text).toSorted()).toEqual([...readyTexts[key]].toSorted());
      expect(readyTextInput.safeParse({ key, language, text }).success).toBe(true);
    }
  }
});

test('values replace their placeholders, and a value that looks like a placeholder stays', () => {
  const values = { minutes: '{{days}}', days: 30 };
  expect(fillReadyText('{{minutes}} and {{ days }}, {{toString}}', values)).toBe('{{days}} and 30, {{toString}}');
});

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Catalogue } from '#client/lib/i18n/catalogue-file.ts';
import { languages } from '#shared/reference/languages.ts';
import {
  fillReadyText,
  placeholdersOf,
  readyTextInput,
  readyTextKeys,
  readyTexts,
} from '#shared/settings/settings.ready-texts.contract.ts';
import { builtInText } from './settings.ready-texts.queries.ts';

const groups = { chat: 'chat.admin', orders: 'orders.admin', kyc: 'kyc.admin' } as const;
const catalogueOf = (language: string, namespace: string) =>
  JSON.parse(readFileSync(`shared/locales/${language}/${namespace}.json`, 'utf8')) as Catalogue;

test.each(languages.map(({ code }) => code))('every built-in text in %s could be saved as it is', (language) => {
  for (const [group, namespace] of Object.entries(groups) as [keyof typeof groups, string][]) {
    const catalogue = catalogueOf(language, namespace);
    for (const key of readyTextKeys.filter((item) => item.startsWith(`${group}.`))) {
      const { label, text } = builtInText(catalogue, group, key.slice(group.length + 1));
      expect(label).not.toBe('');
      expect(placeholdersOf(text).toSorted()).toEqual([...readyTexts[key]].toSorted());
      expect(readyTextInput.safeParse({ key, language, text }).success).toBe(true);
    }
  }
});

test('values go where their placeholders are, once, and a value that looks like a placeholder stays as it is', () => {
  const values = { minutes: '{{days}}', days: 30 };
  expect(fillReadyText('{{minutes}} and {{ days }}, {{toString}}', values)).toBe('{{days}} and 30, {{toString}}');
});

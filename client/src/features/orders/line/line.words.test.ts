import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { lineRow, lineStateNames } from '#shared/orders/line/line.states.ts';
import { lineWords } from './line.words.ts';

type Texts = { [name: string]: string | Texts };

const languages = ['en', 'es', 'fr', 'de', 'pt', 'ru', 'zh', 'ja', 'ko', 'ar'];
const catalogue = (language: string): Texts =>
  JSON.parse(
    readFileSync(new URL(`../../../../../shared/locales/${language}/orders.line.json`, import.meta.url), 'utf8'),
  ) as Texts;

/** All forms of a text of a group, as some count. */
function formsOf(texts: Texts, group: string, key: string): string[] {
  const all = texts[group];
  if (typeof all !== 'object') return [];
  return Object.entries(all).flatMap(([name, text]) =>
    typeof text === 'string' && name.replace(/_(zero|one|two|few|many|other)$/, '') === key ? [text] : [],
  );
}

test.each(languages)('a customer who reads %s finds words for every state of an order', (language) => {
  const texts = catalogue(language);
  const english = catalogue('en');
  const missing = lineStateNames.flatMap((state) => {
    const { chip, sum } = lineRow(state);
    const keys: string[][] = [
      ...Object.entries<string>({ ...lineWords[state] }),
      ['chip', chip],
      ...(sum === 'none' ? [] : [['sum', sum]]),
    ];
    return keys
      .filter(([group = '', key = '']) => {
        const forms = formsOf(texts, group, key);
        const isEnglish = language !== 'en' && String(forms) === String(formsOf(english, group, key));
        return isEnglish || forms.length === 0 || forms.some((text) => text.trim() === '');
      })
      .map((path) => `${state}: ${path.join('.')}`);
  });
  expect(missing).toEqual([]);
});

import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const folder = new URL('../../../../../shared/locales/', import.meta.url);

/** The word for a bank in each language. */
const bank: Record<string, RegExp> = {
  en: /bank/i,
  es: /banc/i,
  fr: /banqu|bancaire/i,
  de: /bank/i,
  pt: /banc/i,
  ru: /банк/i,
  zh: /银行/,
  ja: /銀行/,
  ko: /은행/,
  ar: /بنك|مصرف/,
};

type Texts = { [name: string]: string | Texts };

/** The texts under names of a rail that is not a bank, each with its path. */
function textsByRail(texts: Texts, path: readonly string[]): [path: string, text: string][] {
  return Object.entries(texts).flatMap(([name, text]): [string, string][] => {
    const keyPath = [...path, name];
    if (typeof text !== 'string') return textsByRail(text, keyPath);
    return keyPath.some((part) => /byrail|askrail/i.test(part)) ? [[keyPath.join('.'), text]] : [];
  });
}

test.each(Object.entries(bank))(
  'a customer who is paid by phone number reads nothing about banks in %s',
  (language, word) => {
    const files = readdirSync(new URL(`${language}/`, folder));
    const texts = files.flatMap((file) =>
      textsByRail(JSON.parse(readFileSync(new URL(`${language}/${file}`, folder), 'utf8')) as Texts, [file]),
    );
    expect(texts.length).toBeGreaterThan(25);
    expect(texts.filter(([, text]) => word.test(text))).toEqual([]);
  },
);

import i18next, { t } from 'i18next';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { setInitialData } from '../api/initial-data.ts';
import { currentLanguage, loadTexts, supportedLanguageOf, switchLanguage } from './i18n.ts';
import { localesOf, regionsOf } from './language-tags.ts';

beforeAll(() => loadTexts('common', 'blog', 'admin'));
afterEach(async () => {
  setInitialData(undefined);
  await switchLanguage('en');
});

test('a text takes the plural form that its language has for the number', async () => {
  expect([1, 2].map((count) => t('blog:count', { count }))).toEqual(['1 article', '2 articles']);
  await switchLanguage('ru', ['blog']);
  expect([1, 3, 5].map((count) => t('blog:count', { count }))).toEqual(['1 статья', '3 статьи', '5 статей']);
  await switchLanguage('ja', ['blog']);
  expect(new Set([1, 2].map((count) => t('blog:count', { count }).replace(/\d/, '')))).toHaveLength(1);
});

test('a value stands in its blank as it is, whatever it looks like', () => {
  expect(t('common:file.remove', { name: '$& {{count}}' })).toContain('$& {{count}}');
});

test('figures and names keep their own direction inside a sentence of Arabic', async () => {
  await switchLanguage('ar', ['common']);
  expect(t('common:file.remove', { name: 'Ada' })).toContain('\u2068Ada\u2069');
});

test('the operator’s name for the product stands in every text', () => {
  setInitialData({
    brand: 'Kasse',
    language: 'en',
    currency: null,
    serverRendered: false,
    namespaces: [],
    queries: { queries: [], mutations: [] },
  });
  expect(t('common:brand')).toBe('Kasse');
});

test('of two languages chosen one after the other the last one stands, whichever is there first', async () => {
  await Promise.all([switchLanguage('pt', ['common', 'blog']), switchLanguage('en')]);
  expect(currentLanguage()).toBe('en');
});

test('a change of the language is announced once, when the texts are there', async () => {
  const notified: string[] = [];
  const listener = (language: string) => notified.push(`${language} ${i18next.hasResourceBundle(language, 'blog')}`);
  i18next.on('languageChanged', listener);
  await switchLanguage('de', ['common', 'blog']);
  await switchLanguage('de', ['admin']);
  i18next.off('languageChanged', listener);
  expect(notified).toEqual(['de true']);
});

test('a visitor reads the first language of their browser that there are texts for, whatever stands before it', () => {
  expect(supportedLanguageOf([null, undefined, 'C', 'en-US@posix', 'eo', 'pt-BR', 'de'])).toBe('pt');
  expect(supportedLanguageOf(['C'])).toBe('en');
});

test('a language whose code only begins like one of ours is another language', () => {
  expect(supportedLanguageOf(['arn', 'kok-IN', 'fr'])).toBe('fr');
});

const malformed = ['C', 'en-US@posix', 'de_DE', 'POSIX.UTF-8', '*', '-', 'en-', 'e'.repeat(300), ' '];

test.each(malformed)('a visitor whose browser names the tag "%s" is understood by the next one', (tag) => {
  expect(localesOf([tag, 'pt-BR', 'en']).map(({ language }) => language)).toEqual(['pt', 'en']);
  expect(regionsOf([tag, 'en', 'en-NG'])).toEqual(['NG']);
});

test('a visitor whose browser names nothing that can be read is no error', () => {
  expect([localesOf([...malformed, '', null, undefined]), regionsOf(malformed)]).toEqual([[], []]);
});

test('regions are read however the browser writes them, and in the order of its list', () => {
  expect(regionsOf(['zh-hant-tw', 'en', 'EN-ng', 'es-419'])).toEqual(['TW', 'NG', '419']);
});

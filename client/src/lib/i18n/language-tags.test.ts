import { expect, test } from 'vitest';
import { localesOf, regionsOf } from './language-tags.ts';

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

import { expect, test } from 'vitest';
import { runsOf } from './runs.ts';

const shown = (line: string, language = 'en') =>
  runsOf(line, language).map(({ text, script, rtl }) => `${script}${rtl ? ' <' : ''} ${text}`);

test('a Latin line is one run', () => {
  expect(shown('Zoë Łukasz, Игорь ₦1,482.50')).toEqual(['latin Zoë Łukasz, Игорь ₦1,482.50']);
  expect(shown('')).toEqual([]);
});

test('ideographs take the shapes of the language beside them, else of the reader', () => {
  expect(shown('王小明')).toEqual(['chinese 王小明']);
  expect(shown('山田タロウ')).toEqual(['japanese 山田タロウ']);
  expect(shown('金 민수')).toEqual(['korean 金', 'latin  ', 'korean 민수']);
  expect(shown('山田', 'ja')).toEqual(['japanese 山田']);
});

test('an Arabic line stands from right to left, with its numbers and Latin words turned the right way', () => {
  expect(shown('البنك 123 ABC')).toEqual(['latin ABC', 'arabic <  ', 'latin 123', 'arabic < البنك ']);
  expect(shown('رقم ١٢٣')).toEqual(['arabic ١٢٣', 'arabic < رقم ']);
});

test('brackets inside Arabic are mirrored', () => {
  expect(shown('محمد (علي)')).toEqual(['latin < (', 'arabic < علي', 'latin < )', 'arabic < محمد ']);
});

test('marks that turn a line round without being seen are left out', () => {
  expect(shown('Ada \u202e0001\u202c USD\u200f')).toEqual(['latin Ada 0001 USD']);
});

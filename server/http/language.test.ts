import { expect, test } from 'vitest';
import { languageOf } from './request.ts';

test('a caller is answered in the first language of the product that their browser asks for', () => {
  const preferences = ['es', 'pt-BR, en;q=0.5', 'da, en;q=0.3, ja;q=0.9', 'xx, ar-EG;q=0.1'];
  expect(preferences.map(languageOf)).toEqual(['es', 'pt', 'ja', 'ar']);
});

test('a malformed tag is passed over and the next one is taken', () => {
  expect(['C, de;q=0.5', 'en-US@posix, fr', 'de_DE, ko'].map(languageOf)).toEqual(['de', 'fr', 'ko']);
});

test('anything else is answered in English', () => {
  const unsupported = [undefined, '', '*', 'da', 'es;q=0', ';;q=,', 'e'.repeat(9000)];
  expect(unsupported.map(languageOf)).toEqual(unsupported.map(() => 'en'));
});

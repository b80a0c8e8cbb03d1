import { expect, test } from 'vitest';
import { builtLanguageOf } from './i18n.ts';

test('a visitor reads the first language of their browser that there are texts for, whatever stands before it', () => {
  expect(builtLanguageOf([null, undefined, 'C', 'en-US@posix', 'eo', 'pt-BR', 'de'])).toBe('pt');
  expect(builtLanguageOf(['C'])).toBe('en');
});

test('a language whose code only begins like one of ours is another language', () => {
  expect(builtLanguageOf(['arn', 'kok-IN', 'fr'])).toBe('fr');
});

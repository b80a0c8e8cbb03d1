import { expect, test } from 'vitest';
import { z } from 'zod';
import { Invalid } from '../lib/refusal.ts';
import { languageOf, parseSent } from './request.ts';

test.each([
  [z.string(), undefined, 'Please fill in this field'],
  [z.string(), 5, 'This value is not valid'],
  [z.number().min(1), 0, 'Please enter a number no lower than 1'],
  [z.number().max(100), 101, 'Please enter a number no higher than 100'],
  [z.string().max(3), 'abcd', 'Please use at most 3 characters'],
  [z.array(z.string()).max(1), ['a', 'b'], 'Please choose no more than 1'],
  [z.enum(['draft', 'published']), 'x', 'Please choose one of: draft, published'],
  [z.iso.date(), 'yesterday', 'This value is not valid'],
  [z.union([z.string(), z.number()]), [], 'This value is not valid'],
  // The words of the specification stay as they are.
  [z.string().min(2, 'Name must be at least 2 characters'), 'A', 'Name must be at least 2 characters'],
])('a refusal addresses people and does not name types of a library (%#)', (field, value, message) => {
  expect(fieldsOf(z.object({ field }), { field: value })).toEqual({ field: message });
});

test('an empty body is named as missing', () => {
  expect(fieldsOf(z.object({}), null)).toEqual({ body: 'This value is not valid' });
});

/** Refusal messages, by field. */
function fieldsOf(schema: z.ZodType, sentValue: unknown): unknown {
  try {
    return parseSent(schema, sentValue);
  } catch (error) {
    if (error instanceof Invalid) return error.toBody().fields;
    throw error;
  }
}

test.each([
  ['the first one of the product', ['es', 'pt-BR, en;q=0.5', 'da, en;q=0.3, ja;q=0.9'], ['es', 'pt', 'ja']],
  ['the first one, whatever its region', ['xx, ar-EG;q=0.1'], ['ar']],
  ['the next one after a malformed tag', ['C, de;q=0.5', 'en-US@posix, fr', 'de_DE, ko'], ['de', 'fr', 'ko']],
  ['English for anything else', [undefined, '', '*', 'da', 'es;q=0', ';;q=,', 'e'.repeat(9000)], Array(7).fill('en')],
])('the language of an answer follows the browser’s list: %s', (_which, preferences, languages) => {
  expect(preferences.map(languageOf)).toEqual(languages);
});

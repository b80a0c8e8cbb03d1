import { expect, test } from 'vitest';
import { emptyRegistration, guessedCountry } from './auth.registration-form.ts';

test.each(['C', 'en-US@posix'])('a visitor whose browser names only the tag "%s" chooses the country', (tag) => {
  expect(emptyRegistration([tag])).toMatchObject({ country: '', countryCode: '' });
});

test('the country of a visitor is guessed by the first region that the administrator serves', () => {
  expect(guessedCountry(['C', 'eo', 'de-AQ', 'en-NG', 'en-GH'])).toBe('NG');
});

import { expect, test } from 'vitest';
import { findCountry, type Country } from '#shared/reference/countries.ts';
import { normalizeMobile } from './users.phone.ts';

test.each([
  ['+234 803 123 4567', 'NG', '+2348031234567'],
  ['+2348031234567', 'NG', '+2348031234567'],
  ['0803 123 4567', 'NG', '+2348031234567'],
  ['8031234567', 'Nigeria', '+2348031234567'],
  ['(415) 555-2671', 'US', '+14155552671'],
  ['+44 20 7946 0018', 'Nigeria', '+442079460018'],
  ['12345678', 'GH', '+23312345678'],
  ['+99912345678', 'GH', '+99912345678'],
])('%s typed in %s is kept as %s', (typed, country, stored) => {
  expect(normalizeMobile(typed, findCountry(country) as Country)).toBe(stored);
});

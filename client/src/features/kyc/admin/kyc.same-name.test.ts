import { expect, test } from 'vitest';
import { isSameName } from './kyc.same-name.ts';

test('a passport that says more names, in another order or with marks, is still that of the account', () => {
  expect(isSameName('Ada Ngozi Obi', 'Ada Obi')).toBe(true);
  expect(isSameName('OBI, Ada-Ngozi', 'Ada Obi')).toBe(true);
  expect(isSameName('Núñez Zoë', 'Zoe Nunez')).toBe(true);
  expect(isSameName("O'Neill Sean", 'Seán O’Neill')).toBe(true);
});

test('another person’s passport, a part of a name, or nothing at all is not', () => {
  expect(isSameName('Ada Ngozi Obi', 'Eve Obi')).toBe(false);
  expect(isSameName('Adaora Obi', 'Ada Obi')).toBe(false);
  expect(isSameName('Ada Obi', '')).toBe(false);
  expect(isSameName('', 'Ada Obi')).toBe(false);
});

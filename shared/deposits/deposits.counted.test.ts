import { expect, test } from 'vitest';
import { dependsOnTransfer } from './deposits.counted.ts';

const of = (...transferIds: string[]) => ({ transferIds });

test.each([
  { parts: [of('one')], rests: true },
  { parts: [of('other'), of('another', 'one')], rests: true },
  { parts: [of('other')], rests: false },
  { parts: [of()], rests: false },
  { parts: [of('other'), {}], rests: true },
  { parts: [], rests: false },
])('a settlement rests on the transfers that its parts name, or on all if one names none: %j', ({ parts, rests }) => {
  expect(dependsOnTransfer(parts, 'one')).toBe(rests);
});

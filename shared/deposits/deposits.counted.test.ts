import { expect, test } from 'vitest';
import { dependsOnTransfer } from './deposits.counted.ts';

const partOf = (...transferIds: string[]) => ({ transferIds });

test.each([
  { parts: [partOf('one')], rests: true },
  { parts: [partOf('other'), partOf('another', 'one')], rests: true },
  { parts: [partOf('other')], rests: false },
  { parts: [partOf()], rests: false },
  { parts: [partOf('other'), {}], rests: true },
  { parts: [], rests: false },
])('a settlement counts the transfers that its parts name, or all if a part names none: %j', ({ parts, rests }) => {
  expect(dependsOnTransfer(parts, 'one')).toBe(rests);
});

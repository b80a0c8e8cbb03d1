import { expect, test } from 'vitest';
import { decimal } from '#shared/kernel/money.ts';
import { byLikelihood } from './settlements.likelihood.ts';

const hour = 3_600_000;
const agreements = {
  exactNow: { difference: decimal('0'), apartMs: hour, isNamed: false },
  exactNowBefore: { difference: decimal('0'), apartMs: -hour / 2, isNamed: false },
  exactNowNamed: { difference: decimal('0'), apartMs: hour, isNamed: true },
  exactDayEnd: { difference: decimal('0'), apartMs: 24 * hour, isNamed: false },
  exactLongAgo: { difference: decimal('0'), apartMs: 60 * 24 * hour, isNamed: true },
  exactAnyTime: { difference: decimal('0'), apartMs: null, isNamed: false },
  named: { difference: decimal('5'), apartMs: hour, isNamed: true },
  namedNearer: { difference: decimal('-0.5'), apartMs: 40 * hour, isNamed: true },
  near: { difference: decimal('-0.1'), apartMs: hour, isNamed: false },
  nearLater: { difference: decimal('0.1'), apartMs: 3 * hour, isNamed: false },
  nearAnyTime: { difference: decimal('0.1'), apartMs: null, isNamed: false },
  far: { difference: decimal('10'), apartMs: 0, isNamed: false },
};

type Name = keyof typeof agreements;
const ordered = (...names: Name[]) => byLikelihood(names, (name) => agreements[name]);

test.each<[why: string, likelier: Name, other: Name]>([
  ['the exact amount at its time before the name', 'exactNow', 'named'],
  ['the exact amount at its time before the exact amount long ago in the same name', 'exactNow', 'exactLongAgo'],
  ['a whole day still as its time', 'exactDayEnd', 'exactLongAgo'],
  ['of two exact ones at their time the one in the same name', 'exactNowNamed', 'exactNow'],
  ['of two exact ones at their time the nearer one, before or after', 'exactNowBefore', 'exactNow'],
  ['an exact amount long ago before the name with another amount', 'exactLongAgo', 'named'],
  ['an exact amount without a time before the name with another amount', 'exactAnyTime', 'named'],
  ['an exact amount at its time before one without a time', 'exactDayEnd', 'exactAnyTime'],
  ['the name before a smaller difference', 'named', 'near'],
  ['of two in the same name the smaller difference, less or more', 'namedNearer', 'named'],
  ['a smaller difference before the nearer time', 'nearLater', 'far'],
  ['of two equal differences the nearer time', 'near', 'nearLater'],
  ['a known time before an unknown one', 'nearLater', 'nearAnyTime'],
])('a member is offered %s', (_why, likelier, other) => {
  expect(ordered(other, likelier)).toEqual([likelier, other]);
  expect(ordered(likelier, other)).toEqual([likelier, other]);
});

test('a member is offered equal candidates in the order in which they came', () => {
  const equal = [1, 2, 3, 4];
  expect(byLikelihood(equal, () => agreements.near)).toEqual(equal);
});

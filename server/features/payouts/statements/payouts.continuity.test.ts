import { expect, test } from 'vitest';
import { openingThatFits, type Balances } from './payouts.continuity.ts';

/** A statement of these days of November, which opens and closes so. */
const of = (from: number, to: number, openingBalance: string | null, closingBalance: string | null): Balances => {
  const day = (number: number) => `2026-11-${String(number).padStart(2, '0')}`;
  return { from: day(from), to: day(to), openingBalance, closingBalance };
};

type Case = [name: string, statement: Balances, known: Balances[], expected: string | undefined];
test.each<Case>([
  ['the first of an account', of(3, 3, '10.00', '20.00'), [], undefined],
  ['the next one', of(4, 4, '20.00', '30.00'), [of(3, 3, '10.00', '20.00')], undefined],
  ['the next one after days without', of(9, 9, '20.00', '30.00'), [of(3, 3, '10.00', '20.00')], undefined],
  ['one with a gap before', of(4, 4, '25.00', '30.00'), [of(3, 3, '10.00', '20.00')], '20.00'],
  ['one that begins on the day the last ended', of(3, 4, '20.00', '30.00'), [of(2, 3, '10.00', '20.00')], undefined],
  ['the second one of a day', of(4, 4, '25.00', '30.00'), [of(3, 4, '10.00', '25.00')], undefined],
  [
    'the third of a day',
    of(4, 4, '30.00', '31.00'),
    [of(4, 4, '25.00', '30.00'), of(3, 4, '10.00', '25.00')],
    undefined,
  ],
  ['an older one', of(2, 2, '5.00', '10.00'), [of(3, 3, '10.00', '20.00')], undefined],
  ['an older one with a gap behind', of(2, 2, '5.00', '9.00'), [of(3, 3, '10.00', '20.00')], '6.00'],
  ['one between two', of(4, 4, '20.00', '-3.00'), [of(5, 5, '-3.00', '1.00'), of(3, 3, '10.00', '20.00')], undefined],
  [
    'one between two that fits neither',
    of(4, 4, '1.00', '2.00'),
    [of(5, 5, '7.00', '9.00'), of(3, 3, '0.00', '5.00')],
    '5.00',
  ],
  ['one without balances', of(4, 4, null, null), [of(3, 3, '10.00', '20.00')], undefined],
])('the balances of %s', (_name, statement, known, expected) => {
  const before = known.filter(({ to }) => to <= statement.from);
  const after = known.filter(({ from }) => from >= statement.to);
  expect(openingThatFits(statement, { before, after }, 'EUR')).toBe(expected);
});

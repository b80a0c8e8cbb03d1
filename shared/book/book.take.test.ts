import { expect, test } from 'vitest';
import { amountOf, toText } from '#shared/kernel/money.ts';
import { takeInTurn } from './book.take.ts';

const coins = (text: string) => amountOf('coin', text, 'litecoin');
const take = (amount: string, ...places: string[]) => {
  const { taken, missing } = takeInTurn(coins(amount), places, coins);
  return { taken: taken.map((part) => [part.place, toText(part.amount)]), missing: toText(missing) };
};

test.each([
  [
    'no more than each place has',
    '2.5',
    ['1', '2', '3'],
    {
      taken: [
        ['1', '1'],
        ['2', '1.5'],
      ],
      missing: '0',
    },
  ],
  ['nothing from an empty place', '1', ['0', '2'], { taken: [['2', '1']], missing: '0' }],
  [
    'all there is, and what is missing',
    '3',
    ['1', '0.5'],
    {
      taken: [
        ['1', '1'],
        ['0.5', '0.5'],
      ],
      missing: '1.5',
    },
  ],
  ['nothing of nothing', '0', ['1'], { taken: [], missing: '0' }],
])('an amount is taken from several accounts in turn: %s', (_case, amount, places, expected) => {
  expect(take(amount, ...places)).toEqual(expected);
});

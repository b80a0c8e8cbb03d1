import { expect, test } from 'vitest';
import { amountOf } from '#shared/kernel/money.ts';
import { averageOf, moveHolding, nothingHeld, resultOf, type HoldingMove } from './books.costs.ts';
import { baseText } from './books.values.ts';

const purchase = (coins: string, cost: string | null): HoldingMove => ({
  move: 'bought',
  coins: amountOf('booked', coins),
  cost: cost === null ? null : amountOf('usd', cost),
});
const sold = (coins: string): HoldingMove => ({ move: 'sold', coins: amountOf('booked', coins) });
const after = (...moves: HoldingMove[]) => moves.reduce(moveHolding, nothingHeld);
const sale = (coins: string, money: string | null) => ({
  coins: amountOf('booked', coins),
  money: money === null ? null : amountOf('usd', money),
});
const averageAfter = (...moves: HoldingMove[]) => averageOf(after(...moves))?.toFixed();

test('the average cost moves with each purchase and stays with each sale', () => {
  expect(averageAfter(purchase('1', '100'), purchase('2', '260'))).toBe('120');
  expect(averageAfter(purchase('1', '100'), purchase('2', '260'), sold('1.5'))).toBe('120');
  expect(averageAfter(purchase('1', '100'), purchase('2', '260'), sold('1.5'), purchase('0.5', '100'))).toBe('140');
});

test('a sale earns its money less the coins at their average cost, exactly to the cent', () => {
  expect(baseText(resultOf(after(purchase('3', '100')), sale('3', '100')))).toBe('0.00');
  expect(baseText(resultOf(after(purchase('3', '100')), sale('1', '33.34')))).toBe('0.01');
  expect(baseText(resultOf(after(purchase('0.4', '20000')), sale('0.1', '4200')))).toBe('-800.00');
});

test('the result of coins without a price is unknown, not zero', () => {
  expect(resultOf(nothingHeld, sale('1', '100'))).toBeNull();
  expect(resultOf(after(purchase('1', '90')), sale('1', null))).toBeNull();
  expect(averageOf(nothingHeld)).toBeNull();
  expect(averageAfter(purchase('1', '90'), purchase('1', null))).toBe('90');
});

test('a cancelled purchase leaves the average, and the coins of a reversed sale have no cost', () => {
  expect(averageAfter(purchase('1', '100'), purchase('1', '300'), purchase('-1', '-300'))).toBe('100');
  expect(averageAfter(purchase('1', '100'), purchase('1', '300'), purchase('0', '-300'))).toBe('50');
  expect(averageAfter(purchase('2', '100'), { move: 'corrected', coins: amountOf('booked', '-1') })).toBe('100');
});

test('more coins may be sold than were bought, and the next purchase starts a new average', () => {
  const shortHolding = after(purchase('1', '100'), sold('3'));
  expect(shortHolding.coins.toFixed()).toBe('-2');
  expect(averageOf(shortHolding)?.toFixed()).toBe('100');
  expect(averageOf(moveHolding(shortHolding, purchase('4', '600')))?.toFixed()).toBe('150');
});

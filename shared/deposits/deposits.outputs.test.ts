import { expect, test } from 'vitest';
import { decimal } from '#shared/kernel/money.ts';
import { settingsDefaults } from '#shared/settings/settings.defaults.ts';
import { leavesOutput } from './deposits.outputs.ts';

const agreed = (amount: string, tag: string | null = null) => ({
  amount: decimal(amount),
  valueUsd: decimal(amount).times('100'),
  tag,
});
const paid = (...amounts: string[]) => amounts.map((amount) => ({ amount: decimal(amount), toTag: null }));
const leaves = (sale: string, others: string[], outputs: string[]) =>
  leavesOutput(
    agreed(sale),
    others.map((amount) => agreed(amount)),
    paid(...outputs),
    settingsDefaults.deposits,
  );

test('two customers of one exchange share a transaction that pays both', () => {
  expect(leaves('0.7', ['0.5'], ['0.5', '0.7'])).toBe(true);
  expect(leaves('0.5', ['0.5'], ['0.5', '0.5'])).toBe(true);
});

test('a copied hash finds no output of its own', () => {
  expect(leaves('0.5', ['0.5'], ['0.5'])).toBe(false);
  expect(leaves('0.5', ['0.5', '0.5'], ['0.5', '0.5'])).toBe(false);
  expect(leaves('0.7', ['0.5'], ['0.5', '0.6'])).toBe(false);
  expect(leaves('0.5', [], [])).toBe(false);
});

test('what a customer sent too much, too little or in two parts is not left for somebody who copies the hash', () => {
  expect(leaves('0.6', ['0.5'], ['0.6'])).toBe(false);
  expect(leaves('0.4', ['0.5'], ['0.4'])).toBe(false);
  expect(leaves('0.3', ['0.5'], ['0.2', '0.3'])).toBe(false);
  expect(leaves('0.2', ['0.5'], ['0.2', '0.3'])).toBe(false);
});

test('an output with the tag of another customer pays nobody else', () => {
  const outputs = [
    { amount: decimal('5'), toTag: '1' },
    { amount: decimal('5'), toTag: '2' },
  ];
  const { deposits } = settingsDefaults;
  expect(leavesOutput(agreed('5', '2'), [agreed('5', '1')], outputs, deposits)).toBe(true);
  expect(leavesOutput(agreed('5', '3'), [agreed('5', '1')], outputs, deposits)).toBe(false);
});

import { expect, test } from 'vitest';
import { decimal } from '#shared/kernel/money.ts';
import { settingsDefaults } from '#shared/settings/settings.defaults.ts';
import { planDemo } from './demo.plan.ts';
import { isVerified } from './demo.profiles.ts';

const now = new Date('2026-03-12T14:00:00Z');
const orders = planDemo(now);

test('the demonstration shows ninety days of orders that add up', () => {
  expect(orders.length).toBeGreaterThan(150);
  const days = (now.getTime() - (orders[0]?.createdAt.getTime() ?? 0)) / 86_400_000;
  expect(days).toBeGreaterThan(88);
  for (const { orderAmounts } of orders) {
    const { grossAmount, feeAmount, payoutAmount } = orderAmounts;
    expect(decimal(grossAmount).minus(decimal(feeAmount))).toEqual(decimal(payoutAmount));
    expect(decimal(payoutAmount).gt(decimal('0'))).toBe(true);
  }
});

test('the demonstration leaves the administrator something to do, and nothing from the future', () => {
  const statuses = new Set(orders.map(({ status }) => status));
  expect([...statuses].toSorted()).toEqual(['completed', 'failed', 'pending', 'processing', 'rejected']);
  expect(orders.filter(({ createdAt, decidedAt }) => createdAt > now || (decidedAt && decidedAt > now))).toEqual([]);
});

test('no customer of the demonstration sells beyond the limit without a checked identity', () => {
  const { kycUsd, kycDays } = settingsDefaults.limits;
  for (const { profile, createdAt } of orders.filter((order) => !isVerified(order.profile))) {
    const since = createdAt.getTime() - kycDays * 86_400_000;
    const own = orders.filter((order) => order.profile === profile);
    const window = own.filter((order) => order.createdAt <= createdAt && order.createdAt.getTime() >= since);
    const sum = window.reduce((total, { orderAmounts }) => total.plus(decimal(orderAmounts.valueUsd)), decimal('0'));
    expect(sum.lte(decimal(String(kycUsd)))).toBe(true);
  }
});

test('the demonstration is the same wherever it is shown', () => {
  expect(planDemo(now)).toEqual(orders);
});

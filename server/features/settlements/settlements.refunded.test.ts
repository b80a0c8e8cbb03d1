import { expect, test } from 'vitest';
import { unnamedAmount } from '#shared/kernel/money.ts';
import { withoutRefunded } from './settlements.refunded.service.ts';

const at = (minutes: number) => new Date(Date.UTC(2026, 10, 28, 10, minutes));
const seen = (amount: string, minutes: number) => ({ amount: unnamedAmount('coin', amount), firstSeenAt: at(minutes) });
const left = (...[transfers, refunded]: Parameters<typeof withoutRefunded>) =>
  withoutRefunded(transfers, refunded).map(({ amount }) => amount.toFixed());

test('coins sent back above the cap pay for nothing, and only later ones count', () => {
  const refunded = [{ at: at(10), amount: unnamedAmount('coin', '0.0015') }];
  expect(left([seen('0.0125', 0), seen('0.00002', 20)], refunded)).toEqual(['0.011', '0.00002']);
});

test('a refund uses the newest transfers that had arrived before it', () => {
  const transfers = [seen('1', 0), seen('0.5', 5), seen('0.3', 30)];
  expect(left(transfers, [{ at: at(10), amount: unnamedAmount('coin', '0.7') }])).toEqual(['0.8', '0.3']);
  expect(left(transfers, [])).toEqual(['1', '0.5', '0.3']);
});

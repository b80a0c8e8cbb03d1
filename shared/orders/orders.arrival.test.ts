import { expect, test } from 'vitest';
import { arrivesBy } from './orders.arrival.ts';
import type { OrderStatus } from './orders.lifecycle.ts';

const promised = { checkHours: 1, payoutHours: 24 };
const at = '2026-03-01T12:00:00.000Z';

test.each<[OrderStatus, boolean, string | undefined]>([
  ['pending', false, '2026-03-02T13:00:00.000Z'],
  ['pending', true, undefined],
  ['processing', false, '2026-03-02T12:00:00.000Z'],
  ['completed', false, '2026-03-02T12:00:00.000Z'],
  ['rejected', false, undefined],
  ['failed', true, undefined],
])('a customer whose order is %s (proof missing: %s) is promised the money by %s', (status, awaitingProof, by) => {
  expect(arrivesBy({ status, awaitingProof, updatedAt: at }, promised)?.toISOString()).toBe(by);
});

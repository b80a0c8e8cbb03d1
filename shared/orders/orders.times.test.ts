import { expect, test } from 'vitest';
import { settingsDefaults } from '#shared/settings/settings.defaults.ts';
import type { OrderStatus } from './orders.lifecycle.ts';
import type { OrderStage } from './orders.stages.ts';
import {
  answeredBy,
  arrivesBy,
  askedAgainFrom,
  checkedBy,
  minutesToConfirm,
  payoutCountryOf,
  promisedBy,
  refundSentBy,
} from './orders.times.ts';

const promisedHours = { checkHours: 1, payoutHours: 24, refundHours: 12, questionHours: 48 };
// A Wednesday.
const at = '2026-03-11T12:00:00.000Z';

test.each<[OrderStatus, boolean, string | undefined]>([
  ['pending', false, '2026-03-12T13:00:00.000Z'],
  ['pending', true, undefined],
  ['processing', false, '2026-03-12T12:00:00.000Z'],
  ['completed', false, '2026-03-12T12:00:00.000Z'],
  ['rejected', false, undefined],
  ['failed', true, undefined],
])('a customer whose order is %s (proof missing: %s) is promised the money by %s', (status, awaitingProof, dueText) => {
  expect(arrivesBy({ status, awaitingProof, updatedAt: at }, undefined, promisedHours)?.at.toISOString()).toBe(dueText);
});

test('a customer who is paid by a bank is promised the money by the end of a bank day', () => {
  const order = { status: 'processing', awaitingProof: false, updatedAt: '2026-03-13T12:00:00.000Z' } as const;
  const monday = { at: new Date('2026-03-16T16:00:00.000Z'), overWeekend: true };
  expect(arrivesBy(order, 'NG', promisedHours)).toEqual(monday);
});

test.each<[OrderStatus, OrderStage]>([
  ['pending', 'confirming'],
  ['pending', 'short'],
  ['pending', 'question'],
  ['processing', 'on_hold'],
  ['completed', 'returned'],
  ['completed', 'details_needed'],
  ['completed', 'reversed'],
])('no time is promised for an order that is %s and %s', (status, stage) => {
  expect(arrivesBy({ status, stage, awaitingProof: false, updatedAt: at }, 'NG', promisedHours)).toBeUndefined();
});

test('a customer is promised no time without hours of the operator', () => {
  const { limits } = settingsDefaults;
  const order = { status: 'processing', awaitingProof: false, updatedAt: at } as const;
  const dueAfter = (hours: string) =>
    arrivesBy(order, 'NG', promisedBy({ limits, support: { ...settingsDefaults.support, hours } }));
  expect(dueAfter('')).toBeUndefined();
  expect(dueAfter('Mon-Fri 09:00-18:00')?.at).toBeInstanceOf(Date);
});

test('a customer whose coins arrived at an own address is promised a payout without a proof', () => {
  const order = { status: 'pending', stage: 'confirmed', awaitingProof: true, updatedAt: at } as const;
  expect(arrivesBy(order, undefined, promisedHours)?.at.toISOString()).toBe('2026-03-12T13:00:00.000Z');
});

test('a customer is promised a check, a refund and an answer by their own settings', () => {
  expect(checkedBy(at, promisedHours).toISOString()).toBe('2026-03-11T13:00:00.000Z');
  expect(refundSentBy(at, promisedHours).toISOString()).toBe('2026-03-12T00:00:00.000Z');
  expect(answeredBy(at, promisedHours).toISOString()).toBe('2026-03-13T12:00:00.000Z');
});

test('the minutes of confirmations follow from the blocks of the chain', () => {
  expect([minutesToConfirm('bitcoin', 3), minutesToConfirm('litecoin', 6), minutesToConfirm('xrpl', 1)]).toEqual([
    30, 15, 1,
  ]);
});

test.each([
  ['the country of the account', { payoutCurrency: 'EUR', paymentDetails: { country: 'PT' } }, 'PT'],
  ['that of its IBAN', { payoutCurrency: 'EUR', paymentDetails: { iban: 'DE89370400440532013000' } }, 'DE'],
  [
    'also where the IBAN is the number',
    { payoutCurrency: 'EUR', paymentDetails: { accountNumber: 'FR7630006000' } },
    'FR',
  ],
  ['else that of the currency', { payoutCurrency: 'NGN', paymentDetails: { accountNumber: '0123456789' } }, 'NG'],
  ['the euro’s', { payoutCurrency: 'EUR', paymentDetails: null }, 'EU'],
  ['none without a bank', { payoutCurrency: 'EUR', paymentDetails: { method: 'paypal' } }, undefined],
])('bank days of a payout are of one country: %s', (_name, order, country) => {
  expect(payoutCountryOf(order)).toBe(country);
});

test.each([
  [1, '2026-03-12T00:00:00.000Z'],
  [48, '2026-03-13T12:00:00.000Z'],
])('a customer with %i hours for an answer is asked again no sooner than at %s', (questionHours, from) => {
  expect(askedAgainFrom(at, { questionHours }).toISOString()).toBe(from);
});

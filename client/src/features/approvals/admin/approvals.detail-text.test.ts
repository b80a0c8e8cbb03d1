import { expect, test } from 'vitest';
import { detailText } from './approvals.detail-text.ts';

const textOf = (key: string, value: string | number | boolean | null) =>
  detailText({ currency: 'NGN' }, key, value, (name) => `<${name}>`);

test('an approver reads huge amounts with their currency and every digit', () => {
  expect(textOf('payout', '99999999999.99999999')).toBe('₦99,999,999,999.99999999\u00a0NGN');
  expect(textOf('valueUsd', '99999999999.99')).toBe('$99,999,999,999.99\u00a0USD');
  expect(textOf('payoutOverUsd', 99_999_999_999)).toBe('$99,999,999,999.00\u00a0USD');
  expect(textOf('rate', '99999999999.99999999')).toBe('99,999,999,999.99999999');
  expect(textOf('percent', '6408202401.18')).toBe('6,408,202,401.18%');
  expect(textOf('rateOverPercent', 7.5)).toBe('7.5%');
});

test('an approver reads words for flags, rules that are off, verdicts and sections of the settings', () => {
  expect(textOf('isActive', true)).toBe('<approvals:yes>');
  expect(textOf('payoutOverUsd', null)).toBe('<approvals:off>');
  expect(textOf('verdict', 'red')).toBe('<approvals:verdict.red>');
  expect(textOf('sections', 'fees, brand')).toBe('<settings.admin:fees.title>, <settings.admin:brand.title>');
});

test('an account number, an address and an id stay as they were typed', () => {
  expect(textOf('receivingAccount', '0123884439')).toBe('0123884439');
  expect(textOf('adminTransactionId', '20261122000017')).toBe('20261122000017');
  expect(textOf('memo', '104857')).toBe('104857');
});

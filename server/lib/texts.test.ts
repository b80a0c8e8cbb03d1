import { expect, test } from 'vitest';
import { reasonWith } from '#shared/kernel/reason.ts';
import { reasonText } from './texts.ts';

test('a caller reads the exact English sentence of a reason with its values', () => {
  expect(reasonText('en', { reason: 'payment_proof_required' })).toBe('Payment proof required');
  const malformed = reasonWith('deposit_address_malformed', { coin: 'BTC' });
  expect(reasonText('en', malformed)).toBe('The address format appears to be invalid for BTC.');
  const tooLong = reasonWith('text_too_long', { max: '$& {{max}}' });
  expect(reasonText('en', tooLong)).toBe('Please use at most $& {{max}} characters');
});

test('a count selects singular or plural', () => {
  expect([1, 2].map((count) => reasonText('en', reasonWith('orders_open', { count })))).toEqual([
    'This user has 1 open transaction. Please decide it first.',
    'This user has 2 open transactions. Please decide them first.',
  ]);
});

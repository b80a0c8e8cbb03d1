import { expect, test } from 'vitest';
import { createIdempotencyKeys } from './idempotency-keys.ts';

const proof = (bytes: string, lastModified = 1) => new File([bytes], 'proof.png', { lastModified });

test('a customer who sends the same again has the key of the attempt before', () => {
  const { keyOf } = createIdempotencyKeys();
  const key = keyOf({ amount: '0.05', proof: proof('abc') });
  expect(keyOf({ amount: '0.05', proof: proof('abc') })).toBe(key);
});

test('a customer who changes the terms or the file makes a new attempt', () => {
  const { keyOf } = createIdempotencyKeys();
  const attempts = [
    { amount: '0.05', proof: proof('abc') },
    { amount: '0.06', proof: proof('abc') },
    { amount: '0.06', proof: proof('abcd') },
    { amount: '0.06', proof: proof('abcd', 2) },
  ];
  expect(new Set(attempts.map((attempt) => keyOf(attempt))).size).toBe(attempts.length);
});

test('an administrator who decides about another order in between still retries the first under its key', () => {
  const { keyOf } = createIdempotencyKeys();
  const key = keyOf({ status: 'completed' }, 'order a');
  expect(keyOf({ status: 'completed' }, 'order b')).not.toBe(key);
  expect(keyOf({ status: 'completed' }, 'order a')).toBe(key);
});

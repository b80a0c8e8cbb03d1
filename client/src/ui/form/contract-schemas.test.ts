import { expect, test } from 'vitest';
import { z } from 'zod';
import { secondFactorCode } from '#shared/auth/auth.proof.ts';
import { positiveAmount } from '#shared/kernel/amount.ts';
import { emptyAsAbsent, typedAmount, withMessage } from './contract-schemas.ts';

const messageFor = (schema: z.ZodType, typed: unknown) => schema.safeParse(typed).error?.issues[0]?.message;

test('an amount typed with the separators of the language is sent as plain text', () => {
  const amount = positiveAmount('amount_too_small', 'amount_invalid');
  expect(typedAmount(amount, 'en').parse('1,250.50')).toBe('1250.50');
  expect(typedAmount(amount, 'de').parse('1.250,50')).toBe('1250.50');
});

test('an amount that is none is refused with the message of the contract, an empty one with its own', () => {
  const amount = typedAmount(positiveAmount('amount_too_small', 'amount_invalid'), 'en');
  expect(['abc', '0', '-1', '0.000000001', '', ' '].map((typed) => messageFor(amount, typed))).toEqual([
    'amount_too_small',
    'amount_too_small',
    'amount_too_small',
    'amount_too_small',
    'amount_invalid',
    'amount_invalid',
  ]);
});

test('a code that nobody asked for is not sent', () => {
  const code = emptyAsAbsent(secondFactorCode.optional());
  expect([code.parse(''), code.parse(undefined), code.parse('123 456')]).toEqual([undefined, undefined, '123456']);
  expect(code.safeParse('12').success).toBe(false);
});

test('a screen has its own reason and the contract decides what is wrong', () => {
  const name = withMessage(z.string().trim().min(1), (typed) => (typed === '' ? 'field_required' : 'name_required'));
  expect([name.parse(' Ada '), messageFor(name, ''), messageFor(name, '  ')]).toEqual([
    'Ada',
    'field_required',
    'name_required',
  ]);
});

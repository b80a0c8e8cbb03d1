import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { secondFactorCode } from '#shared/auth/auth.proof.ts';
import { positiveAmount } from '#shared/kernel/amount.ts';
import { EmailAddress } from './data/EmailAddress.tsx';
import { matchOptions, type ComboboxOption } from './form/combobox/combobox-options.ts';
import { emptyAsAbsent, typedAmount, withMessage } from './form/contract-schemas.ts';

test.each([
  ['ada.okafor@mail.example.test', 'ada.okafor@<wbr/>mail.example.test'],
  ['oluwaseun.adebayo-ogunleye@mail.test', 'oluwaseun.<wbr/>adebayo-ogunleye@<wbr/>mail.test'],
])('the email address %s breaks after its @, and after a dot only if a half is long', (email, broken) => {
  const html = renderToStaticMarkup(createElement(EmailAddress, { email }));
  expect(html.replace(/<\/?bdi[^>]*>/g, '')).toBe(broken);
});

const messageFor = (schema: z.ZodType, value: unknown) => schema.safeParse(value).error?.issues[0]?.message;

test('an amount typed with the separators of the language is sent as plain text', () => {
  const amount = positiveAmount('amount_too_small', 'amount_invalid');
  expect(typedAmount(amount, 'en').parse('1,250.50')).toBe('1250.50');
  expect(typedAmount(amount, 'de').parse('1.250,50')).toBe('1250.50');
});

test('an invalid amount has the message of the contract, and an empty one its own', () => {
  const amount = typedAmount(positiveAmount('amount_too_small', 'amount_invalid'), 'en');
  for (const amountText of ['abc', '0', '-1', '0.000000001'])
    expect(messageFor(amount, amountText)).toBe('amount_too_small');
  for (const emptyText of ['', ' ']) expect(messageFor(amount, emptyText)).toBe('amount_invalid');
});

test('a code that was not asked for is not sent', () => {
  const code = emptyAsAbsent(secondFactorCode.optional());
  expect([code.parse(''), code.parse(undefined), code.parse('123 456')]).toEqual([undefined, undefined, '123456']);
  expect(code.safeParse('12').success).toBe(false);
});

test('a screen shows its own reason for a field that the contract refuses', () => {
  const name = withMessage(z.string().trim().min(1), (text) => (text === '' ? 'field_required' : 'name_required'));
  const messages = [name.parse(' Ada '), messageFor(name, ''), messageFor(name, '  ')];
  expect(messages).toEqual(['Ada', 'field_required', 'name_required']);
});

const options: ComboboxOption[] = [
  { value: 'USD', text: 'US Dollar', keywords: 'United States $' },
  { value: 'XOF', text: 'West African CFA Franc', keywords: "Côte d'Ivoire Senegal" },
  { value: 'NGN', text: 'Nigerian Naira', keywords: 'Nigeria ₦' },
  { value: 'AOA', text: 'Angolan Kwanza', keywords: 'Angola' },
];

test.each([
  ['who searches nothing sees everything in its own order', '  ', ['USD', 'XOF', 'NGN', 'AOA']],
  ['finds a currency by its code', 'ngn', ['NGN']],
  ['finds a currency by its country', 'nigeria', ['NGN']],
  ['finds a currency by its symbol', '₦', ['NGN']],
  ['finds a currency without accents', 'cote', ['XOF']],
  ['sees the beginning of a name before the middle of another', 'an', ['AOA', 'XOF', 'NGN']],
  ['who searches what does not exist is shown nothing', 'zzz', []],
])('a customer %s', (_sentence, search, codes) => {
  expect(matchOptions(options, search).map(({ value }) => value)).toEqual(codes);
});

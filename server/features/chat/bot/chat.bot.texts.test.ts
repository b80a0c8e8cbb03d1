import { describe, expect, test } from 'vitest';
import { textsIn } from '#server/lib/texts.ts';
import { languages } from '#shared/reference/languages.ts';
import { settingsDefaults } from '#shared/settings/settings.defaults.ts';
import { currencyRule } from '#shared/settings/settings.offer.ts';
import { textOf, type Answer } from './chat.bot.service.ts';

/** Keys of texts that are part of other answers, or replace them. */
const parts = 'statuses tierBase tierOver order noOrder agentKnown limitLeft limitNone bankTransfer'.split(' ');
const answers = Object.keys(textsIn('en', 'chat.bot')).filter((name) => !parts.includes(name)) as Answer[];
const order = { reference: 'LF-7K3M-Q2', status: 'processing' } as const;

test('a visitor reads about M-Pesa only where it is offered', () => {
  const answerOf = (offer: object) =>
    textOf('payment', {
      language: 'en',
      email: null,
      order: undefined,
      settings: { ...settingsDefaults, offer: { ...settingsDefaults.offer, ...offer } },
    });
  expect(answerOf({})).toBe('We pay out by bank transfer, PayPal, or Wise.');
  const kenya = { KES: currencyRule.parse({ methods: ['ke-mpesa', 'bank'] }) };
  expect(answerOf({ currencies: kenya })).toBe('We pay out by bank transfer, PayPal, Wise, or M-Pesa.');
  expect(answerOf({ currencies: kenya, others: false })).toBe('We pay out by M-Pesa or bank transfer.');
  const off = { KES: { ...kenya.KES, isOn: false } };
  expect(answerOf({ currencies: off })).not.toContain('M-Pesa');
});

describe.each(languages)('in $name', ({ code: language }) => {
  const around = { language, settings: settingsDefaults, email: null };

  test('a customer reads a whole sentence on every topic, with every value filled in', () => {
    expect(answers.length).toBeGreaterThan(15);
    for (const answer of answers) {
      for (const newest of [undefined, null, order]) {
        const text = textOf(answer, { ...around, order: newest });
        expect(text).not.toMatch(/[{}]|undefined|NaN/);
        expect(text.length).toBeGreaterThan(5);
      }
    }
  });

  test('a customer reads the administrator’s fees and limit, and their newest order', () => {
    const textIn = (answer: Answer) => textOf(answer, { ...around, order });
    expect(textIn('fees')).toMatch(/5.*5[.,\s\u00a0]?000.*10[.,\s\u00a0]?000/s);
    expect(textIn('kyc')).toContain('USD');
    expect(textIn('status')).toContain('LF-7K3M-Q2');
  });
});

import { describe, expect, test } from 'vitest';
import { languages } from '#shared/reference/languages.ts';
import { settingsDefaults } from '#shared/settings/settings.defaults.ts';
import { textOf, type Answer } from './chat.bot.service.ts';

const answers = [
  'sell',
  'fees',
  'minimum',
  'limit',
  'kyc',
  'status',
  'payment',
  'time',
  'hello',
  'agent',
  'default',
  'safety',
  'team',
  'unknown',
  'connected',
  'received',
] as const satisfies readonly Answer[];
const order = { reference: 'LF-7K3M-Q2', status: 'processing' } as const;

describe.each(languages)('in $name', ({ code: language }) => {
  test.each(answers)('a customer reads a whole sentence about "%s", with every value in its place', (answer) => {
    for (const newest of [undefined, null, order]) {
      const text = textOf(answer, { language, settings: settingsDefaults, order: newest, email: null });
      expect(text).not.toMatch(/[{}]|undefined|NaN/);
      expect(text.length).toBeGreaterThan(5);
    }
  });

  test('a customer reads the fees, the limit and the newest order as the administrator has them', () => {
    const textIn = (answer: Answer) => textOf(answer, { language, settings: settingsDefaults, order, email: null });
    expect(textIn('fees')).toMatch(/5.*5[.,\s\u00a0]?000.*10[.,\s\u00a0]?000/s);
    expect(textIn('kyc')).toContain('USD');
    expect(textIn('status')).toContain('LF-7K3M-Q2');
  });
});

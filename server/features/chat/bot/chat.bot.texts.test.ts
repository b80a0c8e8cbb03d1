import { describe, expect, test } from 'vitest';
import { textsIn } from '#server/lib/texts.ts';
import { languages } from '#shared/reference/languages.ts';
import { settingsDefaults } from '#shared/settings/settings.defaults.ts';
import { textOf, type Answer } from './chat.bot.service.ts';

/** What stands inside of other answers, or in their place. */
const parts = 'statuses tierBase tierOver order noOrder agentKnown limitLeft limitNone'.split(' ');
const answers = Object.keys(textsIn('en', 'chat.bot')).filter((name) => !parts.includes(name)) as Answer[];
const order = { reference: 'LF-7K3M-Q2', status: 'processing' } as const;

describe.each(languages)('in $name', ({ code: language }) => {
  const around = { language, settings: settingsDefaults, email: null };

  test('a customer reads a whole sentence about everything, with every value in its place', () => {
    expect(answers.length).toBeGreaterThan(15);
    for (const answer of answers) {
      for (const newest of [undefined, null, order]) {
        const text = textOf(answer, { ...around, order: newest });
        expect(text).not.toMatch(/[{}]|undefined|NaN/);
        expect(text.length).toBeGreaterThan(5);
      }
    }
  });

  test('a customer reads the fees, the limit and the newest order as the administrator has them', () => {
    const textIn = (answer: Answer) => textOf(answer, { ...around, order });
    expect(textIn('fees')).toMatch(/5.*5[.,\s\u00a0]?000.*10[.,\s\u00a0]?000/s);
    expect(textIn('kyc')).toContain('USD');
    expect(textIn('status')).toContain('LF-7K3M-Q2');
  });
});

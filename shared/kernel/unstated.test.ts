import { expect, test } from 'vitest';
import { languages } from '#shared/reference/languages.ts';
import { omitUnstated, unstated } from './unstated.ts';

test('a customer reads no sentence without the operator’s data', () => {
  expect(omitUnstated(`A person checks. It takes ${unstated}, and we write. Fee: 1.5 %.`)).toBe(
    'A person checks. Fee: 1.5 %.',
  );
  expect(omitUnstated(`審査：${unstated}。結果はメールで。`)).toBe('結果はメールで。');
  expect(omitUnstated('Nothing is left out.')).toBe('Nothing is left out.');
  expect(omitUnstated(`Instant answers. Agents reply in ${unstated}`)).toBe('Instant answers.');
});

const promising = ['agent', 'agentKnown', 'kyc', 'order', 'time'] as const;

test.each(languages.map(({ code }) => code))(
  'the bot of an operator who promised nothing still answers: %s',
  async (language) => {
    const { default: texts } = (await import(`../locales/${language}/chat.bot.json`)) as {
      default: Record<string, string>;
    };
    const times = /\{\{(check|payout|kyc|agentReply|hours)\}\}/g;
    for (const name of promising) {
      const statedText = omitUnstated((texts[name] ?? '').replace(times, unstated));
      expect([name, statedText.length > 10, statedText.includes('{{email}}')]).toEqual([
        name,
        true,
        name === 'agentKnown',
      ]);
    }
  },
);

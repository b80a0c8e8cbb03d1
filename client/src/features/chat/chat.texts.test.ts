import i18next from 'i18next';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { currentLanguage, loadTexts, switchLanguage } from '#client/lib/i18n/i18n.ts';
import { topicOf } from '#shared/chat/chat.topics.ts';
import { languages } from '#shared/reference/languages.ts';
import { settingsDefaults } from '#shared/settings/settings.defaults.ts';
import { readyReplies } from './admin/chat.ready-replies.ts';

type Texts = { quick: Record<string, string> };
const catalogues = import.meta.glob<Texts>('../../../../shared/locales/*/chat.json', {
  eager: true,
  import: 'default',
});

test.each(languages)('the bot understands every question it proposes in $name', ({ code }) => {
  const { quick = {} } = catalogues[`../../../../shared/locales/${code}/chat.json`] ?? {};
  const questions = Object.entries(quick).filter(([topic]) => topic !== 'label');
  expect(questions).toHaveLength(6);
  expect(questions.map(([, question]) => topicOf(question, code))).toEqual(questions.map(([topic]) => topic));
});

test.each(['Are there AGENTS?', 'I want humans', 'Can I speak to someone about my fees'])(
  'a customer who asks for an agent in any form gets one: %s',
  (text) => expect(topicOf(text, 'en')).toBe('agent'),
);

const namespaces = ['chat', 'common', 'chat.admin'] as const;
const settings = { ...settingsDefaults, limits: { ...settingsDefaults.limits, kycUsd: 1000 } };

const textsIn = (language: string, ownText?: string) =>
  readyReplies(language, {
    settings: settings as unknown as Parameters<typeof readyReplies>[1]['settings'],
    translate: i18next.getFixedT(language, namespaces),
    wordingOf: (_key, builtIn) => ownText ?? builtIn,
  });

beforeAll(async () => {
  await loadTexts(...namespaces);
  for (const { code } of languages) await switchLanguage(code, namespaces);
  await switchLanguage('en');
});
afterAll(() => switchLanguage('en'));

test('an agent with an English page offers a customer sentences and amounts in their language', () => {
  expect(textsIn('de').limit).toMatch(/1\.000,00/);
  expect(textsIn('en').limit).toMatch(/^Up to \$1,000\.00/);
  // An amount keeps its own direction.
  expect(textsIn('ar').limit).toMatch(/\u2068\$1,000\.00/);
  expect(currentLanguage()).toBe('en');
});

test.each(languages)('every common answer exists in $name', ({ code }) => {
  const texts = Object.values(textsIn(code));
  expect(texts).toHaveLength(6);
  for (const text of texts) expect(text).not.toMatch(/canned\.|\{\{/);
});

test('the operator’s own wording replaces the built-in one', () => {
  expect(textsIn('es', 'Propio').fees).toBe('Propio');
});

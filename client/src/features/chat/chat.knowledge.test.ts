import type { TFunction } from 'i18next';
import { expect, it } from 'vitest';
import { languages } from '#shared/reference/languages.ts';
import { topicOf } from './chat.knowledge.ts';

type Texts = { quick: Record<string, string>; words: Record<string, string> };
const catalogues = import.meta.glob<Texts>('../../locales/*/chat.json', { eager: true, import: 'default' });

it.each(languages)('the bot understands every question it proposes in $name', ({ code }) => {
  const { quick = {}, words = {} } = catalogues[`../../locales/${code}/chat.json`] ?? {};
  const t = ((key: string) => words[key.replace('chat:words.', '')] ?? '') as TFunction<['chat', 'common']>;
  const questions = Object.entries(quick).filter(([topic]) => topic !== 'label');
  expect(questions).toHaveLength(6);
  expect(questions.map(([, question]) => topicOf(question, t))).toEqual(questions.map(([topic]) => topic));
});

it.each(['Are there AGENTS?', 'I want humans', 'Can I speak to someone about my fees'])(
  'whoever asks for a person gets one, in whatever form: %s',
  (text) => expect(topicOf(text, (() => '') as unknown as TFunction<['chat', 'common']>)).toBe('agent'),
);

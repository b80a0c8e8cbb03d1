import { expect, it } from 'vitest';
import { topicOf } from '#shared/chat/chat.topics.ts';
import { languages } from '#shared/reference/languages.ts';

type Texts = { quick: Record<string, string> };
const catalogues = import.meta.glob<Texts>('../../../../shared/locales/*/chat.json', {
  eager: true,
  import: 'default',
});

it.each(languages)('the bot understands every question it proposes in $name', ({ code }) => {
  const { quick = {} } = catalogues[`../../../../shared/locales/${code}/chat.json`] ?? {};
  const questions = Object.entries(quick).filter(([topic]) => topic !== 'label');
  expect(questions).toHaveLength(6);
  expect(questions.map(([, question]) => topicOf(question, code))).toEqual(questions.map(([topic]) => topic));
});

it.each(['Are there AGENTS?', 'I want humans', 'Can I speak to someone about my fees'])(
  'a customer who asks for an agent gets one, in whatever form: %s',
  (text) => expect(topicOf(text, 'en')).toBe('agent'),
);

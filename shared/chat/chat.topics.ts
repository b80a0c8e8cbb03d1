import type { LanguageCode } from '#shared/reference/languages.ts';
import keywordTable from '#shared/reference/question-keywords.json' with { type: 'json' };
import { needsAgent } from './chat.escalation.ts';

/** The topics that the bot has answers for. */
type KnownTopic =
  | 'sell'
  | 'fees'
  | 'minimum'
  | 'limit'
  | 'kyc'
  | 'status'
  | 'payment'
  | 'time'
  | 'safety'
  | 'hello'
  | 'agent';

/** Word parts that identify a question by language, beside the English expressions; in lower case. */
const keywords: Record<LanguageCode, Record<KnownTopic, readonly string[]>> = keywordTable;

/** Topic of a message: `escalation` calls for an agent even beside other topics, `default` is anything unknown. */
export type Topic = KnownTopic | 'escalation' | 'default';

/** English is understood in every language; the first that fits counts. */
const expressions: readonly [KnownTopic, RegExp][] = [
  ['agent', /agent|human|speak to someone/i],
  ['safety', /deposit address|wallet address|seed phrase|\bsafe\b/i],
  ['fees', /\bfees?\b|\bcosts?\b|commission|charge/i],
  ['minimum', /\bminimum|\bsmallest\b|\bat least\b/i],
  ['limit', /\blimits?\b|\bmaximum|how much can i/i],
  ['kyc', /\bkyc\b|verif|identity|passport|\bid\b/i],
  ['status', /status|where is|track|my (order|transaction|sale|payout)/i],
  ['payment', /payment|pay ?out|paypal|wise|bank|receive/i],
  ['time', /how long|when|\btimes?\b|fast|process/i],
  ['sell', /\bsell\b|\bsale\b|crypto|bitcoin|\bbtc\b|usdt|ethereum/i],
  ['hello', /^\s*(hi|hello|hey|good (morning|day|evening))\b/i],
];

/**
 * The topic of a message, by English expressions and by the keywords of the language its writer reads the product in.
 */
export function topicOf(message: string, language: LanguageCode): Topic {
  if (needsAgent(message)) return 'escalation';
  const text = message.toLowerCase();
  const isAbout = ([topic, expression]: (typeof expressions)[number]) =>
    expression.test(message) || keywords[language][topic].some((part) => text.includes(part));
  return expressions.find(isAbout)?.[0] ?? 'default';
}

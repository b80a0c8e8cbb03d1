import type { TFunction } from 'i18next';
import type { PublicSettings } from '#shared/settings/settings.contract.ts';
import { newestOrder } from './chat.queries.ts';
import { settingsValues } from './chat.settings-values.ts';

// What the bot and the assistant know. Every figure comes from the desk's settings, so that no answer can be out of date.

export type Topic = 'sell' | 'fees' | 'kyc' | 'status' | 'payment' | 'time' | 'safety' | 'hello' | 'agent' | 'default';

/** What a question is about, by its words; the first that fits. */
const topics: readonly [Exclude<Topic, 'default'>, RegExp][] = [
  ['agent', /agent|human|speak to someone/i],
  ['safety', /\bscam|\bfraud|deposit address|wallet address|seed phrase|\bsafe\b/i],
  ['fees', /\bfees?\b|\bcosts?\b|commission|charge/i],
  ['kyc', /\bkyc\b|verif|identity|passport|\bid\b/i],
  ['status', /status|where is|track|my (order|transaction|sale|payout)/i],
  ['payment', /payment|pay ?out|paypal|wise|bank|receive/i],
  ['time', /how long|when|\btimes?\b|fast|process/i],
  ['sell', /\bsell\b|\bsale\b|crypto|bitcoin|\bbtc\b|usdt|ethereum/i],
  ['hello', /^\s*(hi|hello|hey|good (morning|day|evening))\b/i],
];

interface Asking {
  t: TFunction<['chat', 'common']>;
  settings: PublicSettings;
  signedIn: boolean;
}

/** The topic of what somebody wrote, by English words and by those of the person's language. */
export function topicOf(text: string, t: Asking['t']): Topic {
  const input = text.toLocaleLowerCase();
  const knows = (topic: Exclude<Topic, 'default'>) =>
    t(`chat:words.${topic}`)
      .split(',')
      .some((word) => word.trim() !== '' && input.includes(word.trim()));
  return topics.find(([topic, pattern]) => pattern.test(text) || knows(topic))?.[0] ?? 'default';
}

/** Whether the assistant asks for the team: somebody wants a person, or it does not know. */
export function needsTeam(topic: Topic, text: string): boolean {
  return topic === 'agent' || topic === 'default' || /\bsupport\b/i.test(text);
}

/** The answer in the figures that hold now, and for a signed-in customer with their newest order. */
export async function answerTo(topic: Topic, { t, settings, signedIn }: Asking): Promise<string> {
  if (topic === 'status' && signedIn) {
    const order = await newestOrder();
    if (!order) return t('chat:answer.noOrder');
    return t('chat:answer.order', {
      reference: order.reference,
      status: t(`chat:status.${order.status}`),
      payout: settings.times.payout,
    });
  }
  return t(`chat:answer.${topic}`, settingsValues(settings, t));
}

import type { TFunction } from 'i18next';
import type { PublicSettings } from '#shared/settings/settings.contract.ts';
import { formatMoneyText, formatPercent } from '#client/lib/format.ts';
import { newestOrder } from './chat.api.ts';

type Topic = 'sell' | 'fees' | 'kyc' | 'status' | 'payment' | 'time' | 'hello' | 'agent' | 'default';

/** What a question is about, by its words; the first that fits. */
const topics: readonly [Topic, RegExp][] = [
  ['agent', /\bagent\b|\bhuman\b|speak to someone/i],
  ['fees', /\bfees?\b|\bcosts?\b|commission|charge/i],
  ['kyc', /\bkyc\b|verif|identity|passport|\bid\b/i],
  ['status', /status|where is|track|my (order|transaction|sale|payout)/i],
  ['payment', /payment|pay ?out|paypal|wise|bank|receive/i],
  ['time', /how long|when|\btimes?\b|fast|process/i],
  ['sell', /\bsell\b|\bsale\b|crypto|bitcoin|\bbtc\b|usdt|ethereum/i],
  ['hello', /^\s*(hi|hello|hey|good (morning|day|evening))\b/i],
];

/** The topic of what somebody wrote. */
export function topicOf(text: string): Topic {
  return topics.find(([, words]) => words.test(text))?.[0] ?? 'default';
}

/** The bot's answer in the figures that hold now, and for a signed-in customer with their newest order. */
export async function answerTo(
  text: string,
  { t, settings, signedIn }: { t: TFunction<['chat', 'common']>; settings: PublicSettings; signedIn: boolean },
): Promise<string> {
  const topic = topicOf(text);
  const { fees, limits, times, support } = settings;
  if (topic === 'status' && signedIn) {
    const order = await newestOrder();
    if (!order) return t('chat:answer.noOrder');
    return t('chat:answer.order', {
      reference: order.reference,
      status: t(`chat:status.${order.status}`),
      payout: times.payout,
    });
  }
  const tiers = fees.tiers.map(({ overUsd, percent }) =>
    overUsd === 0
      ? t('chat:answer.tierBase', { percent: formatPercent(percent) })
      : t('chat:answer.tierOver', { percent: formatPercent(percent), amount: formatMoneyText(overUsd, 'USD') }),
  );
  return t(`chat:answer.${topic}`, {
    tiers: tiers.join(', '),
    limit: formatMoneyText(limits.kycUsd, 'USD'),
    ...times,
    minutes: limits.quoteHoldMinutes,
    agentReply: support.agentReply,
    hours: support.hours,
  });
}

import { settingsIn, type Settings } from '#server/features/settings/settings.service.ts';
import { amountText } from '#server/lib/amount-text.ts';
import { interpolate, textsIn, type ServerTexts } from '#server/lib/texts.ts';
import type { OrderStatus } from '#shared/orders/orders.lifecycle.ts';
import type { LanguageCode } from '#shared/reference/languages.ts';

type BotTexts = ServerTexts['chat.bot'];

/** What the bot can answer, by its place in the catalogue. */
export type Answer = Exclude<
  keyof BotTexts,
  'statuses' | 'tierBase' | 'tierOver' | 'order' | 'noOrder' | 'agentKnown' | 'limitLeft' | 'limitNone'
>;

export type NewestOrder = { reference: string; status: OrderStatus };

/** What a coin is sold from. */
export type Minimum = { symbol: string; minimum: string };

type Context = {
  language: LanguageCode;
  settings: Settings;
  /** Of a signed-in customer, null with none; undefined for a visitor. */
  order: NewestOrder | null | undefined;
  /** What may still be sold without ID, in US dollars: null where nothing limits it, undefined for a visitor. */
  leftUsd?: number | null | undefined;
  /** Of the coins that were asked about. */
  minimums?: readonly Minimum[] | undefined;
  /** Where a person's answer is mailed to, where that is known. */
  email: string | null;
};

/** An answer in the customer's language, with the fees, limits and times that hold now and the customer's newest order. */
export function textOf(answer: Answer, { language, settings, order, leftUsd, minimums = [], email }: Context): string {
  const texts = textsIn(language, 'chat.bot');
  const { fees, limits, times, support } = settingsIn(language, settings);
  if (answer === 'status' && order === null) return texts.noOrder;
  if (answer === 'status' && order) {
    const { reference, status } = order;
    return fill(texts.order, { reference, status: texts.statuses[status], payout: times.payout }, language);
  }
  const { money, percent, list } = formatsIn(language);
  const tiers = fees.tiers.map((tier) =>
    tier.overUsd === 0
      ? fill(texts.tierBase, { percent: percent(tier.percent) }, language)
      : fill(texts.tierOver, { percent: percent(tier.percent), amount: money(tier.overUsd) }, language),
  );
  const { agentReply, hours } = support;
  const amounts = minimums.map(({ symbol, minimum }) => amountText(minimum, symbol, language));
  const minutes = String(limits.quoteMinutes);
  const limit = { limit: money(limits.kycUsd), left: money(leftUsd ?? 0), days: String(limits.kycDays) };
  const values = { ...times, ...limit, tiers: list(tiers), minimums: list(amounts), minutes, agentReply, hours };
  if (answer === 'limit' && leftUsd === null) return texts.limitNone;
  if (answer === 'limit' && leftUsd !== undefined) return fill(texts.limitLeft, values, language);
  if (answer === 'agent' && email !== null) return fill(texts.agentKnown, { ...values, email }, language);
  return fill(texts[answer], values, language);
}

function fill(text: string, values: Record<string, string>, language: LanguageCode): string {
  // Numbers, addresses and names have their own direction within any sentence.
  const isolated = Object.entries(values).map(([name, value]) => [name, `\u2068${value}\u2069`] as const);
  return interpolate(text, language === 'ar' ? Object.fromEntries(isolated) : values);
}

/** Number formats of the screens: Latin digits in every language, Arabic as in English, dollars with their code. */
function formatsIn(language: LanguageCode) {
  const locale = language === 'ar' ? 'en' : `${language}-u-nu-latn`;
  const plain = (text: string) => text.replaceAll('\u202f', '\u00a0');
  const dollars = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency: 'USD',
    currencyDisplay: 'narrowSymbol',
  });
  const percents = new Intl.NumberFormat(locale, { style: 'unit', unit: 'percent', maximumFractionDigits: 2 });
  const lists = new Intl.ListFormat(language, { type: 'conjunction', style: 'narrow' });
  return {
    money: (amount: number) => `${plain(dollars.format(amount)).trim()} USD`,
    percent: (figure: number) => plain(percents.format(figure)),
    list: (items: readonly string[]) => lists.format(items),
  };
}

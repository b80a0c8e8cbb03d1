import type { Tx } from '#server/db/connection.ts';
import { lockName } from '#server/db/locks.ts';
import { enqueue } from '#server/features/jobs/jobs.service.ts';
import { sendMail } from '#server/features/mail/mail.service.ts';
import { allowanceOf } from '#server/features/orders/open/orders.opening.service.ts';
import type { SettingsPorts } from '#server/features/settings/settings.ports.ts';
import { railsIn, settingsIn, settingsOf, type Settings } from '#server/features/settings/settings.service.ts';
import { newId } from '#server/lib/new-id.ts';
import { amountText, interpolate, textsIn, type ServerTexts } from '#server/lib/texts.ts';
import type { Platform } from '#server/platform.ts';
import type { ChatWindow } from '#shared/chat/chat.socket.ts';
import { topicOf } from '#shared/chat/chat.topics.ts';
import { shownEmail } from '#shared/kernel/email-address.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { toWire } from '#shared/kernel/money.ts';
import { unstated } from '#shared/kernel/unstated.ts';
import type { OrderStatus } from '#shared/orders/orders.lifecycle.ts';
import { languages, type LanguageCode } from '#shared/reference/languages.ts';
import {
  findNextRequestMail,
  hasOpenRequest,
  insertRequest,
  takeUnmailedRequests,
} from '../admin/chat.requests.queries.ts';
import {
  findNewestOrder,
  insertMessage,
  minimumsIn,
  textOrFile,
  type MessageRow,
  type Minimum,
} from '../chat.messages.queries.ts';
import { setWantsAgent, type RoomRow } from '../live/chat.rooms.queries.ts';

/** The context of a message: its window, the language of the page, and if an agent is there now. */
export type BotRequest = {
  /** The window of the message; without it the bot does not answer. */
  window: ChatWindow | undefined;
  language: LanguageCode | undefined;
  isAgentOnline: boolean;
  /** An order or a file comes with it, which no bot can judge. */
  isForAgent?: boolean;
};

/** Sender label of the bot's messages without a translation. */
const botName = 'Assistant';

type Decision = {
  /** Answers in their order; none beside an agent. */
  answers: readonly Answer[];
  /** The customer asks for an agent, or writes about something only an agent can help with. */
  isCall: boolean;
  /** The conversation is with the team from here on: after a call, or because the assistant hands over. */
  asksForAgent: boolean;
};

/** Decides on the bot's answers to a customer's message in this room, and whether to call an agent. */
export function decideAnswer(room: RoomRow, text: string, botRequest: BotRequest): Decision {
  const { window, language = languageOf(room), isAgentOnline, isForAgent = false } = botRequest;
  const isAssistant = window === 'assistant';
  // With an agent in the room the bot would interrupt; the assistant acknowledges unread messages.
  if (room.agentName !== null)
    return { answers: isAssistant && !isAgentOnline ? ['received'] : [], isCall: false, asksForAgent: false };
  const topic = isForAgent ? 'escalation' : topicOf(text, language);
  const isCall = topic === 'agent' || topic === 'escalation';
  const isHandOver = isAssistant && (isCall || topic === 'default' || /\bsupport\b/i.test(text));
  const asksForAgent = isCall || isHandOver;
  if (window === undefined) return { answers: [], isCall, asksForAgent };
  if (isAssistant && room.wantsAgent) return { answers: ['received'], isCall, asksForAgent };
  if (isHandOver) return { answers: [topic === 'default' ? 'unknown' : 'team', 'connected'], isCall, asksForAgent };
  return { answers: [topic === 'escalation' ? 'agent' : topic], isCall, asksForAgent };
}

type BotAnswer = Pick<BotRequest, 'language'> & { room: RoomRow; message: MessageRow; decision: Decision };

/** Stores the bot's answer, and calls an agent where one is needed: at once if an address is known. */
export async function answer(
  tx: Tx,
  deps: Pick<Platform, 'now'> & SettingsPorts,
  { room, message, language = languageOf(room), decision: { answers, isCall, asksForAgent } }: BotAnswer,
): Promise<void> {
  const { userId } = room;
  const order =
    userId !== null && answers.includes('status') ? ((await findNewestOrder(tx, { userId })) ?? null) : undefined;
  const { leftUsd } = userId !== null && answers.includes('limit') ? await allowanceOf(deps, tx, userId) : {};
  const context = {
    language,
    settings: settingsOf(deps),
    order,
    leftUsd: leftUsd && toWire(leftUsd),
    minimums: answers.includes('minimum') ? await minimumsIn(tx, message.text) : [],
    email: room.email,
  };
  for (const text of answers.map((item) => textOf(item, context))) {
    const row = { id: newId('message'), roomId: room.id, text, sender: 'bot', senderName: botName } as const;
    await insertMessage(tx, { ...row, clientMessageId: null, warning: null });
  }
  if (asksForAgent) await setWantsAgent(tx, { id: room.id });
  // One reminder is enough, however often a customer in distress writes.
  if (isCall && room.email !== null && !(await hasOpenRequest(tx, { roomId: room.id })))
    await storeRequest(tx, deps, { email: room.email, message: textOrFile(message), roomId: room.id });
}

function languageOf({ language }: RoomRow): LanguageCode {
  return languages.find(({ code }) => code === language)?.code ?? 'en';
}

type AgentRequest = { email: string; message: string; roomId: Id<'room'> | null };

/** More addresses and messages are only counted in a digest; all of them are on the screen. */
const maxInDigest = 20;

/** Stores a request for an agent and mails it: at once, then one digest for each room and ten minutes. */
export async function storeRequest(
  tx: Tx,
  deps: SettingsPorts,
  request: AgentRequest,
): Promise<{ id: Id<'agentRequest'>; isNew: boolean }> {
  const { roomId } = request;
  await lockName(tx, `agent-requests of ${roomId}`);
  const storedRequest = await insertRequest(tx, request);
  if (!storedRequest.isNew) return storedRequest;
  const nextMail = await findNextRequestMail(tx, { roomId });
  if (!nextMail) await mailRequests(tx, deps, roomId);
  else await enqueue(tx, 'chat.mail-requests', { roomId }, { runAt: nextMail.at, key: `agent requests ${roomId}` });
  return storedRequest;
}

/** Mails the requests of a room that were not mailed yet as one; nothing when there are none. */
export async function mailRequests(tx: Tx, deps: SettingsPorts, roomId: Id<'room'> | null): Promise<void> {
  const requests = await takeUnmailedRequests(tx, { roomId });
  if (requests.length === 0) return;
  const remainingCount = requests.length - maxInDigest;
  const shownRequests = requests.slice(0, maxInDigest);
  const moreText = remainingCount > 0 ? [`+ ${remainingCount}`] : [];
  const senders = [...new Set(shownRequests.map(({ email }) => email)), ...moreText].join(', ');
  const message = [...shownRequests.map(({ message }) => message), ...moreText].join('\n\n');
  const to = { userId: null, email: settingsOf(deps).brand.supportEmail, language: 'en' };
  await sendMail(tx, { template: 'agent_request_notice', to, data: { from: senders, message } });
}

type BotTexts = ServerTexts['chat.bot'];

/** Answers of the bot, by their key in the catalogue. */
export type Answer = Exclude<
  keyof BotTexts,
  'statuses' | 'tierBase' | 'tierOver' | 'order' | 'noOrder' | 'agentKnown' | 'limitLeft' | 'limitNone' | 'bankTransfer'
>;

type NewestOrder = { reference: string; status: OrderStatus };

type Context = {
  language: LanguageCode;
  settings: Settings;
  /** Newest order of a signed-in customer, null without one; undefined for a visitor. */
  order: NewestOrder | null | undefined;
  /** Amount that may still be sold without ID, in US dollars: null without a limit, undefined for a visitor. */
  leftUsd?: number | null | undefined;
  /** Rates of the coins in the question. */
  minimums?: readonly Minimum[] | undefined;
  /** The address to which a member's answer is mailed; null where it is unknown. */
  email: string | null;
};

/**
 * Returns an answer in the customer's language, with the current fees, limits and times and the customer's newest
 * order.
 */
export function textOf(answer: Answer, { language, settings, order, leftUsd, minimums = [], email }: Context): string {
  const texts = textsIn(language, 'chat.bot');
  const { fees, limits, ...otherSettings } = settingsIn(language, settings);
  const times = promisesOf(otherSettings.times);
  const support = promisesOf(otherSettings.support);
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
  const lists = { tiers: list(tiers), minimums: list(amounts), rails: railsIn(language, settings) };
  const values = { ...times, ...limit, ...lists, minutes, agentReply, hours };
  if (answer === 'limit' && leftUsd === null) return texts.limitNone;
  if (answer === 'limit' && leftUsd !== undefined) return fill(texts.limitLeft, values, language);
  if (answer === 'agent' && email !== null)
    return fill(texts.agentKnown, { ...values, email: shownEmail(email) }, language);
  return fill(texts[answer], values, language);
}

/** Promises of the operator; a sentence about anything else is left out. */
function promisesOf<Part extends Record<string, string>>(part: Part): Part {
  // Entries lose the names, which stay those of `part`.
  return Object.fromEntries(Object.entries(part).map(([name, text]) => [name, text || unstated])) as Part;
}

function fill(text: string, values: Record<string, string>, language: LanguageCode): string {
  // Numbers, addresses and names have their own direction within any sentence.
  const isolated = Object.entries(values).map(([name, value]) => [name, `\u2068${value}\u2069`] as const);
  return interpolate(text, language === 'ar' ? Object.fromEntries(isolated) : values);
}

/** Number formats of the screens: Latin digits in every language, Arabic as in English, dollars with their code. */
function formatsIn(language: LanguageCode) {
  const locale = language === 'ar' ? 'en' : `${language}-u-nu-latn`;
  const withPlainSpaces = (text: string) => text.replaceAll('\u202f', '\u00a0');
  const dollars = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency: 'USD',
    currencyDisplay: 'narrowSymbol',
  });
  const percents = new Intl.NumberFormat(locale, { style: 'unit', unit: 'percent', maximumFractionDigits: 2 });
  const lists = new Intl.ListFormat(language, { type: 'conjunction', style: 'narrow' });
  return {
    money: (amount: number) => `${withPlainSpaces(dollars.format(amount)).trim()} USD`,
    percent: (figure: number) => withPlainSpaces(percents.format(figure)),
    list: (items: readonly string[]) => lists.format(items),
  };
}

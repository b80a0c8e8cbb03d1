import { z } from 'zod';
import { MailRefused } from '../mail/mail.ts';
import { readBody } from '../rates/feed.ts';
import { ChatClosed, type TelegramBot } from './telegram.ts';

export type BotApiOptions = {
  token: string;
  /** Base of the API; the public one by default. */
  url?: string | undefined;
  timeoutMs?: number;
};

const publicApi = 'https://api.telegram.org';
const me = z.object({ username: z.string() });
const update = z.object({
  update_id: z.number().int(),
  message: z
    .object({ text: z.string().optional(), chat: z.object({ id: z.number().int(), type: z.string() }) })
    .optional(),
});
const start = /^\/start ([\w-]{8,64})$/;

/** The Bot API over HTTPS. No error contains the token, which is part of every address. */
export function botApi({ token, url = publicApi, timeoutMs = 10_000 }: BotApiOptions): TelegramBot {
  const call = async <Result>(method: string, body: object, result: z.ZodType<Result>): Promise<Result> => {
    const { status, answer } = await request(`${url.replace(/\/+$/, '')}/bot${token}/${method}`, body, timeoutMs);
    if (status === 403) throw new ChatClosed();
    const parseResult = z.object({ ok: z.literal(true), result }).safeParse(answer);
    if (status === 200 && parseResult.success) return parseResult.data.result;
    // 400 is about one message; everything else, such as a wrong token, would meet the next one too.
    throw new MailRefused(`telegram ${status}`, { isServerDown: status !== 400 });
  };
  return {
    linkOf: async (code) => `https://t.me/${(await call('getMe', {}, me)).username}?start=${code}`,
    takeStarts: async () => {
      const updates = await call('getUpdates', { allowed_updates: ['message'] }, z.array(update));
      const lastUpdate = updates.at(-1);
      // Telegram marks updates as read when the next ones are requested.
      if (lastUpdate)
        await call('getUpdates', { offset: lastUpdate.update_id + 1, limit: 1, timeout: 0 }, z.array(update));
      return updates.flatMap(({ message }) => {
        const code = start.exec(message?.text ?? '')?.[1];
        // In a group other users would read the messages too.
        return message && code && message.chat.type === 'private' ? [{ code, chatId: String(message.chat.id) }] : [];
      });
    },
    send: async ({ chatId, text }) => void (await call('sendMessage', { chat_id: chatId, text }, z.object({}))),
  };
}

/** Limit in bytes: a hundred of the longest messages are smaller. */
const maxBytes = 2_000_000;

async function request(address: string, body: object, timeoutMs: number) {
  try {
    const response = await fetch(address, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    const answer: unknown = JSON.parse((await readBody(response, maxBytes)).toString('utf8'));
    return { status: response.status, answer };
  } catch {
    throw new MailRefused('telegram unreachable', { isServerDown: true });
  }
}

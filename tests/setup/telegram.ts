import type { IncomingMessage, ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { serve } from './listening.ts';

type Update = { update_id: number; message: { text: string; chat: { id: number; type: string } } };

export type TestTelegram = {
  url: string;
  token: string;
  sent: { chat_id: string; text: string }[];
  /** A person writes to the bot. */
  write: (text: string, chat: number, type?: string) => void;
  /** Chats that have blocked the bot. */
  blocked: Set<string>;
  close: () => Promise<void>;
};

/** A server on this machine that speaks the part of the Bot API that the product uses. */
export async function startTelegram(): Promise<TestTelegram> {
  const token = '123456:AbCdEfGhIjKlMnOpQrStUvWxYz';
  const sent: TestTelegram['sent'] = [];
  const blocked = new Set<string>();
  let updates: Update[] = [];
  let last = 0;
  const answerOf = (method: string, body: Record<string, unknown>) => {
    if (method === 'getMe') return { username: 'landfall_test_bot' };
    if (method === 'getUpdates') {
      updates = updates.filter(({ update_id: id }) => id >= Number(body.offset ?? 0));
      return updates;
    }
    sent.push(body as TestTelegram['sent'][number]);
    return { message_id: sent.length };
  };
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const body = (await json(request)) as Record<string, unknown>;
    const method = request.url?.split('/').at(-1) ?? '';
    const isOurs = request.url === `/bot${token}/${method}`;
    const status = isOurs ? (method === 'sendMessage' && blocked.has(String(body.chat_id)) ? 403 : 200) : 401;
    response.writeHead(status, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify(status === 200 ? { ok: true, result: answerOf(method, body) } : { ok: false }));
  };
  const { url, close } = await serve((request, response) => void answer(request, response));
  return {
    url,
    token,
    sent,
    blocked,
    write: (text, id, type = 'private') => updates.push({ update_id: ++last, message: { text, chat: { id, type } } }),
    close,
  };
}

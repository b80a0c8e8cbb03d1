import type { IncomingMessage, ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { serve } from './listening.ts';

type Update = { update_id: number; message: { text: string; chat: { id: number; type: string } } };

/** A server on this machine that speaks the part of the Bot API that the product uses. */
export async function startTelegram() {
  const token = '123456:AbCdEfGhIjKlMnOpQrStUvWxYz';
  const requests: { chat_id: string; text: string }[] = [];
  /** Chats that have blocked the bot. */
  const blockedChats = new Set<string>();
  let updates: Update[] = [];
  let lastId = 0;
  const answerOf = (method: string, body: Record<string, unknown>) => {
    if (method === 'getMe') return { username: 'landfall_test_bot' };
    if (method === 'getUpdates') {
      updates = updates.filter(({ update_id: id }) => id >= Number(body.offset ?? 0));
      return updates;
    }
    requests.push(body as (typeof requests)[number]);
    return { message_id: requests.length };
  };
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const body = (await json(request)) as Record<string, unknown>;
    const method = request.url?.split('/').at(-1) ?? '';
    const isOurs = request.url === `/bot${token}/${method}`;
    const status = isOurs ? (method === 'sendMessage' && blockedChats.has(String(body.chat_id)) ? 403 : 200) : 401;
    response.writeHead(status, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify(status === 200 ? { ok: true, result: answerOf(method, body) } : { ok: false }));
  };
  const server = await serve((request, response) => void answer(request, response));
  /** A person writes to the bot. */
  const write = (text: string, id: number, type = 'private') =>
    void updates.push({ update_id: ++lastId, message: { text, chat: { id, type } } });
  return { ...server, token, sent: requests, blocked: blockedChats, write };
}

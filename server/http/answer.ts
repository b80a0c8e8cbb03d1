import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Endpoint } from '#shared/kernel/endpoint.ts';
import { outcomeOf } from './idempotency.ts';
import { jsonTextOf, notModified, sendJson, sendPublicJson } from './reply.ts';
import { sendFile, type FileAnswer } from './send-file.ts';

/** Sends what a handler gave, in the way its contract names. */
export async function sendAnswer(
  request: IncomingMessage,
  response: ServerResponse,
  endpoint: Endpoint,
  answer: unknown,
): Promise<void> {
  const outcome = outcomeOf(answer);
  if (outcome) {
    response.statusCode = outcome.status;
    if (outcome.replayed) response.setHeader('Idempotent-Replayed', 'true');
    sendText(response, outcome.answer);
  } else if (answer === notModified) {
    response.statusCode = 304;
    response.end();
  } else if (endpoint.response === 'file') {
    await sendFile(response, answer as FileAnswer);
  } else if (endpoint.response === 'redirect') {
    response.statusCode = 302;
    response.setHeader('Location', ownPath(answer as string));
    response.end();
  } else {
    const text = serializeAnswer(endpoint, answer);
    const isEverybodys = endpoint.access === 'public' && endpoint.method === 'GET';
    if (text !== null && isEverybodys) sendPublicJson(request, response, text);
    else sendText(response, text);
  }
}

/**
 * The JSON text of an answer, null for one without a body. Parsing it by the contract drops every key that is not
 * listed there, so a hash or a note cannot leak.
 */
export function serializeAnswer({ response }: Endpoint, answer: unknown): string | null {
  if (typeof response === 'string') return null;
  return jsonTextOf(answer) ?? JSON.stringify(response.parse(answer));
}

function sendText(response: ServerResponse, text: string | null): void {
  if (text !== null) return sendJson(response, text);
  response.statusCode = 204;
  response.end();
}

/** Redirects stay on this site, whatever a `next` in the query says. */
function ownPath(path: string): string {
  return /^\/(?![/\\])/.test(path) ? path.replace(/[^\x21-\x7e]/gu, encodeURIComponent) : '/';
}

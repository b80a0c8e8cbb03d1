import type { IncomingMessage, ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { approvalPending } from '#shared/kernel/approval.ts';
import type { Endpoint } from '#shared/kernel/endpoint.ts';
import type { Mask } from '#shared/kernel/permission.ts';
import { allowSharedCache, contentVersion, isKnown } from './etag.ts';
import { PendingApproval } from './guards/four-eyes.ts';
import { outcomeOf } from './guards/idempotency.ts';
import { maskedBy } from './guards/masking.ts';
import { sendFile, type FileAnswer } from './serving/send-file.ts';

const jsonTextMark = Symbol('json text');

/** An answer that is JSON already, made by PostgreSQL or a JsonView. The one kind of answer that is not parsed by its contract. */
export type JsonText = { readonly [jsonTextMark]: string };

/** JSON text to be sent as it is. It must hold what the contract's response lists and nothing else. */
export const jsonText = (text: string): JsonText => ({ [jsonTextMark]: text });

/** The answer 304: what the caller has is what there is. */
export const notModified = Symbol('not modified');
export type NotModified = typeof notModified;

/** What a handler can send beside its result. */
export class Reply {
  readonly #request: IncomingMessage;
  readonly #response: ServerResponse;

  constructor(request: IncomingMessage, response: ServerResponse) {
    this.#request = request;
    this.#response = response;
  }

  /** Another status than the contract's, e.g. 200 instead of 201 for something that was there already. */
  status(status: number): void {
    this.#response.statusCode = status;
  }

  header(name: string, value: string): void {
    this.#response.setHeader(name, value);
  }

  /** A public answer that a CDN may send for `seconds`, by language if it depends on it, with an ETag. */
  shared(seconds: number, { byLanguage = false } = {}): void {
    allowSharedCache(this.#response, seconds, byLanguage ? ['Accept-Language'] : []);
  }

  /** The size of the whole list, in X-Total-Count. */
  total(count: number): void {
    this.#response.setHeader('X-Total-Count', count);
  }

  /** A part of a list, with the size of the whole. */
  async page<Row>(found: Promise<{ rows: Row[]; total: number }>): Promise<Row[]> {
    const { rows, total } = await found;
    this.total(total);
    return rows;
  }

  /**
   * Marks the answer with a version of what it was made from. True when the caller has that version already:
   * then `return notModified`, before any row is read. The version must differ between callers and queries.
   */
  etag(version: string): boolean {
    return isKnown(this.#request, this.#response, `W/"${version}"`);
  }

  /**
   * A list as JSON with its total; 304 to a poll of it in this version, before any row is read. `version` is taken before
   * that: a change in between makes the next poll read again. `asked` is all that the list depends on beside it.
   */
  async list(
    version: string | undefined,
    asked: unknown,
    read: () => Promise<{ json: string; total: number }>,
  ): Promise<JsonText | NotModified> {
    if (version !== undefined && this.etag(`${version}.${encodeURIComponent(JSON.stringify(asked))}`)) {
      return notModified;
    }
    const { json, total } = await read();
    this.total(total);
    return jsonText(json);
  }
}

/** Ends the response with JSON text. As bytes: Node sends a long string at several times the cost. */
export function sendJson(response: ServerResponse, text: string): void {
  sendBytes(response, Buffer.from(text));
}

function sendNotModified(response: ServerResponse): void {
  response.statusCode = 304;
  response.end();
}

const minCompressedBytes = 1024;

/** The same, compressed: for public data only, as the length reveals something of the content. */
export function sendPublicJson(request: IncomingMessage, response: ServerResponse, text: string): void {
  const plain = Buffer.from(text);
  if (!response.hasHeader('Vary')) response.setHeader('Vary', 'Accept-Encoding');
  if (response.hasHeader('CDN-Cache-Control') && !response.hasHeader('ETag')) {
    if (isKnown(request, response, `W/"${contentVersion(plain)}"`)) return sendNotModified(response);
  }
  if (plain.length < minCompressedBytes || !/\bgzip\b/.test(String(request.headers['accept-encoding']))) {
    return sendBytes(response, plain);
  }
  response.setHeader('Content-Encoding', 'gzip');
  sendBytes(response, gzipSync(plain, { level: 6 }));
}

function sendBytes(response: ServerResponse, bytes: Buffer): void {
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.setHeader('Content-Length', bytes.length);
  response.end(bytes);
}

/** The text inside a `reply.jsonText(…)`, or undefined for every other answer. */
export function jsonTextOf(answer: unknown): string | undefined {
  return typeof answer === 'object' && answer !== null && jsonTextMark in answer
    ? (answer as JsonText)[jsonTextMark]
    : undefined;
}

/** Sends what a handler gave, in the way its contract names. */
export async function sendAnswer(
  request: IncomingMessage,
  response: ServerResponse,
  endpoint: Endpoint,
  answer: unknown,
  masks: readonly Mask[] = [],
): Promise<void> {
  const outcome = outcomeOf(answer);
  if (outcome) {
    response.statusCode = outcome.status;
    if (outcome.replayed) response.setHeader('Idempotent-Replayed', 'true');
    sendText(response, outcome.answer);
  } else if (answer instanceof PendingApproval) {
    response.statusCode = 202;
    sendText(response, serializeAnswer(endpoint, answer));
  } else if (answer === notModified) {
    sendNotModified(response);
  } else if (endpoint.response === 'file') {
    await sendFile(response, answer as FileAnswer);
  } else if (endpoint.response === 'redirect') {
    response.statusCode = 302;
    response.setHeader('Location', ownPath(answer as string));
    response.end();
  } else {
    const text = serializeAnswer(endpoint, answer, masks);
    const isEverybodys = endpoint.access === 'public' && endpoint.method === 'GET';
    if (text !== null && isEverybodys) sendPublicJson(request, response, text);
    else sendText(response, text);
  }
}

/**
 * The JSON text of an answer; null for one without a body, as some contracts allow. Parsing it by the contract drops
 * every key that is not listed there, so a hash or a note cannot leak. Some roles of the team get it masked.
 */
export function serializeAnswer(
  { response, access }: Endpoint,
  answer: unknown,
  masks: readonly Mask[] = [],
): string | null {
  if (answer instanceof PendingApproval) return JSON.stringify(approvalPending.parse(answer));
  if (typeof response === 'string') return null;
  if (answer === null && response.safeParse(null).success) return null;
  const text = jsonTextOf(answer) ?? JSON.stringify(response.parse(answer));
  // Here and not where an answer is made: so it applies to every route of the administration.
  return access === 'admin' && masks.length > 0 ? JSON.stringify(maskedBy(response, JSON.parse(text), masks)) : text;
}

function sendText(response: ServerResponse, text: string | null): void {
  if (text !== null) return sendJson(response, text);
  response.statusCode = 204;
  response.end();
}

/** Redirects stay on this site, whatever a `next` in the query is. */
function ownPath(path: string): string {
  return /^\/(?![/\\])/.test(path) ? path.replace(/[^\x21-\x7e]/gu, encodeURIComponent) : '/';
}

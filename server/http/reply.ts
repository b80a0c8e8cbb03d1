import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { gzipSync } from 'node:zlib';
import { codeOf } from '#server/lib/safe-error.ts';
import { approvalPending } from '#shared/kernel/approval.ts';
import type { Endpoint } from '#shared/kernel/endpoint.ts';
import type { Mask } from '#shared/kernel/permission.ts';
import { PendingApproval } from './guards/four-eyes.ts';
import { outcomeOf } from './guards/idempotency.ts';
import { maskedBy } from './guards/masking.ts';

const jsonTextMark = Symbol('json text');

/** An answer that is JSON text already; the contract does not parse it. */
export type JsonText = { readonly [jsonTextMark]: string };

/** Wraps JSON text that is sent unchanged. It must contain exactly the fields of the contract's response. */
export const jsonText = (text: string): JsonText => ({ [jsonTextMark]: text });

/** The answer 304: the caller has the present version. */
export const notModified = Symbol('not modified');
export type NotModified = typeof notModified;

/** Headers that a handler can send beside its result. */
export class Reply {
  readonly #request: IncomingMessage;
  readonly #response: ServerResponse;

  constructor(request: IncomingMessage, response: ServerResponse) {
    this.#request = request;
    this.#response = response;
  }

  /** Sets a status other than the contract's, e.g. 200 instead of 201 for something that existed already. */
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

  /**
   * A public answer that pages of any other site may read too, without cookies: a business may show its rates on its
   * own site.
   */
  anyOrigin(): void {
    this.#response.setHeader('Access-Control-Allow-Origin', '*');
  }

  /** The size of the whole list, in X-Total-Count. */
  total(count: number): void {
    this.#response.setHeader('X-Total-Count', count);
  }

  /** A part of a list, with the size of the whole. */
  async page<Row>(result: Promise<{ rows: Row[]; total: number }>): Promise<Row[]> {
    const { rows, total } = await result;
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
   * A list as JSON with its total; 304 to a poll of it in this version, before any row is read. `version` is taken
   * before that: a change in between makes the next poll read again. `asked` holds the other inputs of the list.
   */
  async list(
    version: string | undefined,
    etags: unknown,
    read: () => Promise<{ json: string; total: number }>,
  ): Promise<JsonText | NotModified> {
    if (version !== undefined && this.etag(`${version}.${encodeURIComponent(JSON.stringify(etags))}`)) {
      return notModified;
    }
    const { json, total } = await read();
    this.total(total);
    return jsonText(json);
  }
}

/** Ends the response with JSON text, as bytes: Node sends a long string at several times the cost. */
export function sendJson(response: ServerResponse, text: string): void {
  sendBytes(response, Buffer.from(text));
}

function sendNotModified(response: ServerResponse): void {
  response.statusCode = 304;
  response.end();
}

const minCompressedBytes = 1024;

/** Compresses the response: for public data only, as the length reveals something of the content. */
export function sendPublicJson(request: IncomingMessage, response: ServerResponse, text: string): void {
  const bytes = Buffer.from(text);
  if (!response.hasHeader('Vary')) response.setHeader('Vary', 'Accept-Encoding');
  if (response.hasHeader('CDN-Cache-Control') && !response.hasHeader('ETag')) {
    if (isKnown(request, response, `W/"${contentVersion(bytes)}"`)) return sendNotModified(response);
  }
  if (bytes.length < minCompressedBytes || !/\bgzip\b/.test(String(request.headers['accept-encoding']))) {
    return sendBytes(response, bytes);
  }
  response.setHeader('Content-Encoding', 'gzip');
  sendBytes(response, gzipSync(bytes, { level: 6 }));
}

function sendBytes(response: ServerResponse, bytes: Buffer): void {
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.setHeader('Content-Length', bytes.length);
  response.end(bytes);
}

/** The text inside a `reply.jsonText(…)`, or undefined for every other answer. */
export function jsonTextOf(answer: unknown): string | undefined {
  return typeof answer === 'object' && answer !== null && jsonTextMark in answer
    ? // Only a text of JSON has the mark, a symbol of this file.
      (answer as JsonText)[jsonTextMark]
    : undefined;
}

/** Sends the result of a handler, in the way its contract names. */
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
  } else if (isFile(answer) && (endpoint.response === 'file' || endpoint.mayBeFile)) {
    await sendFile(response, answer);
  } else if (endpoint.response === 'redirect' && typeof answer === 'string') {
    response.statusCode = 302;
    response.setHeader('Location', ownPath(answer));
    response.end();
  } else {
    const text = serializeAnswer(endpoint, answer, masks);
    const isEverybodys = endpoint.access === 'public' && endpoint.method === 'GET';
    if (text !== null && isEverybodys) sendPublicJson(request, response, text);
    else sendText(response, text);
  }
}

/**
 * The JSON text of an answer; null for one without a body, as some contracts allow. The contract's parse drops every
 * key that is not listed there, so a hash or a note cannot leak. Some roles of the team get it masked.
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
  // Masks here, and not in each service, so that it applies to every route of the administration.
  return access === 'admin' && masks.length > 0 ? JSON.stringify(maskedBy(response, JSON.parse(text), masks)) : text;
}

function sendText(response: ServerResponse, text: string | null): void {
  if (text !== null) return sendJson(response, text);
  response.statusCode = 204;
  response.end();
}

/** Redirects stay on this site for any `next` in the query. */
function ownPath(path: string): string {
  return /^\/(?![/\\])/.test(path) ? path.replace(/[^\x21-\x7e]/gu, encodeURIComponent) : '/';
}

/** Returns 22 characters that differ whenever the content differs. */
export function contentVersion(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('base64url').slice(0, 22);
}

/** Tags the answer with a version; true if the caller already has it, so that 304 is the whole answer. */
export function isKnown(request: IncomingMessage, response: ServerResponse, tag: string): boolean {
  response.setHeader('ETag', tag);
  const knownHeader = request.headers['if-none-match'];
  // A CDN that compresses an answer weakens its tag.
  return knownHeader !== undefined && knownHeader.split(',').some((part) => strongTag(part.trim()) === strongTag(tag));
}

const strongTag = (tag: string) => tag.replace(/^W\//, '');

/**
 * Lets a CDN answer for `seconds`, and twice as long while it revalidates (RFC 9213, RFC 5861); browsers revalidate
 * each time. Only for public content. `variesBy` names headers of the request.
 */
export function allowSharedCache(response: ServerResponse, seconds: number, variesBy: readonly string[] = []): void {
  response.setHeader('Cache-Control', `public, max-age=0, must-revalidate, s-maxage=${seconds}`);
  response.setHeader('CDN-Cache-Control', `public, max-age=${seconds}, stale-while-revalidate=${2 * seconds}`);
  response.setHeader('Vary', ['Accept-Encoding', ...variesBy].join(', '));
}

/** Forbids shared caching again, for an answer that became a refusal. */
export function denySharedCache(response: ServerResponse): void {
  if (!response.hasHeader('CDN-Cache-Control')) return;
  response.removeHeader('CDN-Cache-Control');
  response.setHeader('Cache-Control', 'no-store');
}

/** Bytes to be handed out; `size` is null for what is made while sent, `inline` lets a browser show them. */
export type FileAnswer = {
  type: string;
  downloadName: string;
  inline: boolean;
} & (
  | { stream: Readable; size: number | null; bytes?: undefined }
  | { bytes: Uint8Array; size: number; stream?: undefined }
);

const isFile = (answer: unknown): answer is FileAnswer =>
  typeof answer === 'object' && answer !== null && 'downloadName' in answer;

/** Sends a file so that no browser can run it as part of the site. A client that hangs up in the middle is no error. */
export async function sendFile(response: ServerResponse, file: FileAnswer): Promise<void> {
  response.setHeader('Content-Type', file.type);
  if (file.size !== null) response.setHeader('Content-Length', file.size);
  response.setHeader('Content-Disposition', dispositionOf(file));
  response.setHeader(
    'Content-Security-Policy',
    "sandbox; default-src 'none'; img-src 'self'; style-src 'unsafe-inline'",
  );
  response.setHeader('X-Content-Type-Options', 'nosniff');
  if (response.req.method === 'HEAD' || file.bytes) {
    file.stream?.destroy();
    response.end(file.bytes);
    return;
  }
  try {
    await pipeline(file.stream, response);
  } catch (error) {
    if (codeOf(error) !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  }
}

/** RFC 6266: plain ASCII for old clients, the true name as UTF-8 beside it. */
function dispositionOf({ downloadName, inline }: FileAnswer): string {
  const asciiName = downloadName.replace(/[^\x20-\x7e]|["\\%/]/g, '_');
  const encodedName = encodeURIComponent(downloadName).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${inline ? 'inline' : 'attachment'}; filename="${asciiName}"; filename*=UTF-8''${encodedName}`;
}

import type { IncomingMessage, ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';

const jsonTextMark = Symbol('json text');

/** An answer that is JSON already, made by PostgreSQL. The one kind of answer that is not parsed by its contract. */
export type JsonText = { readonly [jsonTextMark]: string };

/** The answer 304: what the caller has is what there is. */
export const notModified = Symbol('not modified');
export type NotModified = typeof notModified;

/** What a handler can say beside its result. */
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

  /** The size of the whole list, in X-Total-Count. */
  total(count: number): void {
    this.#response.setHeader('X-Total-Count', count);
  }

  /**
   * Marks the answer with a version of what it was made from. True when the caller has that version already:
   * then `return notModified`, before any row is read. The version must differ between callers and queries.
   */
  etag(version: string): boolean {
    const tag = `W/"${version}"`;
    this.#response.setHeader('ETag', tag);
    const known = this.#request.headers['if-none-match'];
    return known !== undefined && known.split(',').some((one) => one.trim() === tag);
  }

  /** Sends the text PostgreSQL made as it is. It must hold what the contract's response lists and nothing else. */
  jsonText(text: string): JsonText {
    return { [jsonTextMark]: text };
  }
}

/** Ends the response with JSON text. As bytes: Node sends a long string at several times the cost. */
export function sendJson(response: ServerResponse, text: string): void {
  sendBytes(response, Buffer.from(text));
}

const minCompressedBytes = 1024;

/**
 * The same, compressed where the client accepts it and it is long. For public data only: the length of a compressed
 * answer reveals something of its content.
 */
export function sendPublicJson(request: IncomingMessage, response: ServerResponse, text: string): void {
  const plain = Buffer.from(text);
  response.setHeader('Vary', 'Accept-Encoding');
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

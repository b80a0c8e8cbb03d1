import type { IncomingMessage, ServerResponse } from 'node:http';
import { isIP } from 'node:net';
import { parse } from 'node:querystring';
import express from 'express';
import type { z } from 'zod';
import { Invalid, UnsupportedType } from '#server/lib/refusal.ts';
import { defaultReason, fieldErrorOf } from '#shared/kernel/field-error.ts';
import type { Id } from '#shared/kernel/ids.ts';
import type { FilledReason } from '#shared/kernel/reason.ts';
import { languages, type LanguageCode } from '#shared/reference/languages.ts';
import { maxTokenLength } from '#shared/reference/limits.ts';

/** A request inside the router, which has put the parameters of the path on it. */
export type RoutedRequest = IncomingMessage & {
  params: Record<string, string>;
  id: string;
  /** Id of the caller, once admitted. */
  userId?: Id<'user'>;
  body?: unknown;
};

const maxUserAgentLength = 300;
const maxQueryKeys = 100;

/** The token of `Authorization: Bearer …`, or undefined. */
export function bearerOf({ headers: { authorization } }: IncomingMessage): string | undefined {
  if (!authorization || authorization.length > maxTokenLength) return undefined;
  return /^Bearer +(\S+)$/i.exec(authorization)?.[1];
}

/** Refuses with invalid_input when the sender has disconnected already: reading the body now would wait for ever. */
export function refuseGone(request: IncomingMessage): void {
  if (request.destroyed && !request.complete) throw new Invalid('invalid_input', 'request_incomplete');
}

/** Keys and values of the query; a repeated key is a list. */
export function queryOf({ url = '' }: IncomingMessage): Record<string, unknown> {
  const start = url.indexOf('?');
  // A plain copy: the parser's object has no prototype, and a key called __proto__ must stay a plain key.
  return start < 0
    ? {}
    : Object.fromEntries(Object.entries(parse(url.slice(start + 1), '&', '=', { maxKeys: maxQueryKeys })));
}

/** The client's IP address through `trustedHops` proxies; with none, X-Forwarded-For is ignored: anyone can send it. */
export function ipOf({ socket, headers }: IncomingMessage, trustedHops: number): string {
  const directIp = plainIp(socket.remoteAddress ?? '');
  if (trustedHops === 0) return directIp;
  const forwardedIps = String(headers['x-forwarded-for'] ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
  const ips = [directIp, ...forwardedIps.toReversed()];
  const candidate = plainIp(ips[Math.min(trustedHops, ips.length - 1)] ?? '');
  return isIP(candidate) === 0 ? directIp : candidate;
}

/** One spelling for each address: IPv4 within IPv6 as IPv4, and no zone. */
export function plainIp(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '') || '0.0.0.0';
}

/** Details of the request for a handler, beside its parsed input; expensive ones are computed when they are read. */
export class RequestInfo {
  readonly #request: RoutedRequest;
  readonly #trustedHops: number;

  constructor(request: RoutedRequest, trustedHops: number) {
    this.#request = request;
    this.#trustedHops = trustedHops;
  }

  /** Part of the log and of the header X-Request-Id. */
  get id(): string {
    return this.#request.id;
  }

  get ip(): string {
    return ipOf(this.#request, this.#trustedHops);
  }

  get userAgent(): string {
    return (this.header('user-agent') ?? '').slice(0, maxUserAgentLength);
  }

  /** Language that the caller reads best, by Accept-Language. */
  get language(): LanguageCode {
    return languageOf(this.header('accept-language'));
  }

  get idempotencyKey(): string | undefined {
    return this.header('idempotency-key');
  }

  header(name: string): string | undefined {
    const value = this.#request.headers[name];
    return Array.isArray(value) ? value.join(', ') : value;
  }
}

/** Parses the input by the schema. Refuses with invalid_input naming every field to correct. */
export function parseSent<Parsed>(schema: z.ZodType<Parsed>, value: unknown): Parsed {
  const parseResult = schema.safeParse(value, { error: defaultReason });
  if (parseResult.success) return parseResult.data;
  throw invalidFields(parseResult.error);
}

/** The refusal (400) with the text of the first field, so that texts of the specification appear unchanged. */
function invalidFields({ issues }: z.ZodError): Invalid {
  const fields: Record<string, FilledReason> = {};
  for (const issue of issues) fields[issue.path.join('.') || 'body'] ??= fieldErrorOf(issue);
  return new Invalid('invalid_input', issues[0] ? fieldErrorOf(issues[0]) : 'input_invalid', { fields });
}

/** Largest JSON body; files travel as multipart. */
export const maxJsonKilobytes = 100;

const parseJson = express.json({ limit: `${maxJsonKilobytes}kb`, inflate: false, type: () => true });

/**
 * The JSON body, `{}` when none was sent. Refuses with unsupported_media_type other content types; throws the library's
 * error for more than 100 KB and for broken JSON.
 */
export async function readJsonBody(
  request: IncomingMessage & { body?: unknown },
  response: ServerResponse,
): Promise<unknown> {
  const { headers } = request;
  const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
  if (!hasBody) return {};
  if (!/^application\/json\s*(;|$)/i.test(headers['content-type'] ?? '')) {
    throw new UnsupportedType('unsupported_media_type', 'body_not_json');
  }
  refuseGone(request);
  await new Promise<void>((resolve, reject) => {
    parseJson(request, response, (error?: Error) => (error ? reject(error) : resolve()));
  });
  return request.body ?? {};
}

/**
 * Languages that a caller reads, best first, by the header Accept-Language: tags such as "pt-BR", as
 * `navigator.languages` has them.
 */
export function languageTagsOf(acceptHeader: string | undefined): string[] {
  const preferences = (acceptHeader ?? '').slice(0, 200).split(',').map(preferenceOf);
  return preferences
    .filter(({ tag, weight }) => weight > 0 && /^[a-z]{2,3}(-[a-z0-9]+)*$/i.test(tag))
    .toSorted((item, other) => other.weight - item.weight)
    .map(({ tag }) => tag);
}

/** The language of the product that a caller reads best; English where the header names none of them. */
export function languageOf(acceptHeader: string | undefined): LanguageCode {
  for (const tag of languageTagsOf(acceptHeader)) {
    const language = languages.find(({ code }) => code === tag.split('-')[0]?.toLowerCase());
    if (language) return language.code;
  }
  return 'en';
}

/** "pt-BR;q=0.8" prefers Brazilian Portuguese, at 0.8. */
function preferenceOf(part: string): { tag: string; weight: number } {
  const [tag = '', ...parameters] = part.split(';').map((item) => item.trim());
  const weight = parameters.find((item) => /^q=/i.test(item));
  return { tag, weight: weight === undefined ? 1 : Number(weight.slice(2)) || 0 };
}

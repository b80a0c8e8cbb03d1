import type { IncomingMessage, ServerResponse } from 'node:http';
import { isDatabaseUnavailable, isDiskFull, isInvalidValue, isLockTimeout } from '#server/db/errors.ts';
import type { Log } from '#server/lib/log.ts';
import { errorStatus } from '#shared/kernel/error.ts';
import { reasonWith } from '#shared/kernel/reason.ts';
import { fieldsOf } from '#shared/kernel/records.ts';
import {
  Busy,
  errorBody,
  Invalid,
  Refusal,
  StorageFull,
  TooLarge,
  Unavailable,
  UnsupportedType,
} from '../lib/refusal.ts';
import { denySharedCache, sendJson } from './reply.ts';
import { maxJsonKilobytes } from './request.ts';

type Next = (error?: unknown) => void;

const internal = errorBody('internal', 'internal');

/**
 * The last middleware: every error becomes `{message, code, reason, …}`; an unexpected one is logged, without details.
 */
export function answerErrors(log: Log) {
  // Four parameters: that is how the router recognizes an error handler.
  return (error: unknown, request: IncomingMessage & { id?: string }, response: ServerResponse, _next: Next): void => {
    const refusal = refusalOf(error);
    const status = refusal?.status ?? errorStatus.internal;
    if (status >= errorStatus.internal) {
      log.error({ requestId: request.id, method: request.method, err: error }, 'request failed');
    }
    if (response.headersSent) {
      response.destroy();
      return;
    }
    denySharedCache(response);
    for (const name of ['ETag', 'X-Total-Count', 'Content-Disposition']) response.removeHeader(name);
    for (const [name, value] of Object.entries(refusal?.headers ?? {})) response.setHeader(name, value);
    response.statusCode = status;
    sendJson(response, JSON.stringify(refusal?.toBody() ?? internal));
  };
}

/** The refusal that an error maps to, also for library errors; undefined when it is our bug. */
export function refusalOf(error: unknown): Refusal | undefined {
  if (error instanceof Refusal) return error;
  if (isLockTimeout(error)) return new Busy();
  if (isDatabaseUnavailable(error)) return new Unavailable();
  if (isInvalidValue(error)) return new Invalid('invalid_input', 'characters_unstorable');
  const { type, status, code } = fieldsOf(error);
  if (code === 'ENOSPC' || code === 'EDQUOT' || isDiskFull(error)) return new StorageFull();
  if (typeof type === 'string') return bodyRefusal(type);
  if (error instanceof URIError || (status === 400 && error instanceof Error)) {
    return new Invalid('invalid_input', 'address_invalid');
  }
  return undefined;
}

/** The refusal for an error of the body parser; undefined for any other error. */
function bodyRefusal(type: string): Refusal | undefined {
  switch (type) {
    case 'entity.too.large':
      return new TooLarge('body_too_large', reasonWith('request_too_large', { max: maxJsonKilobytes }));
    case 'encoding.unsupported':
    case 'charset.unsupported':
      return new UnsupportedType('unsupported_media_type', 'body_not_utf8');
    case 'entity.parse.failed':
    case 'request.size.invalid':
    case 'request.aborted':
      return new Invalid('invalid_json', 'json_invalid');
    default:
      return undefined;
  }
}

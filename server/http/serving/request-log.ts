import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Log } from '#server/lib/log.ts';
import type { Id } from '#shared/kernel/ids.ts';

type LoggedRequest = IncomingMessage & { id?: string; userId?: Id<'user'>; route?: { path?: unknown } };

/**
 * Gives every request an id, and writes a line at its end by an allow list: method, pattern of the route, caller's id,
 * status, time. No body, header, address or name. The common middleware costs more than an unchanged poll.
 */
export function requestLog(log: Log) {
  // Every key below is named here, so there is nothing to search each line for.
  const lines = log.child({}, { redact: [] });
  return (request: LoggedRequest, response: ServerResponse, next: () => void): void => {
    const startedAt = performance.now();
    const requestId = randomUUID();
    request.id = requestId;
    response.setHeader('X-Request-Id', requestId);
    response.once('close', () => {
      const { method, route } = request;
      const { statusCode: status, writableFinished } = response;
      const fields = {
        requestId,
        method,
        route: typeof route?.path === 'string' ? route.path : undefined,
        userId: request.userId,
        status,
        aborted: !writableFinished || undefined,
        ms: Math.round(performance.now() - startedAt),
      };
      if (status >= 500) lines.warn(fields, 'request');
      else lines.info(fields, 'request');
    });
    next();
  };
}

import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pinoHttp } from 'pino-http';
import type { Log } from '#server/log.ts';

type Routed = IncomingMessage & { route?: { path?: unknown } };

/**
 * Gives every request an id and writes one line for it when it ends. An allow list: method, the route's pattern (no
 * ids, no query), status and time. Bodies, headers, addresses and names never reach the log.
 */
export function requestLog(log: Log) {
  return pinoHttp<Routed>({
    // Every key below is named here, so there is nothing to search each line for.
    logger: log.child({}, { redact: [] }),
    genReqId: (_request, response) => {
      const id = randomUUID();
      response.setHeader('X-Request-Id', id);
      return id;
    },
    quietReqLogger: true,
    quietResLogger: true,
    customAttributeKeys: { reqId: 'requestId', responseTime: 'ms' },
    customSuccessObject: (request, response, value: Record<string, unknown>) => lineOf(request, response, value),
    customErrorObject: (request, response, _error, value: Record<string, unknown>) => lineOf(request, response, value),
    customLogLevel: (_request, response) => (response.statusCode >= 500 ? 'warn' : 'info'),
    customSuccessMessage: () => 'request',
    customErrorMessage: () => 'request',
  });
}

function lineOf(request: Routed, response: ServerResponse, { ms }: Record<string, unknown>) {
  return {
    method: request.method,
    route: typeof request.route?.path === 'string' ? request.route.path : undefined,
    status: response.statusCode,
    aborted: !response.writableFinished || undefined,
    ms,
  };
}

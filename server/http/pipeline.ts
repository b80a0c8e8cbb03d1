import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { Router, type RequestHandler } from 'express';
import type { Log } from '#server/lib/log.ts';
import { NotFound } from '../lib/refusal.ts';
import { docsRoutes } from './docs/docs.ts';
import { answerErrors } from './errors.ts';
import { endpointsOf } from './route.ts';
import { requestLog } from './serving/request-log.ts';
import { securityHeaders } from './serving/security-headers.ts';
import { refuseUnknown } from './serving/unknown-path.ts';

/**
 * The pages of the client, and the scripts inlined in them, which the content security policy allows by their hashes.
 */
type Client = { pages: RequestHandler; inlineScripts: string[] };
type PipelineDeps = Parameters<typeof docsRoutes>[0] & { log: Log; publicUrl: string };

/**
 * Builds the path of every request: headers, id and log, the routers in the order of the features, pages, errors;
 * not_found for all else. It is Express's router without its application, which swaps two prototypes a request and so
 * costs more than the guard.
 */
export function buildPipeline(
  deps: PipelineDeps,
  routers: readonly Router[],
  { pages, inlineScripts }: Client,
): RequestListener {
  const { log, publicUrl } = deps;
  const pipeline = Router();
  pipeline.use(securityHeaders(publicUrl, inlineScripts));
  pipeline.use(requestLog(log));
  pipeline.use('/api', noStore);
  pipeline.use(byBeginning(routers));
  pipeline.use(docsRoutes(deps));
  pipeline.use(refuseUnknown(routers));
  pipeline.use(pages);
  pipeline.use(() => {
    throw new NotFound('page_not_found');
  });
  pipeline.use(answerErrors(log));
  // Express takes requests of Node; its types ask for those that it makes of them.
  const handle = pipeline as unknown as (
    request: IncomingMessage,
    response: ServerResponse,
    done: (error?: unknown) => void,
  ) => void;
  return (request, response) =>
    handle(request, response, (error) => {
      // Runs only when the error handler itself fails.
      log.error({ err: error }, 'answering failed');
      response.destroy();
    });
}

/** The beginning of the path of an endpoint or a request: two parts, three in the administration. */
function beginningOf(url: string): string {
  return /^(?:https?:\/\/[^/]+)?(\/[^/?#]+(?:\/admin)?(?:\/[^/?#]+)?)/i.exec(url)?.[1]?.toLowerCase() ?? '';
}

/** The routers in their order, of which a request tries those with an endpoint that begins like its address. */
function byBeginning(routers: readonly Router[]): RequestHandler {
  const table = new Map<string, Router>();
  for (const router of routers) {
    for (const beginning of new Set(endpointsOf(router).map(({ path }) => beginningOf(path)))) {
      if (beginning.includes(':')) throw new Error(`${beginning}: an address begins with names, not with parameters`);
      table.set(beginning, (table.get(beginning) ?? Router()).use(router));
    }
  }
  return (request, response, next) => {
    const routeTable = table.get(beginningOf(request.url));
    if (routeTable) routeTable(request, response, next);
    else next();
  };
}

/** API answers are personal: no browser or proxy caches them. */
function noStore(_request: IncomingMessage, response: ServerResponse, next: () => void): void {
  response.setHeader('Cache-Control', 'no-store');
  next();
}

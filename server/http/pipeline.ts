import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { Router } from 'express';
import type { Log } from '#server/log.ts';
import { docsRoutes } from './docs.ts';
import { answerErrors } from './errors.ts';
import { NotFound } from './refusal.ts';
import { requestLog } from './request-log.ts';
import { directRoutes } from './route.ts';
import { securityHeaders } from './security-headers.ts';
import { inlineScriptsIn, serveClient, type PagesDeps } from '../ssr/pages.ts';
import { refuseUnknown } from './unknown-path.ts';

type PipelineDeps = PagesDeps & { log: Log };

/**
 * The way of every request: headers, id and log, then the routers in the order of the house, then the client's pages,
 * then errors. Express's router without its application: that one would swap the prototypes of each request and
 * response, which costs more than the whole guard, and nothing here needs what they add.
 */
export function buildPipeline(deps: PipelineDeps, routers: readonly Router[]): RequestListener {
  const { log, publicUrl } = deps;
  const way = Router();
  way.use(securityHeaders(publicUrl, inlineScriptsIn()));
  way.use(requestLog(log));
  way.use('/api', noStore);
  way.use(directRoutes(routers));
  for (const router of routers) way.use(router);
  way.use(docsRoutes(publicUrl));
  way.use(refuseUnknown(routers));
  way.use(serveClient(deps));
  way.use(() => {
    throw new NotFound('page');
  });
  way.use(answerErrors(log));
  const handle = way as unknown as (
    request: IncomingMessage,
    response: ServerResponse,
    done: (error?: unknown) => void,
  ) => void;
  return (request, response) =>
    handle(request, response, (error) => {
      // Reached only when the error handler itself failed.
      log.error({ err: error }, 'answering failed');
      response.destroy();
    });
}

/** Answers of the API are personal: no browser or proxy keeps them. */
function noStore(_request: IncomingMessage, response: ServerResponse, next: () => void): void {
  response.setHeader('Cache-Control', 'no-store');
  next();
}

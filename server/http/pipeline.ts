import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { Router } from 'express';
import type { Log } from '#server/log.ts';
import { inlineScriptsIn, serveClient, type PagesDeps } from '../ssr/pages.ts';
import { docsRoutes } from './docs.ts';
import { answerErrors } from './errors.ts';
import { NotFound } from './refusal.ts';
import { requestLog } from './request-log.ts';
import { securityHeaders } from './security-headers.ts';
import { refuseUnknown } from './unknown-path.ts';

type PipelineDeps = PagesDeps & { log: Log };

/**
 * The path of every request: headers, id and log, then the routers in the order of the features, then the client's pages,
 * then errors. Express's router without its application: that one would swap the prototypes of each request and
 * response, which costs more than the whole guard, and nothing here needs what they add.
 */
export function buildPipeline(deps: PipelineDeps, routers: readonly Router[]): RequestListener {
  const { log, publicUrl } = deps;
  const pipeline = Router();
  pipeline.use(securityHeaders(publicUrl, inlineScriptsIn()));
  pipeline.use(requestLog(log));
  pipeline.use('/api', noStore);
  for (const router of routers) pipeline.use(router);
  pipeline.use(docsRoutes(deps));
  pipeline.use(refuseUnknown(routers));
  pipeline.use(serveClient(deps));
  pipeline.use(() => {
    throw new NotFound('page_not_found');
  });
  pipeline.use(answerErrors(log));
  const handle = pipeline as unknown as (
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

/** API answers are personal: no browser or proxy caches them. */
function noStore(_request: IncomingMessage, response: ServerResponse, next: () => void): void {
  response.setHeader('Cache-Control', 'no-store');
  next();
}

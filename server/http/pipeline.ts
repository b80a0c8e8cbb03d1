import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { Router, type RequestHandler } from 'express';
import type { Log } from '#server/lib/log.ts';
import { NotFound } from '../lib/refusal.ts';
import { docsRoutes } from './docs/docs.ts';
import { answerErrors } from './errors.ts';
import { requestLog } from './serving/request-log.ts';
import { securityHeaders } from './serving/security-headers.ts';
import { refuseUnknown } from './serving/unknown-path.ts';

/** The pages of the client, and the scripts inlined in them, which the content security policy allows by their hashes. */
type Client = { pages: RequestHandler; inlineScripts: string[] };
type PipelineDeps = Parameters<typeof docsRoutes>[0] & { log: Log; publicUrl: string };

/**
 * The path of every request: headers, id and log, then the routers in the order of the features, then the client's pages,
 * then errors. Express's router without its application: that one would swap the prototypes of each request and
 * response, which costs more than the whole guard, and nothing here needs what they add.
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
  for (const router of routers) pipeline.use(router);
  pipeline.use(docsRoutes(deps));
  pipeline.use(refuseUnknown(routers));
  pipeline.use(pages);
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

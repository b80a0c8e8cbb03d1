import type { Router } from 'express';
import { createRoutes, type RouteDeps } from '#server/http/route.ts';
import * as contract from '#shared/files/files.contract.ts';
import { createCaseLink, createLink, openFile, type FileAccessDeps } from './files.access.ts';

/** The routes that show files; the features that they belong to pass them in. */
export function filesRoutes(deps: RouteDeps & FileAccessDeps): Router {
  const { router, route } = createRoutes(deps);

  route(contract.getFile, 'public', ({ actor, params: { filename }, query: { token, download, full }, request }) => {
    const options = { asDownload: download === '1', isFull: full === '1' };
    return openFile(deps, { filename, actor, token, ...options, requestId: request.id });
  });

  route(contract.createFileLink, 'customer', ({ actor, params: { filename }, query: { full } }) =>
    createLink(deps, actor, filename, full === '1'),
  );

  route(contract.openForCase, 'orders.read', ({ actor, params: { filename }, body }) =>
    createCaseLink(deps, actor, filename, body.reason),
  );

  return router;
}

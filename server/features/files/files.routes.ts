import type { Router } from 'express';
import { createRoutes, type RouteDeps } from '#server/http/route.ts';
import * as contract from '#shared/files/files.contract.ts';
import { createCaseLink, createLink, openFile, type FileAccessDeps } from './files.access.ts';

/** Looking at files; they come in through the features they belong to. */
export function filesRoutes(deps: RouteDeps & FileAccessDeps): Router {
  const { router, route } = createRoutes(deps);

  route(contract.getFile, ({ actor, params: { filename }, query: { token, download }, request }) =>
    openFile(deps, { filename, actor, token, asDownload: download === '1', requestId: request.id }),
  );

  route(contract.createFileLink, ({ actor, params: { filename } }) => createLink(deps, actor, filename));

  route(contract.openForCase, ({ actor, params: { filename }, body }) =>
    createCaseLink(deps, actor, filename, body.reason),
  );

  return router;
}

import { Router } from 'express';
import { route, type RouteDeps } from '#server/http/route.ts';
import * as contract from '#shared/files/files.contract.ts';
import { createCaseLink, createLink, openFile, type FileAccessDeps } from './files.access.ts';

/** Looking at files; they come in through the features they belong to. */
export function filesRoutes(deps: RouteDeps & FileAccessDeps): Router {
  const router = Router();

  route(router, deps, contract.getFile, ({ actor, params: { filename }, query: { token, download }, request }) =>
    openFile(deps, { filename, actor, token, asDownload: download === '1', requestId: request.id }),
  );

  route(router, deps, contract.createFileLink, ({ actor, params: { filename } }) => createLink(deps, actor, filename));

  route(router, deps, contract.openForCase, ({ actor, params: { filename }, body }) =>
    createCaseLink(deps, actor, filename, body.reason),
  );

  return router;
}

import type { Router } from 'express';
import { mountActions } from '#server/features/audit/audit.actions.service.ts';
import { createRoutes } from '#server/http/route.ts';
import * as contract from '#shared/imports/imports.contract.ts';
import { importActions } from './imports.actions.service.ts';
import { bringCustomer } from './imports.bringing.service.ts';
import { checkFile } from './imports.checking.service.ts';
import { importDetails, listImports, problemsFile } from './imports.list.service.ts';
import type { ImportsDeps } from './imports.ports.ts';

/** Customers whom the team enters: one by one, or from a file. */
export function importsAdminRoutes(deps: ImportsDeps): Router {
  const { router, route } = createRoutes(deps);
  route(contract.bringCustomer, 'users.write', ({ actor, body, idempotency }) =>
    bringCustomer(deps, actor, body, idempotency),
  );
  route(contract.checkImport, 'users.write', ({ actor, body, files, reply, idempotency }) =>
    checkFile(deps, actor, body, files.csv, { idempotency, onKnown: () => reply.status(200) }),
  );
  route(contract.listImports, 'users.write', ({ query, reply }) => reply.page(listImports(deps, query)));
  route(contract.getImport, 'users.write', ({ params, query }) =>
    query.as === 'problems' ? problemsFile(deps, params.id) : importDetails(deps, params.id),
  );
  mountActions(route, 'users.write', deps, importActions);
  return router;
}

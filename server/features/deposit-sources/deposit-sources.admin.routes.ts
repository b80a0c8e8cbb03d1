import type { Router } from 'express';
import { createRoutes } from '#server/http/route.ts';
import * as contract from '#shared/deposit-sources/deposit-sources.contract.ts';
import { exportAddresses, pageOfAddresses } from './deposit-sources.addresses.service.ts';
import * as service from './deposit-sources.admin.service.ts';
import { checkAddress } from './deposit-sources.watching.service.ts';

/** Where own addresses come from. Writes need step-up. */
export function depositSourcesAdminRoutes(deps: service.SourceDeps): Router {
  const { router, route } = createRoutes(deps);
  route(contract.listDepositSources, () => service.listForAdmin(deps));
  route(contract.previewSource, ({ body }) => service.preview(deps, body));
  route(contract.createSource, ({ actor, body, idempotency }) => service.createSource(deps, actor, body, idempotency));
  route(contract.getSource, ({ params }) => service.readSource(deps, params.id));
  route(contract.changeSource, ({ actor, params, body, call }) =>
    service.changeSource(deps, actor, params.id, body, call),
  );
  route(contract.addAddresses, ({ actor, params, body, call }) =>
    service.addToPool(deps, actor, params.id, body, call),
  );
  route(contract.withdrawSourceChange, ({ actor, params }) => service.withdrawChange(deps, actor, params.id));
  route(contract.stopSource, ({ actor, params, body, call }) =>
    service.stopSource(deps, actor, params.id, { ...body, call }),
  );
  route(contract.listOwnAddresses, ({ params, query, reply }) =>
    reply.page(pageOfAddresses(deps, { sourceId: params.id, ...query })),
  );
  route(contract.exportOwnAddresses, ({ actor, params }) => exportAddresses(deps, actor, params.id));
  route(contract.checkOwnAddress, ({ params }) => checkAddress(deps, params.id, params.addressId));
  return router;
}

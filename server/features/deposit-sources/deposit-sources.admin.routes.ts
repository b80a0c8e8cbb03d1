import type { Router } from 'express';
import { mountActions } from '#server/features/audit/audit.actions.service.ts';
import { createRoutes } from '#server/http/route.ts';
import * as contract from '#shared/deposit-sources/deposit-sources.contract.ts';
import { createSource, sourceActions } from './deposit-sources.actions.service.ts';
import { exportAddresses, pageOfAddresses } from './deposit-sources.addresses.service.ts';
import * as service from './deposit-sources.admin.service.ts';
import type { DepositSourcesDeps, DepositSourcesPorts } from './deposit-sources.ports.ts';
import { checkAddress } from './deposit-sources.watching.service.ts';

/** Routes of the sources of own addresses. Writes need step-up. */
export function depositSourcesAdminRoutes(deps: DepositSourcesDeps & DepositSourcesPorts): Router {
  const { router, route } = createRoutes(deps);
  route(contract.listDepositSources, 'wallets.write', () => service.listForAdmin(deps));
  route(contract.previewSource, 'wallets.write', ({ body }) => service.preview(deps, body));
  route(contract.createSource, 'wallets.write', ({ actor, body, idempotency }) =>
    createSource(deps, actor, body, idempotency),
  );
  route(contract.getSource, 'wallets.write', ({ params }) => service.readSource(deps, params.id));
  mountActions(route, 'wallets.write', deps, sourceActions);
  route(contract.listOwnAddresses, 'wallets.write', ({ params, query, reply }) =>
    reply.page(pageOfAddresses(deps, { sourceId: params.id, ...query })),
  );
  route(contract.exportOwnAddresses, 'wallets.write', ({ actor, params }) => exportAddresses(deps, actor, params.id));
  route(contract.checkOwnAddress, 'orders.decide', ({ params }) => checkAddress(deps, params.id, params.addressId));
  return router;
}

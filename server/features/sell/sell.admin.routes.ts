import type { Router } from 'express';
import { mountActions } from '#server/features/audit/audit.actions.service.ts';
import type { WalletsPorts } from '#server/features/wallets/wallets.ports.ts';
import { createRoutes } from '#server/http/route.ts';
import * as admin from '#shared/sell/sell.admin.contract.ts';
import * as contract from '#shared/sell/sell.contract.ts';
import { listAllQuotes, openOrderOfQuote, readAnyQuote, stopDepositAddress, sumQuotes } from './sell.admin.service.ts';
import type { SellDeps } from './sell.ports.ts';
import { useOfAddress } from './sell.service.ts';

/** Endpoints for the team's view of sale quotes and the orders opened from them. */
export function sellAdminRoutes(deps: SellDeps & WalletsPorts): Router {
  const { router, route } = createRoutes(deps);
  route(admin.adminListSellQuotes, 'orders.read', async ({ actor, query, reply }) => {
    const { quotes, total } = await listAllQuotes(deps, actor, query);
    reply.total(total);
    return quotes;
  });
  route(admin.adminSellQuoteTotals, 'orders.read', ({ actor, query }) => sumQuotes(deps, actor, query));
  route(admin.adminGetSellQuote, 'orders.read', ({ params }) => readAnyQuote(deps, params.id));
  route(admin.openOrderOfQuote, 'orders.decide', ({ actor, params, body }) =>
    openOrderOfQuote(deps, actor, params, body),
  );
  route(contract.addressUse, 'wallets.write', ({ params, query }) =>
    useOfAddress(deps, params.cryptoId, query.address),
  );
  mountActions(route, 'wallets.write', deps, [stopDepositAddress]);
  return router;
}

import type { Router } from 'express';
import { jsonText } from '#server/http/reply.ts';
import { createRoutes } from '#server/http/route.ts';
import * as contract from '#shared/sell/sell.contract.ts';
import { setPayout } from './sell.payout.service.ts';
import type { SellDeps } from './sell.ports.ts';
import * as service from './sell.service.ts';
import { submitSellOrder } from './sell.submission.service.ts';

/** Estimates, quotes and orders of a sale. */
export function sellRoutes(deps: SellDeps): Router {
  const { router, route } = createRoutes(deps);
  // Screens ask at every keystroke, so the estimate is sent without a parse: it has the contract's own shape.
  route(contract.calculateSellAmount, 'public', async ({ body }) =>
    jsonText(JSON.stringify(await service.estimateSell(deps, body))),
  );
  route(contract.createSellQuote, 'customer', ({ actor, body, idempotency }) =>
    service.createSellQuote(deps, actor, body, idempotency),
  );
  route(contract.listSellQuotes, 'customer', ({ actor }) => service.listQuotes(deps, actor));
  route(contract.getSellQuote, 'customer', ({ actor, params }) => service.readQuote(deps, actor, params.id));
  route(contract.deleteSellQuote, 'customer', ({ actor, params }) => service.dropQuote(deps, actor, params.id));
  route(contract.setQuotePayout, 'customer', ({ actor, params, body }) => setPayout(deps, actor, params.id, body));
  route(contract.sellAllowance, 'customer', ({ actor }) => service.readAllowance(deps, actor));
  route(contract.submitSellOrder, 'customer', ({ actor, body, files, idempotency, reply }) =>
    submitSellOrder(deps, actor, {
      order: body.transactionData,
      proof: files.paymentProof[0],
      idempotency,
      answerKnown: () => reply.status(200),
    }),
  );
  return router;
}

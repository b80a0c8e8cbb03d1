import { Router } from 'express';
import { checkReceipt, exportTransactions, getReceipt } from '#shared/transactions/receipts.contract.ts';
import * as contract from '#shared/transactions/transactions.contract.ts';
import type { Deps } from '#server/deps.ts';
import { notModified } from '#server/http/reply.ts';
import { route } from '#server/http/route.ts';
import { cancelOwn } from './awaiting.service.ts';
import { exportOwn } from './export.service.ts';
import * as service from './lists.service.ts';
import { receiptByCode, receiptOf } from './receipts.service.ts';

/** A customer's own orders. */
export function transactionRoutes(deps: Deps): Router {
  const router = Router();
  route(router, deps, contract.listTransactions, async ({ actor, query, reply }) => {
    // Taken before the rows are read: a change in between makes the next poll read again.
    const version = deps.orders.ofCustomer(actor.userId);
    if (version !== undefined && reply.etag(`${version}.${encodeURIComponent(JSON.stringify(query))}`))
      return notModified;
    const { json, total } = await service.ownTransactions(deps, actor, query);
    reply.total(total);
    return reply.jsonText(json);
  });
  // Before the order by its id, which would take the word for one.
  route(router, deps, exportTransactions, ({ actor, query, request }) =>
    exportOwn(deps, actor, query, request.language),
  );
  route(router, deps, getReceipt, ({ actor, params, request }) => receiptOf(deps, actor, params.id, request.language));
  route(router, deps, checkReceipt, ({ params }) => receiptByCode(deps, params.code));
  route(router, deps, contract.getTransaction, async ({ actor, params, reply }) =>
    reply.jsonText(await service.ownTransaction(deps, actor, params.id)),
  );
  route(router, deps, contract.cancelTransaction, async ({ actor, params, reply }) =>
    reply.jsonText(await cancelOwn(deps, actor, params.id)),
  );
  return router;
}

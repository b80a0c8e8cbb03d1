import type { Router } from 'express';
import { mountActions } from '#server/features/audit/audit.actions.service.ts';
import type { ChainsPorts } from '#server/features/chains/chains.ports.ts';
import type { RatesPorts } from '#server/features/rates/rates.ports.ts';
import { createRoutes } from '#server/http/route.ts';
import type { Platform } from '#server/platform.ts';
import * as contract from '#shared/books/books.contract.ts';
import * as periods from '#shared/books/books.periods.contract.ts';
import { enterDisposals } from './disposals/books.disposals.service.ts';
import * as journal from './journal/books.journal.service.ts';
import { manualActions } from './manual/books.manual.service.ts';
import { periodActions } from './periods/books.periods.service.ts';
import * as views from './periods/books.periods.view.service.ts';
import { positions } from './reports/books.positions.service.ts';
import { readProfit } from './reports/books.profit.service.ts';
import { reconciliation } from './reports/books.reconciliation.service.ts';

/** The book as the team reads it: journal, positions, profit, months, and manual entries. */
export function booksAdminRoutes(deps: Platform & Pick<ChainsPorts, 'balances'> & RatesPorts): Router {
  const { router, route } = createRoutes(deps);
  route(contract.listJournal, 'books.read', ({ actor, query, reply }) =>
    reply.page(journal.journalPage(deps, actor, query)),
  );
  route(contract.exportJournal, 'books.read', ({ actor, query }) => journal.exportMonth(deps, actor, query));
  route(contract.listPositions, 'books.read', ({ query }) => positions(deps, query));
  route(contract.listProfit, 'books.read', ({ query }) => readProfit(deps, query));
  route(contract.getReconciliation, 'books.read', () => reconciliation(deps));
  route(contract.getOrderBook, 'orders.read', ({ params }) => journal.orderBook(deps, params.id));
  route(contract.importDisposals, 'settings.write', ({ actor, body, files, idempotency }) =>
    enterDisposals(deps, actor, body, files.disposals, idempotency),
  );
  route(periods.listPeriods, 'books.read', () => views.listPeriods(deps));
  route(periods.getPeriod, 'books.read', ({ params }) => views.periodView(deps.db, params.month, deps.now()));
  mountActions(route, 'settings.write', deps, [...manualActions, ...periodActions]);
  return router;
}

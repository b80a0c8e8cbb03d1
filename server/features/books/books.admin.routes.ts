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
  route(contract.listJournal, ({ actor, query, reply }) => reply.page(journal.journalPage(deps, actor, query)));
  route(contract.exportJournal, ({ actor, query }) => journal.exportMonth(deps, actor, query));
  route(contract.listPositions, ({ query }) => positions(deps, query));
  route(contract.listProfit, ({ query }) => readProfit(deps, query));
  route(contract.getReconciliation, () => reconciliation(deps));
  route(contract.getOrderBook, ({ params }) => journal.orderBook(deps, params.id));
  route(contract.importDisposals, ({ actor, body, files, idempotency }) =>
    enterDisposals(deps, actor, body, files.disposals, idempotency),
  );
  route(periods.listPeriods, () => views.listPeriods(deps));
  route(periods.getPeriod, ({ params }) => views.periodView(deps.db, params.month, deps.now()));
  mountActions(route, deps, [...manualActions, ...periodActions]);
  return router;
}

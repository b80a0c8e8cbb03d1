import type { Router } from 'express';
import type { ChainsPorts } from '#server/features/chains/chains.ports.ts';
import { createRoutes } from '#server/http/route.ts';
import type { Platform } from '#server/platform.ts';
import * as contract from '#shared/books/books.contract.ts';
import * as periods from '#shared/books/books.periods.contract.ts';
import { enterDisposals } from './disposals/books.disposals.service.ts';
import * as journal from './journal/books.journal.service.ts';
import * as manual from './manual/books.manual.service.ts';
import { closeBooks, reopenBooks } from './periods/books.periods.service.ts';
import * as views from './periods/books.periods.view.service.ts';
import { positions } from './reports/books.positions.service.ts';
import { profit } from './reports/books.profit.service.ts';
import { reconciliation } from './reports/books.reconciliation.service.ts';

/** The book as the team reads it: journal, positions, profit, months, and what is entered by hand. */
export function booksAdminRoutes(deps: Platform & Pick<ChainsPorts, 'balances'>): Router {
  const { router, route } = createRoutes(deps);
  route(contract.listJournal, ({ actor, query, reply }) => reply.page(journal.journalPage(deps, actor, query)));
  route(contract.exportJournal, ({ actor, query }) => journal.exportMonth(deps, actor, query));
  route(contract.listPositions, ({ query }) => positions(deps, query));
  route(contract.listProfit, ({ query }) => profit(deps, query));
  route(contract.getReconciliation, () => reconciliation(deps));
  route(contract.getOrderBook, ({ params }) => journal.orderBook(deps, params.id));
  route(contract.enterManually, ({ actor, body, idempotency }) => manual.enterByHand(deps, actor, body, idempotency));
  route(contract.reverseEntry, ({ actor, params, body, idempotency }) =>
    manual.reverseByHand(deps, actor, params.id, body.note, idempotency),
  );
  route(contract.setBookRate, ({ actor, params, body, idempotency }) =>
    manual.setRate(deps, actor, { ...params, ...body }, idempotency),
  );
  route(contract.importDisposals, ({ actor, body, files, idempotency }) =>
    enterDisposals(deps, actor, body, files.disposals, idempotency),
  );
  route(periods.listPeriods, () => views.listPeriods(deps));
  route(periods.getPeriod, ({ params }) => views.periodView(deps.db, params.month, deps.now()));
  route(periods.closePeriod, ({ actor, params, body, call, idempotency }) =>
    closeBooks(deps, actor, { ...params, ...body, call }, idempotency),
  );
  route(periods.reopenPeriod, ({ actor, params, body, call, idempotency }) =>
    reopenBooks(deps, actor, { ...params, ...body, call }, idempotency),
  );
  return router;
}

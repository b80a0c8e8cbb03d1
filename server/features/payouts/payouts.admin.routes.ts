import type { Router } from 'express';
import { mountActions } from '#server/features/audit/audit.actions.service.ts';
import { createRoutes, type MountRoute } from '#server/http/route.ts';
import * as matching from '#shared/orders/admin/orders.matching.contract.ts';
import * as accounts from '#shared/payouts/payouts.accounts.contract.ts';
import * as batchContract from '#shared/payouts/payouts.batches.contract.ts';
import * as contract from '#shared/payouts/payouts.contract.ts';
import * as statements from '#shared/payouts/payouts.statements.contract.ts';
import * as paying from './accounts/payouts.accounts.service.ts';
import * as profiles from './accounts/payouts.profiles.service.ts';
import { cancelBatch, releasedActions } from './batches/payouts.batches.actions.service.ts';
import * as batches from './batches/payouts.batches.service.ts';
import * as views from './batches/payouts.batches.view.service.ts';
import * as files from './batches/payouts.files.service.ts';
import { releaseBatch } from './batches/payouts.release.service.ts';
import { duePartsOf } from './list/payouts.due.service.ts';
import * as lists from './list/payouts.list.service.ts';
import { approveMany } from './matching/payouts.approving.service.ts';
import { matchingOrders } from './matching/payouts.matching.service.ts';
import { preparingActions, settlingActions } from './payouts.actions.service.ts';
import { approvePayout } from './payouts.approval.service.ts';
import type { PayoutsDeps } from './payouts.ports.ts';
import * as imports from './statements/payouts.import.service.ts';
import { lineActions } from './statements/payouts.lines.actions.service.ts';
import * as lines from './statements/payouts.lines.service.ts';
import * as matches from './statements/payouts.matches.service.ts';
import { receiveStatement } from './statements/payouts.receiving.service.ts';
import * as settling from './statements/payouts.settling.service.ts';

/** Payouts, their batches, the accounts that they are paid from, and the statements of the bank. */
export function payoutsAdminRoutes(deps: PayoutsDeps): Router {
  const { router, route } = createRoutes(deps);
  route(contract.approveForPayout, 'orders.decide', ({ actor, params, body, idempotency, call }) =>
    approvePayout(deps, actor, params.id, { body, call }, idempotency),
  );
  route(matching.listMatching, 'orders.decide', ({ actor }) => matchingOrders(deps, actor));
  route(matching.approveMatching, 'orders.decide', ({ actor, body, idempotency }) =>
    approveMany(deps, actor, body, idempotency),
  );
  route(contract.listPayouts, 'orders.read', ({ actor, query, reply }) =>
    reply.page(lists.payoutPage(deps, actor, query)),
  );
  // Before the payout by id, which would match these paths.
  route(contract.payoutFigures, 'orders.read', ({ actor }) => lists.figuresOf(deps, actor));
  route(contract.listDueParts, 'payouts.prepare', ({ actor }) => duePartsOf(deps, actor));
  route(contract.exportPayouts, 'books.read', ({ actor, query }) => lists.exportPayoutList(deps, actor, query));
  route(contract.getPayout, 'orders.read', ({ params }) => lists.payoutDetails(deps, params.id));
  mountActions(route, 'payouts.prepare', deps, preparingActions);
  mountActions(route, 'payouts.release', deps, settlingActions);
  batchRoutes(route, deps);
  accountRoutes(route, deps);
  statementRoutes(route, deps);
  return router;
}

function batchRoutes(route: MountRoute, deps: PayoutsDeps): void {
  route(batchContract.makeBatch, 'payouts.prepare', ({ actor, body, idempotency }) =>
    batches.makeBatch(deps, actor, body, idempotency),
  );
  route(batchContract.listBatches, 'orders.read', ({ actor, query, reply }) =>
    reply.page(views.listBatches(deps, actor, query)),
  );
  route(batchContract.getBatch, 'orders.read', ({ actor, params }) => views.batchDetails(deps, actor, params.id));
  mountActions(route, 'payouts.prepare', deps, [cancelBatch]);
  mountActions(route, 'payouts.release', deps, [...releasedActions, releaseBatch]);
  route(batchContract.batchFile, 'payouts.release', async ({ actor, params, reply }) => {
    const { file, sha256 } = await files.batchFile(deps, actor, params.id);
    reply.header('ETag', `"${sha256}"`);
    return file;
  });
}

function accountRoutes(route: MountRoute, deps: PayoutsDeps): void {
  route(accounts.listDeskAccounts, 'orders.read', ({ actor }) => paying.listAccounts(deps, actor));
  route(accounts.listProfiles, 'orders.read', () => profiles.listProfiles(deps));
  mountActions(route, 'settings.write', deps, [...paying.accountActions, ...profiles.profileActions]);
}

function statementRoutes(route: MountRoute, deps: PayoutsDeps): void {
  route(
    statements.importStatement,
    'books.read',
    ({ actor, body, files: { statement }, request, reply, idempotency }) =>
      receiveStatement(deps, actor, body, {
        file: statement[0],
        stepUpToken: request.header('x-step-up'),
        idempotency,
        answerUnchanged: () => reply.status(200),
      }),
  );
  route(statements.settleStatement, 'payouts.release', ({ actor, params }) =>
    settling.settleStatement(deps, actor, params.id),
  );
  route(statements.listStatements, 'books.read', ({ query, reply }) => reply.page(imports.listStatements(deps, query)));
  route(statements.getStatement, 'books.read', ({ params }) => imports.statementView(deps.db, params.id));
  route(statements.listStatementLines, 'books.read', ({ actor, query, reply }) =>
    reply.page(lines.listLines(deps, actor, query)),
  );
  route(statements.matchStatementLine, 'payouts.release', ({ actor, params, body, request, call }) =>
    matches.matchLine(deps, actor, params.id, { input: body, token: request.header('x-step-up'), call }),
  );
  mountActions(route, 'payouts.release', deps, lineActions);
}

import type { Router } from 'express';
import type { RatesPorts } from '#server/features/rates/rates.ports.ts';
import type { SettingsPorts } from '#server/features/settings/settings.ports.ts';
import { createRoutes } from '#server/http/route.ts';
import type { Platform } from '#server/platform.ts';
import * as contract from '#shared/payouts/payouts.statements.contract.ts';
import * as imports from './payouts.import.service.ts';
import * as lines from './payouts.lines.service.ts';
import * as matches from './payouts.matches.service.ts';
import { undoLine } from './payouts.undo.service.ts';

type Deps = Platform & Pick<RatesPorts, 'rates'> & SettingsPorts;

/** Statements of the bank, and what their lines are. */
export function statementsAdminRoutes(deps: Deps): Router {
  const { router, route } = createRoutes(deps);
  route(contract.importStatement, ({ actor, body, files, reply, idempotency }) =>
    imports.importStatement(deps, actor, body, files.statement, { idempotency, onKnown: () => reply.status(200) }),
  );
  route(contract.settleStatement, ({ actor, params }) => matches.settleStatement(deps, actor, params.id));
  route(contract.listStatements, async ({ query, reply }) => {
    const { statements, total } = await imports.listStatements(deps, query);
    reply.total(total);
    return statements;
  });
  route(contract.getStatement, ({ params }) => imports.statementView(deps.db, params.id));
  route(contract.listStatementLines, async ({ actor, query, reply }) => {
    const { lines: page, total } = await lines.listLines(deps, actor, query);
    reply.total(total);
    return page;
  });
  route(contract.matchStatementLine, ({ actor, params, body }) => matches.matchLine(deps, actor, params.id, body));
  route(contract.ignoreStatementLine, ({ actor, params, body }) =>
    lines.ignoreLine(deps, actor, params.id, body.reason),
  );
  route(contract.undoStatementLine, ({ actor, params, body }) => undoLine(deps, actor, params.id, body.reason));
  return router;
}

import { Router } from 'express';
import type { RatesPorts } from '#server/features/rates/rates.ports.ts';
import type { SettingsPorts } from '#server/features/settings/settings.ports.ts';
import { route } from '#server/http/route.ts';
import type { Platform } from '#server/platform.ts';
import * as contract from '#shared/payouts/payouts.statements.contract.ts';
import * as imports from './payouts.import.service.ts';
import * as lines from './payouts.lines.service.ts';
import * as matches from './payouts.matches.service.ts';
import { undoLine } from './payouts.undo.service.ts';

type Deps = Platform & Pick<RatesPorts, 'rates'> & SettingsPorts;

/** Statements of the bank, and what their lines are. */
export function statementsAdminRoutes(deps: Deps): Router {
  const router = Router();
  route(router, deps, contract.importStatement, async ({ actor, body, files, reply }) => {
    const statement = await imports.importStatement(deps, actor, body, files.statement);
    if (!statement.isNew) reply.status(200);
    return statement;
  });
  route(router, deps, contract.settleStatement, ({ actor, params }) => matches.settleStatement(deps, actor, params.id));
  route(router, deps, contract.listStatements, async ({ query, reply }) => {
    const { statements, total } = await imports.listStatements(deps, query);
    reply.total(total);
    return statements;
  });
  route(router, deps, contract.getStatement, ({ params }) => imports.statementView(deps.db, params.id));
  route(router, deps, contract.listStatementLines, async ({ actor, query, reply }) => {
    const { lines: page, total } = await lines.listLines(deps, actor, query);
    reply.total(total);
    return page;
  });
  route(router, deps, contract.matchStatementLine, ({ actor, params, body }) =>
    matches.matchLine(deps, actor, params.id, body),
  );
  route(router, deps, contract.ignoreStatementLine, ({ actor, params, body }) =>
    lines.ignoreLine(deps, actor, params.id, body.reason),
  );
  route(router, deps, contract.undoStatementLine, ({ actor, params, body }) =>
    undoLine(deps, actor, params.id, body.reason),
  );
  return router;
}

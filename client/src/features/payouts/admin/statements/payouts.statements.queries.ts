import { call, type Route } from '#client/lib/api/call.ts';
import { useWrite } from '#client/lib/api/mutations.ts';
import { apiQuery } from '#client/lib/api/query.ts';
import type { Api } from '#shared/api.ts';

export type Statement = Api['GET /api/admin/statements']['output'][number];
export type StatementLine = Api['GET /api/admin/statement-lines']['output'][number];

export const statementsPageSize = 10;
export const linesPageSize = 25;

export const statementsQuery = (query: Api['GET /api/admin/statements']['query']) =>
  apiQuery('GET /api/admin/statements', { query });
export const linesQuery = (query: Api['GET /api/admin/statement-lines']['query']) =>
  apiQuery('GET /api/admin/statement-lines', { query });

/** Screens read these again after a line has moved. */
export const statementRoutes: readonly Route[] = [
  'GET /api/admin/statements',
  'GET /api/admin/statement-lines',
  'GET /api/admin/approvals',
];

type ImportForm = Api['POST /api/admin/statements']['form'];
export const useImport = () =>
  useWrite((form: ImportForm) => call('POST /api/admin/statements', { form }), ...statementRoutes);

/** Takes all exact proposals of a statement. */
export const useSettle = () =>
  useWrite((id: string) => call('POST /api/admin/statements/:id/settle', { params: { id } }), ...statementRoutes);

type Match = Api['POST /api/admin/statement-lines/:id/match']['body'];

/** Says what a line is. */
export const useMatch = (id: string) =>
  useWrite(
    (body: Match) => call('POST /api/admin/statement-lines/:id/match', { params: { id }, body }),
    ...statementRoutes,
  );

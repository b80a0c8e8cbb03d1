import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#client/lib/api/call.ts';
import { apiQuery, invalidateRoutes } from '#client/lib/api/query.ts';
import type { Api } from '#shared/api.ts';

export type Statement = Api['GET /api/admin/statements']['output'][number];
export type StatementLine = Api['GET /api/admin/statement-lines']['output'][number];
export type LineState = StatementLine['state'];
export type LineMatch = Api['POST /api/admin/statement-lines/:id/match']['body'];

export const statementsPageSize = 10;
export const linesPageSize = 25;

export const statementsQuery = (query: Api['GET /api/admin/statements']['query']) =>
  apiQuery('GET /api/admin/statements', { query });
export const linesQuery = (query: Api['GET /api/admin/statement-lines']['query']) =>
  apiQuery('GET /api/admin/statement-lines', { query });

interface ImportInput {
  accountId: string;
  profileId: string | undefined;
  file: File;
}

export type StatementAction =
  | { kind: 'import'; input: ImportInput }
  | { kind: 'settle'; id: string }
  | { kind: 'match'; id: string; body: LineMatch }
  | { kind: 'ignore' | 'undo'; id: string; reason: string };

async function sendAction(action: StatementAction): Promise<unknown> {
  if (action.kind === 'import') {
    const { file, accountId, profileId } = action.input;
    const form = { fields: { accountId, ...(profileId && { profileId }) }, files: { statement: file } };
    return call('POST /api/admin/statements', { form });
  }
  const params = { id: action.id };
  if (action.kind === 'settle') return call('POST /api/admin/statements/:id/settle', { params });
  if (action.kind === 'match') return call('POST /api/admin/statement-lines/:id/match', { params, body: action.body });
  const why = { params, body: { reason: action.reason } };
  return action.kind === 'ignore'
    ? call('POST /api/admin/statement-lines/:id/ignore', why)
    : call('POST /api/admin/statement-lines/:id/undo', why);
}

/** Carries out one action and fetches statements, lines and payouts again. */
export function useStatementAction() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: sendAction,
    onSettled: () =>
      Promise.all([
        invalidateRoutes(client, 'GET /api/admin/statements'),
        invalidateRoutes(client, 'GET /api/admin/statement-lines'),
      ]),
  });
}

import { call, type Route } from '#client/lib/api/call.ts';
import { assertUnchanged } from '#client/lib/api/changed-file.ts';
import { useChange, useWrite } from '#client/lib/api/mutations.ts';
import { apiQuery } from '#client/lib/api/query.ts';
import type { Api } from '#shared/api.ts';

export type Statement = Api['GET /api/admin/statements']['output'][number];
export type StatementLine = Api['GET /api/admin/statement-lines']['output'][number];

export const statementsPageSize = 10;
export const linesPageSize = 25;

/** One page of the imported bank statements. */
export const statementsQuery = (query: Api['GET /api/admin/statements']['query']) =>
  apiQuery('GET /api/admin/statements', { query });
/** One page of the lines of bank statements. */
export const linesQuery = (query: Api['GET /api/admin/statement-lines']['query']) =>
  apiQuery('GET /api/admin/statement-lines', { query });

/** Screens read these again after a line has moved. */
export const statementRoutes: readonly Route[] = [
  'GET /api/admin/statements',
  'GET /api/admin/statement-lines',
  'GET /api/admin/approvals',
];

type ImportForm = Api['POST /api/admin/statements']['form'];
type Answer = Api['POST /api/admin/statements']['output'];
export type ImportedFile = Extract<Answer, { isNew: boolean }>;

/** Sends a bank's file; the error names a file that has changed since it was chosen. */
const sendFile = (form: ImportForm) =>
  call('POST /api/admin/statements', { form }).catch(async (error: unknown) => {
    await assertUnchanged([form.files.statement]);
    throw error;
  });

/** Reads the first lines of a file as they would be imported; nothing of it is stored. */
export const usePreview = () =>
  useChange({
    mutationFn: async ({ fields, files }: Pick<ImportForm, 'fields' | 'files'>) => {
      const answer = await sendFile({ fields: { ...fields, preview: 'true' }, files });
      if ('isNew' in answer) throw new Error('The file was imported.');
      return answer;
    },
  });
export type Preview = Exclude<Answer, ImportedFile>;

/** Imports a bank statement. Throws if the server answers with a preview instead. */
export const useImport = () =>
  useWrite(
    async (form: ImportForm): Promise<ImportedFile> => {
      const answer = await sendFile(form);
      if (!('isNew' in answer)) throw new Error('The file was not imported.');
      return answer;
    },
    ...statementRoutes,
  );

/** Takes all exact proposals of these statements, one after the other. */
export const useSettle = () =>
  useWrite(
    async (ids: readonly string[]) => {
      const sum = { settled: 0, left: 0 };
      for (const id of ids) {
        const { settled, left } = await call('POST /api/admin/statements/:id/settle', { params: { id } });
        sum.settled += settled;
        sum.left += left;
      }
      return sum;
    },
    ...statementRoutes,
  );

type Match = Api['POST /api/admin/statement-lines/:id/match']['body'];

/** Matches a line with payouts. */
export const useMatch = (id: string) =>
  useWrite(
    (body: Match) => call('POST /api/admin/statement-lines/:id/match', { params: { id }, body }),
    ...statementRoutes,
  );

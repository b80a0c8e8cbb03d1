import { keepPreviousData } from '@tanstack/react-query';
import { call, callFile } from '#client/lib/api/call.ts';
import { useChange, useStoredWrite, useWrite } from '#client/lib/api/mutations.ts';
import { apiQuery } from '#client/lib/api/query.ts';
import { saveFile } from '#client/lib/browser/save-file.ts';
import type { Api } from '#shared/api.ts';
import type { ImportField } from '#shared/imports/imports.fields.ts';
import { minuteMs } from '#shared/reference/units-of-time.ts';

export type Import = Api['GET /api/admin/imports']['output'][number];
export type ImportDetails = Api['GET /api/admin/imports/:id']['output'];
export type Problem = ImportDetails['problems'][number];
export type ImportForm = Api['POST /api/admin/imports']['form'];
export type Mapping = Partial<Record<ImportField, string>>;

export const importsPageSize = 10;
/** Twenty thousand customers are made in one transaction. */
const longMs = minuteMs;

/** One page of the imports; the page before stays until the next one is loaded. */
export const importsQuery = (page: number) =>
  apiQuery(
    'GET /api/admin/imports',
    { query: { page, pageSize: importsPageSize } },
    { placeholderData: keepPreviousData },
  );

/** One import with its columns and the problems of its lines. */
export const importQuery = (id: string) => apiQuery('GET /api/admin/imports/:id', { params: { id } });

/** Reads a file; the answer says what an import would create. */
export const useCheckImport = () =>
  useStoredWrite(
    ({ id }: ImportDetails) => importQuery(id).queryKey,
    (form: ImportForm) => call('POST /api/admin/imports', { form }),
    'GET /api/admin/imports',
  );

/** Applies an import, which may take minutes; with `invite` its customers are invited by mail. */
export const useApplyImport = (id: string) =>
  useWrite(
    (invite: boolean) =>
      call('POST /api/admin/imports/:id/apply', { params: { id }, body: { invite }, timeoutMs: longMs }),
    'GET /api/admin/imports',
    'GET /api/admin/imports/:id',
    'GET /api/admin/users',
  );

/** Deletes an import that was not applied. */
export const useDropImport = (id: string) =>
  useWrite(() => call('DELETE /api/admin/imports/:id', { params: { id } }), 'GET /api/admin/imports');

/** Saves all lines with a problem as a file, to be corrected there. */
export const useSaveProblems = (id: string) =>
  useChange({
    mutationFn: async () =>
      saveFile(await callFile('GET /api/admin/imports/:id', { params: { id }, query: { as: 'problems' } })),
  });

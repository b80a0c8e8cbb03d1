import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call, callFile } from '#client/lib/api/call.ts';
import { apiQuery } from '#client/lib/api/query.ts';
import { saveFile } from '#client/lib/browser/save-file.ts';
import type { FileForReview, FileView } from '#shared/files/files.contract.ts';

export type { FileForReview } from '#shared/files/files.contract.ts';

export type StoredFile = FileView;

type CallOptions = Parameters<typeof apiQuery<'GET /api/files/:filename'>>[2];

/** The bytes of a file, fetched with the bearer header. Each view is on the audit log, so one fetch is enough. */
export const fileQuery = (filename: string, callOptions?: CallOptions, query: { full?: '1' } = {}) =>
  apiQuery('GET /api/files/:filename', { params: { filename }, query }, { ...callOptions, staleTime: Infinity });

const isFull = { full: '1' } as const;

/** The address of a picture in full size. */
export const fullSizeQuery = (filename: string, callOptions?: CallOptions) => fileQuery(filename, callOptions, isFull);

/**
 * Opens a file in a new tab, by a link that is valid for a minute. The tab opens before the link is fetched, because
 * browsers block a later one.
 */
export async function viewFile(filename: string, size?: 'full'): Promise<void> {
  const tab = window.open('', '_blank');
  try {
    const query = size === 'full' ? isFull : {};
    const { url } = await call('POST /api/files/:filename/link', { params: { filename }, query });
    if (tab) tab.location.href = url;
    else window.location.assign(url);
  } catch (error) {
    tab?.close();
    throw error;
  }
}

/** Saves a file under the name it was sent with. */
export async function downloadFile(file: Pick<StoredFile, 'filename' | 'originalName'>): Promise<void> {
  const { filename, originalName } = file;
  const { blob } = await callFile('GET /api/files/:filename', { params: { filename }, query: { download: '1' } });
  saveFile({ blob, name: originalName });
}

/**
 * Fetches a picture for which a reason has to be given, in full size too; `fileQuery` and `fullSizeQuery` have them
 * from then on.
 */
export function useOpenForCase({ filename, fullSize }: FileForReview) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (reason: string) => {
      const params = { filename };
      const { token } = await call('POST /api/admin/files/:filename/case-link', { params, body: { reason } });
      const { blob } = await callFile('GET /api/files/:filename', { params, query: { token } });
      if (fullSize === 'stored') {
        const fullFile = await callFile('GET /api/files/:filename', { params, query: { token, ...isFull } });
        client.setQueryData(fullSizeQuery(filename).queryKey, fullFile.blob);
      }
      client.setQueryData(fileQuery(filename).queryKey, blob);
    },
  });
}

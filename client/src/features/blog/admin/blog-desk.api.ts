import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Api } from '#shared/api.ts';
import { call, callFile, callPage } from '#client/lib/call.ts';
import { deskCall, mayPass } from '#client/lib/desk.ts';

export type DeskPost = Api['GET /api/admin/blog-posts']['output'][number];
export type DeskPostQuery = NonNullable<Api['GET /api/admin/blog-posts']['query']>;
export type NewPost = Api['POST /api/admin/blog-posts']['body'];
export type PostChange = Api['PUT /api/admin/blog-posts/:id']['body'];

export const deskPageSize = 20;
const deskKey = ['admin-blog'] as const;

/** A page of all posts. */
export const deskPostsQuery = (query: DeskPostQuery) =>
  queryOptions({
    queryKey: [...deskKey, 'list', query],
    queryFn: ({ signal }) => callPage('GET /api/admin/blog-posts', { query, signal, ...deskCall }),
    placeholderData: keepPreviousData,
    retry: mayPass,
  });

/** One post to edit; what is typed must not be overwritten by a later answer, so it is asked for once. */
export const deskPostQuery = (id: string) =>
  queryOptions({
    queryKey: [...deskKey, 'one', id],
    queryFn: ({ signal }) => call('GET /api/admin/blog-posts/:id', { params: { id }, signal, ...deskCall }),
    retry: mayPass,
    refetchOnReconnect: false,
    gcTime: 0,
  });

/** Markdown as readers will get it; the last one stays until the next is there. */
export const previewQuery = (content: string) =>
  queryOptions({
    queryKey: [...deskKey, 'preview', content],
    queryFn: ({ signal }) => call('POST /api/admin/blog-preview', { body: { content }, signal, ...deskCall }),
    placeholderData: keepPreviousData,
    retry: mayPass,
    staleTime: 60_000,
    gcTime: 10_000,
  });

/** A picture of ours that readers may not see yet, with the bearer header. */
export const pictureQuery = (filename: string) =>
  queryOptions({
    queryKey: [...deskKey, 'picture', filename],
    queryFn: async ({ signal }) =>
      (await callFile('GET /api/blog-images/:filename', { params: { filename }, signal, ...deskCall })).blob,
    staleTime: Infinity,
    retry: mayPass,
  });

/** A write of the desk, after which the lists of desk and readers are read afresh. */
function useDeskWrite<Input, Output>(write: (input: Input) => Promise<Output>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: write,
    onSuccess: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: [...deskKey, 'list'] }),
        client.invalidateQueries({ queryKey: ['blog'] }),
      ]),
  });
}

/** Writes a new post, or changes the one with this id. */
export const useSavePost = () =>
  useDeskWrite(({ id, body }: { id: string | undefined; body: NewPost & PostChange }) =>
    id
      ? call('PUT /api/admin/blog-posts/:id', { params: { id }, body, ...deskCall })
      : call('POST /api/admin/blog-posts', { body, ...deskCall }),
  );

/** Publishes a post or takes it back. */
export const usePublish = () =>
  useDeskWrite(({ id, status }: { id: string; status: 'draft' | 'published' }) =>
    call('PUT /api/admin/blog-posts/:id', { params: { id }, body: { status }, ...deskCall }),
  );

export const useDeletePost = () =>
  useDeskWrite((id: string) => call('DELETE /api/admin/blog-posts/:id', { params: { id }, ...deskCall }));

export const useUploadPicture = () =>
  useMutation({
    mutationFn: (image: File) =>
      call('POST /api/admin/blog-images', { form: { fields: {}, files: { image } }, ...deskCall }),
  });

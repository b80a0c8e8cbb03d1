import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Api } from '#shared/api.ts';
import { call, callFile, callPage } from '#client/lib/api/call.ts';
import { adminCall, shouldRetry } from '#client/lib/api/admin-call.ts';

export type AdminPost = Api['GET /api/admin/blog-posts']['output'][number];
export type AdminPostQuery = NonNullable<Api['GET /api/admin/blog-posts']['query']>;
export type NewPost = Api['POST /api/admin/blog-posts']['body'];
export type PostChange = Api['PUT /api/admin/blog-posts/:id']['body'];

export const adminPageSize = 20;
const adminBlogKey = ['admin-blog'] as const;

/** A page of all posts. */
export const adminPostsQuery = (query: AdminPostQuery) =>
  queryOptions({
    queryKey: [...adminBlogKey, 'list', query],
    queryFn: ({ signal }) => callPage('GET /api/admin/blog-posts', { query, signal, ...adminCall }),
    placeholderData: keepPreviousData,
    retry: shouldRetry,
  });

/** One post to edit; what is typed must not be overwritten by a later answer, so it is asked for once. */
export const adminPostQuery = (id: string) =>
  queryOptions({
    queryKey: [...adminBlogKey, 'one', id],
    queryFn: ({ signal }) => call('GET /api/admin/blog-posts/:id', { params: { id }, signal, ...adminCall }),
    retry: shouldRetry,
    refetchOnReconnect: false,
    gcTime: 0,
  });

/** Markdown as readers will get it; the last one stays until the next is there. */
export const previewQuery = (content: string) =>
  queryOptions({
    queryKey: [...adminBlogKey, 'preview', content],
    queryFn: ({ signal }) => call('POST /api/admin/blog-preview', { body: { content }, signal, ...adminCall }),
    placeholderData: keepPreviousData,
    retry: shouldRetry,
    staleTime: 60_000,
    gcTime: 10_000,
  });

/** A picture of ours that readers may not see yet, with the bearer header. */
export const pictureQuery = (filename: string) =>
  queryOptions({
    queryKey: [...adminBlogKey, 'picture', filename],
    queryFn: async ({ signal }) =>
      (await callFile('GET /api/blog-images/:filename', { params: { filename }, signal, ...adminCall })).blob,
    staleTime: Infinity,
    retry: shouldRetry,
  });

/** A write of the desk, after which the lists of desk and readers are read afresh. */
function useBlogMutation<Input, Output>(write: (input: Input) => Promise<Output>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: write,
    onSuccess: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: [...adminBlogKey, 'list'] }),
        client.invalidateQueries({ queryKey: ['blog'] }),
      ]),
  });
}

/** Writes a new post, or changes the one with this id. */
export const useSavePost = () =>
  useBlogMutation(({ id, body }: { id: string | undefined; body: NewPost & PostChange }) =>
    id
      ? call('PUT /api/admin/blog-posts/:id', { params: { id }, body, ...adminCall })
      : call('POST /api/admin/blog-posts', { body, ...adminCall }),
  );

/** Publishes a post or takes it back. */
export const usePublish = () =>
  useBlogMutation(({ id, status }: { id: string; status: 'draft' | 'published' }) =>
    call('PUT /api/admin/blog-posts/:id', { params: { id }, body: { status }, ...adminCall }),
  );

export const useDeletePost = () =>
  useBlogMutation((id: string) => call('DELETE /api/admin/blog-posts/:id', { params: { id }, ...adminCall }));

export const useUploadPicture = () =>
  useMutation({
    mutationFn: (image: File) =>
      call('POST /api/admin/blog-images', { form: { fields: {}, files: { image } }, ...adminCall }),
  });

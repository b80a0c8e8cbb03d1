import { keepPreviousData } from '@tanstack/react-query';
import { adminQuery } from '#client/lib/api/admin-call.ts';
import { call } from '#client/lib/api/call.ts';
import { useWrite } from '#client/lib/api/mutations.ts';
import { apiQuery } from '#client/lib/api/query.ts';
import { useUpload } from '#client/lib/api/useUpload.ts';
import { shrinkImage } from '#client/lib/browser/files.ts';
import type { Api } from '#shared/api.ts';
import { minuteMs } from '#shared/reference/units-of-time.ts';

export type AdminPost = Api['GET /api/admin/blog-posts']['output'][number];
export type AdminPostQuery = NonNullable<Api['GET /api/admin/blog-posts']['query']>;
export type NewPost = Api['POST /api/admin/blog-posts']['body'];
export type PostChange = Api['PUT /api/admin/blog-posts/:id']['body'];

export const adminPageSize = 20;

/** One page of the posts for the team; the page before stays until the next one is loaded. */
export const adminPostsQuery = (query: AdminPostQuery) =>
  apiQuery('GET /api/admin/blog-posts', { query }, { placeholderData: keepPreviousData });

/** One post to edit; a later answer must not overwrite typed text, so it is fetched once. */
export const adminPostQuery = (id: string) =>
  apiQuery('GET /api/admin/blog-posts/:id', { params: { id } }, { refetchOnReconnect: false, gcTime: 0 });

/** Markdown rendered as readers will see it; the last rendering stays until the next one arrives. */
export const previewQuery = (content: string) =>
  apiQuery(
    'POST /api/admin/blog-preview',
    { body: { content } },
    { placeholderData: keepPreviousData, staleTime: minuteMs, gcTime: 10_000 },
  );

/** A picture of ours that readers may not see yet, with the bearer header. */
export const pictureQuery = (filename: string) =>
  apiQuery('GET /api/blog-images/:filename', { params: { filename } }, { ...adminQuery, staleTime: Infinity });

/** The lists of administrators and readers, fetched again after each change. */
export const blogRoutes = ['GET /api/admin/blog-posts', 'GET /api/blog-posts', 'GET /api/blog-posts/:id'] as const;

const useBlogMutation = <Input, Output>(write: (input: Input) => Promise<Output>) => useWrite(write, ...blogRoutes);

/** Creates a post, or changes it if it has an id. */
export const useSavePost = () =>
  useBlogMutation(({ id, body }: { id: string | undefined; body: NewPost & PostChange }) =>
    id ? call('PUT /api/admin/blog-posts/:id', { params: { id }, body }) : call('POST /api/admin/blog-posts', { body }),
  );

/** Publishes a post or makes it a draft again. */
export const usePublish = () =>
  useBlogMutation(({ id, status }: { id: string; status: 'draft' | 'published' }) =>
    call('PUT /api/admin/blog-posts/:id', { params: { id }, body: { status } }),
  );

/** Uploads a picture of a post, reduced in the browser first. */
export const useUploadPicture = () =>
  useUpload({
    prepare: (file: File) => shrinkImage(file),
    send: (image, { signal }) =>
      call('POST /api/admin/blog-images', { form: { fields: {}, files: { image } }, signal }),
  });

import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Api } from '#shared/api.ts';
import { call, callPage } from '#client/lib/call.ts';

export type PostSummary = Api['GET /api/blog-posts']['output'][number];
export type Post = Api['GET /api/blog-posts/:id']['output'];
export type PostQuery = NonNullable<Api['GET /api/blog-posts']['query']>;

export const pageSize = 10;
const freshMs = 60_000;

/** A page of published posts, newest first. */
export const postsQuery = (query: PostQuery) =>
  queryOptions({
    queryKey: ['blog', 'list', query],
    queryFn: ({ signal }) => callPage('GET /api/blog-posts', { query, signal }),
    placeholderData: keepPreviousData,
    staleTime: freshMs,
  });

/** One post to read. */
export const postQuery = (id: string) =>
  queryOptions({
    queryKey: ['blog', 'one', id],
    queryFn: ({ signal }) => call('GET /api/blog-posts/:id', { params: { id }, signal }),
    staleTime: freshMs,
  });

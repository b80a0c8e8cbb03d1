import { keepPreviousData } from '@tanstack/react-query';
import { CallError } from '#client/lib/api/call.ts';
import { apiQuery } from '#client/lib/api/query.ts';
import type { Api } from '#shared/api.ts';
import { minuteMs } from '#shared/reference/units-of-time.ts';

export type PostSummary = Api['GET /api/blog-posts']['output'][number];
export type Post = Api['GET /api/blog-posts/:id']['output'];
export type PostQuery = NonNullable<Api['GET /api/blog-posts']['query']>;

export const pageSize = 10;
const freshMs = minuteMs;

/** A page of published posts, newest first. */
export const postsQuery = (query: PostQuery) =>
  apiQuery('GET /api/blog-posts', { query }, { placeholderData: keepPreviousData, staleTime: freshMs });

const maxFeatured = 3;

/** The featured posts of a language. */
export const featuredQuery = (language: PostQuery['language']) =>
  postsQuery({ featured: '1', pageSize: maxFeatured, language });

/** The queries of the blog without search or filter. */
export const frontQueries = (language: PostQuery['language']) => [
  featuredQuery(language),
  postsQuery({ category: 'all', page: 1, pageSize, language }),
];

/** One post to read; null where there is none. */
export const postQuery = (id: string) =>
  apiQuery(
    'GET /api/blog-posts/:id',
    { params: { id } },
    {
      around: async (load): Promise<Post | null> => {
        try {
          return await load();
        } catch (error) {
          if (error instanceof CallError && [400, 404].includes(error.status)) return null;
          throw error;
        }
      },
      staleTime: freshMs,
    },
  );

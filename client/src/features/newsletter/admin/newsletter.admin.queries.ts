import { call } from '#client/lib/api/call.ts';
import { useWrite } from '#client/lib/api/mutations.ts';
import { apiQuery } from '#client/lib/api/query.ts';
import type { Api } from '#shared/api.ts';

export type Sending = Api['GET /api/admin/newsletter/sendings']['output'][number];

const pollMs = 3_000;
const isRunning = (sending: Sending | null) => sending?.state === 'sending';

/** The number of subscribed addresses. */
export const subscriberStatsQuery = apiQuery('GET /api/admin/newsletter', {});

/** The last posts that were sent; fetched repeatedly while one is being sent. */
export const sendingsQuery = apiQuery(
  'GET /api/admin/newsletter/sendings',
  {},
  { refetchInterval: ({ state }) => (state.data?.some(isRunning) ? pollMs : false) },
);

/** The readers who would get a post, and its progress if it was sent. */
export const newsletterOfPostQuery = (id: string) =>
  apiQuery(
    'GET /api/admin/blog-posts/:id/newsletter',
    { params: { id } },
    { refetchInterval: ({ state }) => (isRunning(state.data?.sending ?? null) ? pollMs : false) },
  );

const readRoutes = ['GET /api/admin/newsletter/sendings', 'GET /api/admin/blog-posts/:id/newsletter'] as const;

/** Sends a post as a newsletter, to all subscribers or to those who read its language. */
export const useSendPost = (id: string) =>
  useWrite(
    (audience: 'all' | 'language') =>
      call('POST /api/admin/blog-posts/:id/newsletter', { params: { id }, body: { audience } }),
    ...readRoutes,
  );

/** Stops a newsletter that is being sent. */
export const useStopPost = (id: string) =>
  useWrite(() => call('POST /api/admin/blog-posts/:id/newsletter/stop', { params: { id } }), ...readRoutes);

/** Sends a post as a newsletter to the member alone. */
export const useTestPost = (id: string) =>
  useWrite(() => call('POST /api/admin/blog-posts/:id/newsletter/test', { params: { id } }));

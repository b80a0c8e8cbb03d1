import { hashKey, QueryClient, type QueryKey } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { apiPagesQuery, apiQuery, invalidateRoutes } from './query.ts';

const anOrder = (id: string) => apiQuery('GET /api/admin/transactions/:id', { params: { id } });
const aPage = (query: { page: number; pageSize?: number; q?: string }) => apiQuery('GET /api/admin/users', { query });

test('two screens that ask for the same share one answer, however they spell the question', () => {
  const [item, other] = [aPage({ page: 1, pageSize: 25 }), aPage({ pageSize: 25, page: 1, q: undefined })];
  expect(hashKey(other.queryKey)).toBe(hashKey(item.queryKey));
  expect(hashKey(aPage({ page: 2, pageSize: 25 }).queryKey)).not.toBe(hashKey(item.queryKey));
});

test('a list that grows does not share its answer with a single page of the same list', () => {
  const query = { pageSize: 50 };
  const pages = apiPagesQuery('GET /api/admin/audit-log', () => ({ query }), {
    initialPageParam: 1,
    getNextPageParam: () => undefined,
  });
  expect(hashKey(pages.queryKey)).not.toBe(hashKey(apiQuery('GET /api/admin/audit-log', { query }).queryKey));
});

test('after a change every answer of its route is stale, and no answer of another route', async () => {
  const client = new QueryClient();
  const keys: QueryKey[] = [anOrder('a'), anOrder('b'), aPage({ page: 1 })].map(({ queryKey }) => queryKey);
  for (const key of keys) client.setQueryData(key, {});
  await invalidateRoutes(client, 'GET /api/admin/transactions/:id');
  expect(keys.map((key) => client.getQueryState(key)?.isInvalidated)).toEqual([true, true, false]);
});

test("an administrator's query is retried where that may help, a customer's query says at once that it failed", () => {
  expect(anOrder('a').retry).toBeTypeOf('function');
  expect(apiQuery('GET /api/transactions/:id', { params: { id: 'a' } }).retry).toBeUndefined();
});

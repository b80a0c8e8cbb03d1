import { hashKey, QueryClient, type QueryKey } from '@tanstack/react-query';
import { expect, test, beforeAll } from 'vitest';
import { loadTexts } from '../i18n/i18n.ts';
import { CallError, isUnexplained } from './call-error.ts';
import { bodyOf, urlOf } from './call-request.ts';
import { parseResponse } from './call-response.ts';
import { createIdempotencyKeys } from './idempotency-keys.ts';
import { rereadAfter } from './mutations.ts';
import { apiPagesQuery, apiQuery, invalidateRoutes } from './query.ts';

test('an attacker’s id in an address cannot change the rest of the path', () => {
  expect(urlOf('/api/files/:filename', { params: { filename: '../admin?x=1' } })).toBe('/api/files/..%2Fadmin%3Fx%3D1');
});

test('an address has no unset filters, and repeats lists', () => {
  const query = { q: '', page: 2, status: ['pending', 'completed'], type: undefined };
  expect(urlOf('/api/transactions', { query })).toBe('/api/transactions?page=2&status=pending&status=completed');
});

test('the terms of an order are sent as JSON text beside the file', () => {
  const proof = new Blob(['x'], { type: 'image/png' });
  const form = { fields: { transactionData: { amount: '0.05' }, note: undefined }, files: { paymentProof: proof } };
  const headers = new Headers();
  const body = bodyOf({ form }, headers);
  if (!(body instanceof FormData)) throw new Error('a form was expected');
  const sentFields = [body.get('transactionData'), body.has('note'), body.get('paymentProof')];
  expect(sentFields).toEqual(['{"amount":"0.05"}', false, expect.any(Blob)]);
  // The browser sets the content type of a form.
  expect(headers.get('Content-Type')).toBeNull();
});

test('a JSON body is sent with its type', () => {
  const headers = new Headers();
  bodyOf({ body: { a: 1 } }, headers);
  expect(headers.get('Content-Type')).toBe('application/json');
});

beforeAll(() => loadTexts('common'));

const json = (value: unknown, init: { status?: number; headers?: Record<string, string> } = {}) =>
  new Response(JSON.stringify(value), { ...init, headers: { 'Content-Type': 'application/json', ...init.headers } });

async function refusal(response: Response): Promise<CallError> {
  try {
    await parseResponse(response);
  } catch (error) {
    if (error instanceof CallError) return error;
    throw error;
  }
  throw new Error('a refusal was expected');
}

test('a refusal has its reason, its fields and the corrected value', async () => {
  const quote = { netAmount: 93.12 };
  const tooSmallAmount = { reason: 'below_minimum_deposit', params: { minimumDeposit: '5', symbol: 'BTC' } };
  const quoteChange = { code: 'quote_changed', reason: 'sell_rate_changed' };
  const fieldProblems = { fields: { amount: 'Too small', note: 'Too long' }, fieldErrors: { amount: tooSmallAmount } };
  const body = { message: 'The rate has moved', ...quoteChange, ...fieldProblems, quote };
  const error = await refusal(json(body, { status: 409, headers: { 'Retry-After': '30' } }));
  expect(error).toMatchObject({ ...quoteChange, status: 409, retryAfterS: 30 });
  const fields = { amount: { ...tooSmallAmount, message: 'Too small' }, note: { message: 'Too long' } };
  expect([error.fields, error.data['quote']]).toEqual([fields, quote]);
});

test('a truncated answer is an error and not an empty list', async () => {
  const truncatedResponse = new Response('[{"id":', { headers: { 'Content-Type': 'application/json' } });
  expect((await refusal(truncatedResponse)).code).toBe('unreadable');
});

test('a customer is not shown the error page of a proxy', async () => {
  const refusalError = await refusal(
    json({ message: 'No', code: 'forbidden', reason: 'not_permitted' }, { status: 403 }),
  );
  expect(isUnexplained(refusalError)).toBe(false);
  const page = new Response('<h1>Bad Gateway</h1>', { status: 502, statusText: 'Bad Gateway' });
  const failure = await refusal(page);
  expect([isUnexplained(failure), failure.status, failure.data['statusText']]).toEqual([true, 502, 'Bad Gateway']);
  expect(failure.message).toBe('Landfall isn’t responding as expected (status 502). Please try again in a minute.');
});

test('a paged list has the total of its rows', async () => {
  const answer = await parseResponse(json([1, 2], { headers: { 'X-Total-Count': '23' } }));
  expect(answer).toEqual({ body: [1, 2], total: 23 });
});

test('a file has the name that the server gave it, in any script', async () => {
  const headers = { 'Content-Type': 'text/csv', 'Content-Disposition': "attachment; filename*=UTF-8''%E2%82%A6.csv" };
  const answer = await parseResponse(new Response('a,b', { headers }));
  expect([answer.fileName, answer.body]).toEqual(['₦.csv', expect.any(Blob)]);
});

test('an answer without content has no body', async () => {
  expect(await parseResponse(new Response(null, { status: 204 }))).toEqual({ body: undefined });
});

const proof = (bytes: string, lastModified = 1) => new File([bytes], 'proof.png', { lastModified });

test('a customer who sends a form twice unchanged uses one key', () => {
  const { keyOf } = createIdempotencyKeys();
  const key = keyOf({ amount: '0.05', proof: proof('abc') });
  expect(keyOf({ amount: '0.05', proof: proof('abc') })).toBe(key);
});

test('a customer who changes the terms or the file gets a new key', () => {
  const { keyOf } = createIdempotencyKeys();
  const attempts = [
    { amount: '0.05', proof: proof('abc') },
    { amount: '0.06', proof: proof('abc') },
    { amount: '0.06', proof: proof('abcd') },
    { amount: '0.06', proof: proof('abcd', 2) },
  ];
  expect(new Set(attempts.map((attempt) => keyOf(attempt))).size).toBe(attempts.length);
});

test('an administrator who decides about another order in between retries the first under its key', () => {
  const { keyOf } = createIdempotencyKeys();
  const key = keyOf({ status: 'completed' }, 'order a');
  expect(keyOf({ status: 'completed' }, 'order b')).not.toBe(key);
  expect(keyOf({ status: 'completed' }, 'order a')).toBe(key);
});

test('a refusal is shown before the lists are read again, and a success after that', () => {
  const reread = rereadAfter(new QueryClient(), 'GET /api/transactions');
  expect(reread(undefined, new CallError(409, 'conflict', 'Another member was faster.'))).toBeUndefined();
  expect(reread(undefined, new CallError(0, 'offline', 'No answer.'))).toBeUndefined();
  expect(reread(undefined, new CallError(202, 'approval_pending', 'A colleague decides.'))).toBeInstanceOf(Promise);
  expect(reread({}, null)).toBeInstanceOf(Promise);
});

const anOrder = (id: string) => apiQuery('GET /api/admin/transactions/:id', { params: { id } });
const aPage = (query: { page: number; pageSize?: number; q?: string }) => apiQuery('GET /api/admin/users', { query });

test('two screens that send the same query in another order of fields share one answer', () => {
  const firstSpelling = aPage({ page: 1, pageSize: 25 });
  const secondSpelling = aPage({ pageSize: 25, page: 1, q: undefined });
  expect(hashKey(secondSpelling.queryKey)).toBe(hashKey(firstSpelling.queryKey));
  expect(hashKey(aPage({ page: 2, pageSize: 25 }).queryKey)).not.toBe(hashKey(firstSpelling.queryKey));
});

test('a list that grows does not share its answer with a single page of the same list', () => {
  const query = { pageSize: 50 };
  const paging = { initialPageParam: 1, getNextPageParam: () => undefined };
  const pages = apiPagesQuery('GET /api/admin/audit-log', () => ({ query }), paging);
  expect(hashKey(pages.queryKey)).not.toBe(hashKey(apiQuery('GET /api/admin/audit-log', { query }).queryKey));
});

test('after a change every answer of its route is stale, and no answer of another route', async () => {
  const client = new QueryClient();
  const keys: QueryKey[] = [anOrder('a'), anOrder('b'), aPage({ page: 1 })].map(({ queryKey }) => queryKey);
  for (const key of keys) client.setQueryData(key, {});
  await invalidateRoutes(client, 'GET /api/admin/transactions/:id');
  expect(keys.map((key) => client.getQueryState(key)?.isInvalidated)).toEqual([true, true, false]);
});

test("an administrator's query is repeated after a failure, and a customer's shows it at once", () => {
  expect(anOrder('a').retry).toBeTypeOf('function');
  expect(apiQuery('GET /api/transactions/:id', { params: { id: 'a' } }).retry).toBeUndefined();
});

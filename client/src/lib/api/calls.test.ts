import { QueryClient } from '@tanstack/react-query';
import { expect, test, beforeAll } from 'vitest';
import { loadTexts } from '../i18n/i18n.ts';
import { CallError, isUnexplained } from './call-error.ts';
import { bodyOf, urlOf } from './call-request.ts';
import { parseResponse } from './call-response.ts';
import { createIdempotencyKeys } from './idempotency-keys.ts';
import { rereadAfter } from './mutations.ts';

test('an id from an address cannot leave its place in the path', () => {
  expect(urlOf('/api/files/:filename', { params: { filename: '../admin?x=1' } })).toBe('/api/files/..%2Fadmin%3Fx%3D1');
});

test('filters that are not set are left out of the address, lists are repeated', () => {
  const query = { q: '', page: 2, status: ['pending', 'completed'], type: undefined };
  expect(urlOf('/api/transactions', { query })).toBe('/api/transactions?page=2&status=pending&status=completed');
});

test('an order goes out as the server expects it: terms as JSON text beside the file', () => {
  const proof = new Blob(['x'], { type: 'image/png' });
  const form = { fields: { transactionData: { amount: '0.05' }, note: undefined }, files: { paymentProof: proof } };
  const body = bodyOf({ form }, new Headers());
  if (!(body instanceof FormData)) throw new Error('a form was expected');
  expect([body.get('transactionData'), body.has('note'), body.get('paymentProof')]).toEqual([
    '{"amount":"0.05"}',
    false,
    expect.any(Blob),
  ]);
});

test('a JSON body names its type, a form leaves that to the browser', () => {
  const [json, form] = [new Headers(), new Headers()];
  bodyOf({ body: { a: 1 } }, json);
  bodyOf({ form: { fields: {}, files: {} } }, form);
  expect([json.get('Content-Type'), form.get('Content-Type')]).toEqual(['application/json', null]);
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

test('a refusal keeps its reason, its fields and the right value it carries', async () => {
  const quote = { netAmount: 93.12 };
  const tooSmall = { reason: 'below_minimum_deposit', params: { minimumDeposit: '5', symbol: 'BTC' } };
  const body = {
    message: 'The rate has moved',
    code: 'quote_changed',
    reason: 'sell_rate_changed',
    fields: { amount: 'Too small', note: 'Too long' },
    fieldErrors: { amount: tooSmall },
    quote,
  };
  const error = await refusal(json(body, { status: 409, headers: { 'Retry-After': '30' } }));
  expect(error).toMatchObject({ status: 409, code: 'quote_changed', reason: 'sell_rate_changed', retryAfterS: 30 });
  const fields = { amount: { ...tooSmall, message: 'Too small' }, note: { message: 'Too long' } };
  expect([error.fields, error.data['quote']]).toEqual([fields, quote]);
});

test('the page of a broken proxy is not shown to a customer', async () => {
  const error = await refusal(new Response('<html>Bad gateway nginx</html>', { status: 502 }));
  expect(error.message).toBe('Landfall isn’t responding as expected (status 502). Please try again in a minute.');
});

test('an answer cut short is told as such and not as an empty list', async () => {
  const cut = new Response('[{"id":', { headers: { 'Content-Type': 'application/json' } });
  expect((await refusal(cut)).code).toBe('unreadable');
});

test('an answer of something in between is told from a refusal of the server, and keeps its status text', async () => {
  const refused = await refusal(json({ message: 'No', code: 'forbidden', reason: 'not_permitted' }, { status: 403 }));
  expect(isUnexplained(refused)).toBe(false);
  const page = new Response('<h1>Bad Gateway</h1>', { status: 502, statusText: 'Bad Gateway' });
  const failure = await refusal(page);
  expect([isUnexplained(failure), failure.status, failure.data['statusText']]).toEqual([true, 502, 'Bad Gateway']);
});

test('a paged list tells how many rows there are in all', async () => {
  expect(await parseResponse(json([1, 2], { headers: { 'X-Total-Count': '23' } }))).toEqual({
    body: [1, 2],
    total: 23,
  });
});

test('a file keeps the name the server gave it, in any script', async () => {
  const headers = { 'Content-Type': 'text/csv', 'Content-Disposition': "attachment; filename*=UTF-8''%E2%82%A6.csv" };
  const answer = await parseResponse(new Response('a,b', { headers }));
  expect([answer.fileName, answer.body]).toEqual(['₦.csv', expect.any(Blob)]);
});

test('an answer without content has no body', async () => {
  expect(await parseResponse(new Response(null, { status: 204 }))).toEqual({ body: undefined });
});

const proof = (bytes: string, lastModified = 1) => new File([bytes], 'proof.png', { lastModified });

test('a customer who sends the same again has the key of the attempt before', () => {
  const { keyOf } = createIdempotencyKeys();
  const key = keyOf({ amount: '0.05', proof: proof('abc') });
  expect(keyOf({ amount: '0.05', proof: proof('abc') })).toBe(key);
});

test('a customer who changes the terms or the file makes a new attempt', () => {
  const { keyOf } = createIdempotencyKeys();
  const attempts = [
    { amount: '0.05', proof: proof('abc') },
    { amount: '0.06', proof: proof('abc') },
    { amount: '0.06', proof: proof('abcd') },
    { amount: '0.06', proof: proof('abcd', 2) },
  ];
  expect(new Set(attempts.map((attempt) => keyOf(attempt))).size).toBe(attempts.length);
});

test('an administrator who decides about another order in between still retries the first under its key', () => {
  const { keyOf } = createIdempotencyKeys();
  const key = keyOf({ status: 'completed' }, 'order a');
  expect(keyOf({ status: 'completed' }, 'order b')).not.toBe(key);
  expect(keyOf({ status: 'completed' }, 'order a')).toBe(key);
});

test('a refusal is shown before the lists are read again; a success, and what waits for a colleague, after that', () => {
  const settled = rereadAfter(new QueryClient(), 'GET /api/transactions');
  expect(settled(undefined, new CallError(409, 'conflict', 'Another member was faster.'))).toBeUndefined();
  expect(settled(undefined, new CallError(0, 'offline', 'No answer.'))).toBeUndefined();
  expect(settled(undefined, new CallError(202, 'approval_pending', 'A colleague decides.'))).toBeInstanceOf(Promise);
  expect(settled({}, null)).toBeInstanceOf(Promise);
});

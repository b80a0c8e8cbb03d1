import { beforeAll, expect, test } from 'vitest';
import { loadTexts } from '../i18n/i18n.ts';
import { CallError, isUnexplained } from './call-error.ts';
import { parseResponse } from './call-response.ts';

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

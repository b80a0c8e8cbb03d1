import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { contract, notesRoutes } from '#tests/setup/notes.ts';
import { outcomeOf, testUsers, type Call } from '#tests/setup/platform.ts';
import { openDatabase, openRoutes } from '#tests/setup/testbed.ts';
import type { MountRoute } from './route.ts';

const servedRoutes = openRoutes(openDatabase(), notesRoutes);
const call: Call = (...args) => servedRoutes.call(...args);
/** Status and code of an answer. */
const outcome = async (...args: Parameters<Call>) => outcomeOf(await call(...args));
const ann = { token: 'ann' };
const addNote = (json: unknown) => call('POST', '/api/notes', { ...ann, json });

test('a customer is served only the fields of the contract', async () => {
  const { status, body } = await addNote({ title: ' Hello ', isAdmin: true });
  expect({ status, body }).toEqual({ status: 201, body: { title: `Hello by ${testUsers.ann?.userId}` } });
});

/** The compiler refuses each: a line of routes names the caller that its contract declares. */
const wrongRoutes: readonly ((route: MountRoute) => void)[] = [
  // @ts-expect-error: whoever adds a note is signed in.
  (route) => route(contract.add, 'public', ({ body }) => ({ title: body.title })),
  // @ts-expect-error: a customer does not clear the notes.
  (route) => route(contract.clear, 'customer', () => undefined),
  // @ts-expect-error: every member clears the notes, in any role.
  (route) => route(contract.clear, 'notes.write', () => undefined),
];

test('an attacker finds no route that names another caller than its contract', () => {
  const mounted: unknown[] = [];
  // Mounting is not tested here, only that none of the lines compiles.
  for (const mount of wrongRoutes) mount((endpoint: unknown) => void mounted.push(endpoint));
  expect(mounted).toHaveLength(wrongRoutes.length);
});

test('a visitor is asked to sign in, and an administrator to do so again', async () => {
  const visitor = await call('POST', '/api/notes', { json: {} });
  const admin = await call('DELETE', '/api/notes');
  expect([visitor, admin].map(outcomeOf)).toEqual([visitor, admin].map(() => [401, 'signed_out']));
  expect(visitor.body.message).toBe('No authentication token found. Please log in again.');
  expect(admin.body.message).toBe('Admin authentication required. Please re-login.');
  expect(await outcome('POST', '/api/notes', { token: 'forged', json: {} })).toEqual([401, 'signed_out']);
});

test.each<[string, [granted: Parameters<Call>, status: number], [refused: Parameters<Call>, code: string]]>([
  [
    'a customer cannot do what is the administrator’s',
    [['DELETE', '/api/notes', { token: 'root' }], 204],
    [['DELETE', '/api/notes', ann], 'forbidden'],
  ],
  [
    'a stolen administrator token alone does not do the fatal things',
    [['POST', '/api/fatal', { token: 'root', headers: { 'X-Step-Up': 'proven' } }], 204],
    [['POST', '/api/fatal', { token: 'root' }], 'step_up_required'],
  ],
  [
    'a blocked person is refused, but sees what every visitor sees',
    [['GET', '/api/notes', { token: 'blocked' }], 200],
    [['POST', '/api/notes', { token: 'blocked', json: {} }], 'blocked'],
  ],
])('%s', async (_sentence, [granted, status], [refused, code]) => {
  expect(await outcome(...refused)).toEqual([403, code]);
  expect(await outcome(...granted)).toEqual([status, undefined]);
});

test('every field to correct is named, and the message is that of the first', async () => {
  const { status, body } = await addNote({ title: 'x', tags: ['ok', 5] });
  expect(status).toBe(400);
  expect(body).toMatchObject({
    code: 'invalid_input',
    message: 'Please enter a name',
    reason: 'name_required',
    fields: { title: 'Please enter a name' },
    fieldErrors: { title: { reason: 'name_required' }, 'tags.1': { reason: 'value_invalid' } },
  });
  expect(Object.keys(body.fields as object)).toEqual(['title', 'tags.1']);
  expect((await addNote(undefined)).body).toMatchObject({ fields: { title: 'Please enter a name' } });
  expect((await addNote([])).status).toBe(400);
});

test('the bound of a too long text is sent beside its reason', async () => {
  const message = 'Please use at most 20 characters';
  const tooLong = { reason: 'text_too_long', params: { max: 20 } };
  const expected = { code: 'invalid_input', message, ...tooLong, fields: { title: message } };
  expect((await addNote({ title: 'x'.repeat(21) })).body).toEqual({ ...expected, fieldErrors: { title: tooLong } });
});

const json = 'application/json';
test.each([
  ['broken', [400, 'invalid_json'], '{"title":', json],
  ['a text', [400, 'invalid_json'], '"text"', json],
  ['too large', [413, 'body_too_large'], JSON.stringify({ title: 'x'.repeat(101 * 1024) }), json],
  ['of another kind', [415, 'unsupported_media_type'], 'title=Hello', 'application/x-www-form-urlencoded'],
  ['of another alphabet', [415, 'unsupported_media_type'], '{"title":"ok"}', `${json}; charset=latin1`],
  ['very deep', [400, 'invalid_input'], '['.repeat(50_000) + ']'.repeat(50_000), json],
  ['with a zero byte', [400, 'invalid_input'], '{"title":"a\\u0000b"}', json],
])('a body that is %s is refused in the product’s own words', async (_what, refused, raw, type) => {
  expect(await outcome('POST', '/api/notes', { ...ann, raw, headers: { 'Content-Type': type } })).toEqual(refused);
});

test('an attacker’s body cannot change the prototype of objects', async () => {
  const raw = '{"title":"Hello","__proto__":{"role":"admin"},"constructor":{"prototype":{"x":1}}}';
  const request = { ...ann, raw, headers: { 'Content-Type': json } };
  expect(await outcome('POST', '/api/notes', request)).toEqual([201, undefined]);
  expect(({} as Record<string, unknown>).role).toBeUndefined();
});

test('queries have defaults and lists', async () => {
  expect((await call('GET', '/api/notes')).body).toEqual([{ page: 1 }]);
  expect((await call('GET', '/api/notes?page=2&tag=a&tag=b&__proto__=x')).body).toEqual([{ page: 2, tag: ['a', 'b'] }]);
});

test('an invalid query and a path with a broken escape are refused', async () => {
  for (const path of ['?page=x', '/%zz', '/..%2f..%2fetc'])
    expect(await outcome('GET', `/api/notes${path}`, ann)).toEqual([400, 'invalid_input']);
});

test('an unchanged list answers 304, and a changed one has its total', async () => {
  const { headers } = await call('GET', '/api/notes');
  expect(headers.get('x-total-count')).toBe('7');
  const cachedResponse = await call('GET', '/api/notes', { headers: { 'If-None-Match': headers.get('etag') ?? '' } });
  expect([cachedResponse.status, cachedResponse.body]).toEqual([304, '']);
});

test('unknown addresses and methods are answered in JSON', async () => {
  expect(await outcome('GET', '/api/nothing')).toEqual([404, 'not_found']);
  const answer = await call('PATCH', '/api/notes', ann);
  expect(outcomeOf(answer)).toEqual([405, 'method_not_allowed']);
  expect(answer.headers.get('allow')).toBe('DELETE, GET, HEAD, POST');
});

test('a refusal that its contract does not declare is a bug of ours under test', async () => {
  expect(await outcome('GET', '/api/fails/undeclared')).toEqual([500, 'internal']);
});

test('an attacker cannot make a redirect leave this site', async () => {
  const target = async (next: string) =>
    (await call('GET', `/go?next=${encodeURIComponent(next)}`)).headers.get('location');
  expect(await target('/login?a=1')).toBe('/login?a=1');
  for (const next of ['https://evil.test', '//evil.test', '/\\evil.test', 'javascript:x'])
    expect(await target(next)).toBe('/');
});

test('a refusal has its own data, and an error of ours only the id of its request', async () => {
  const refusal = await call('GET', '/api/fails/moved');
  expect(outcomeOf(refusal)).toEqual([409, 'quote_changed']);
  expect(refusal.body.quote).toEqual({ netAmount: 1 });
  const { status, body, headers } = await call('GET', '/api/fails/bug');
  const message = 'Something went wrong on our side. Please try again.';
  expect({ status, body }).toEqual({ status: 500, body: { message, code: 'internal', reason: 'internal' } });
  const requestId = headers.get('x-request-id');
  const line = servedRoutes.logged.find((item) => item.msg === 'request failed' && item.requestId === requestId);
  expect(line).toMatchObject({ err: { error: 'TypeError' } });
  expect(await outcome('GET', '/api/fails/answer')).toEqual([500, 'internal']);
});

test('an error of the database or the disk is not answered like a bug', async () => {
  const failure = await call('GET', '/api/fails/gone');
  expect(outcomeOf(failure)).toEqual([503, 'unavailable']);
  expect(failure.headers.get('retry-after')).toBe('5');
  expect(await outcome('GET', '/api/fails/bytes')).toEqual([400, 'invalid_input']);
  expect(await outcome('GET', '/api/fails/full')).toEqual([507, 'storage_full']);
});

test('a file is sent so that no browser runs it under any name', async () => {
  const { headers } = await call('GET', '/api/download');
  const names = `filename="R___u__.pdf"; filename*=UTF-8''R%C3%A9%22%C3%A7u%0D%0A.pdf`;
  expect(headers.get('content-disposition')).toBe(`attachment; ${names}`);
  expect(headers.get('content-security-policy')).toContain('sandbox');
});

test('every answer has security headers, and answers of the API are not cached', async () => {
  const { headers } = await call('GET', '/api/notes');
  expect(Object.fromEntries(headers)).toMatchObject({
    'content-security-policy': "default-src 'none';frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
  });
  for (const header of ['x-powered-by', 'strict-transport-security']) expect(headers.has(header)).toBe(false);
  const page = (await call('GET', '/')).headers;
  const policy = page.get('content-security-policy');
  expect(policy).toMatch(/default-src 'self';script-src 'self'( 'sha256-[\w+/]{43}=')?;style-src 'self';/);
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).toContain("require-trusted-types-for 'script';trusted-types landfall-article landfall-worker");
  expect(page.get('cross-origin-opener-policy')).toBe('same-origin');
});

test('other spellings of an address, and HEAD, reach the same endpoint', async () => {
  const { body } = await call('GET', '/api/notes', ann);
  for (const spelling of ['/api/notes/', '/API/Notes', '/api/notes?page=1', '/api/notes/?page=1'])
    expect(await call('GET', spelling, ann)).toMatchObject({ status: 200, body });
  expect(await call('HEAD', '/api/notes', ann)).toMatchObject({ status: 200, body: '' });
});

test('the log has routes, times and the id of the caller, and never the input', async () => {
  servedRoutes.logged.length = 0;
  await call('GET', '/api/notes?tag=canary-query&token=canary-token', ann);
  const headers = { 'User-Agent': 'canary-agent' };
  await call('POST', '/api/notes', { ...ann, json: { title: 'canary-body' }, headers });
  await call('GET', '/api/notes/canary-param', ann);
  await call('GET', '/api/fails/bytes');
  await expect.poll(() => servedRoutes.logged.length).toBeGreaterThanOrEqual(4);
  const request = { method: 'GET', route: '/api/notes', status: 200, msg: 'request', userId: testUsers.ann?.userId };
  expect(servedRoutes.logged[0]).toMatchObject(request);
  expect(JSON.stringify(servedRoutes.logged)).not.toMatch(/canary|ann@example|Bearer/);
});

test('the rest of a refused body is not read as the next request', async () => {
  const socket = connect(Number(new URL(servedRoutes.url).port), '127.0.0.1');
  await once(socket, 'connect');
  const answerTo = async (sentText: string) => {
    socket.write(sentText);
    return String((await once(socket, 'data')).at(0));
  };
  const next = 'GET /api/nothing HTTP/1.1\r\nHost: x\r\n\r\n';
  const head = 'POST /api/notes HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n';
  expect(await answerTo(`${head}Content-Length: ${next.length}\r\n\r\n`)).toMatch(/^HTTP\/1.1 401/);
  expect(await answerTo(`${next}GET /api/notes HTTP/1.1\r\nHost: x\r\n\r\n`)).toMatch(/^HTTP\/1.1 200/);
  socket.destroy();
});

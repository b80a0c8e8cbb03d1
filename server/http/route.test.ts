import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { notesRoutes } from '#tests/setup/notes.ts';
import { callerOf, platformDeps, serveRouters, testUsers, type Call, type Served } from '#tests/setup/platform.ts';
import { openDatabase } from '#tests/setup/testbed.ts';

const database = openDatabase();
let served: Served;
let call: Call;
beforeAll(async () => {
  served = await serveRouters([notesRoutes(platformDeps(database))]);
  call = callerOf(served.url);
});
afterAll(async () => {
  await served.close();
});

test('a customer is served, and what the contract does not list never leaves', async () => {
  const { status, body } = await call('POST', '/api/notes', {
    token: 'ann',
    json: { title: ' Hello ', isAdmin: true },
  });
  expect({ status, body }).toEqual({ status: 201, body: { title: `Hello by ${testUsers.ann?.userId}` } });
});

test('a visitor is told to log in, and an administrator to do so again', async () => {
  expect(await call('POST', '/api/notes', { json: {} })).toMatchObject({
    status: 401,
    body: { code: 'signed_out', message: 'No authentication token found. Please log in again.' },
  });
  expect(await call('DELETE', '/api/notes')).toMatchObject({
    status: 401,
    body: { code: 'signed_out', message: 'Admin authentication required. Please re-login.' },
  });
  expect(await call('POST', '/api/notes', { token: 'forged', json: {} })).toMatchObject({ status: 401 });
});

test('a customer cannot do what is the administrator’s', async () => {
  expect(await call('DELETE', '/api/notes', { token: 'ann' })).toMatchObject({
    status: 403,
    body: { code: 'forbidden' },
  });
  expect(await call('DELETE', '/api/notes', { token: 'root' })).toMatchObject({ status: 204 });
});

test('a stolen administrator token alone does not do the fatal things', async () => {
  expect(await call('POST', '/api/fatal', { token: 'root' })).toMatchObject({
    status: 403,
    body: { code: 'step_up_required' },
  });
  expect(await call('POST', '/api/fatal', { token: 'root', headers: { 'X-Step-Up': 'proven' } })).toMatchObject({
    status: 204,
  });
});

test('a blocked person is refused, but sees what every visitor sees', async () => {
  expect(await call('POST', '/api/notes', { token: 'blocked', json: {} })).toMatchObject({
    status: 403,
    body: { code: 'blocked' },
  });
  expect(await call('GET', '/api/notes', { token: 'blocked' })).toMatchObject({ status: 200 });
});

test('every field to correct is named, and the message is the first one’s', async () => {
  const { status, body } = await call('POST', '/api/notes', { token: 'ann', json: { title: 'x', tags: ['ok', 5] } });
  expect(status).toBe(400);
  expect(body).toMatchObject({
    code: 'invalid_input',
    message: 'Please enter a name',
    reason: 'name_required',
    fields: { title: 'Please enter a name' },
    fieldErrors: { title: { reason: 'name_required' }, 'tags.1': { reason: 'value_invalid' } },
  });
  expect(Object.keys(body.fields as object)).toEqual(['title', 'tags.1']);
  expect((await call('POST', '/api/notes', { token: 'ann' })).body).toMatchObject({
    fields: { title: 'Please enter a name' },
  });
  expect((await call('POST', '/api/notes', { token: 'ann', json: [] })).status).toBe(400);
});

test('the bound that a text went over crosses the wire beside its reason', async () => {
  const { body } = await call('POST', '/api/notes', { token: 'ann', json: { title: 'x'.repeat(21) } });
  expect(body).toEqual({
    code: 'invalid_input',
    message: 'Please use at most 20 characters',
    reason: 'text_too_long',
    params: { max: 20 },
    fields: { title: 'Please use at most 20 characters' },
    fieldErrors: { title: { reason: 'text_too_long', params: { max: 20 } } },
  });
});

test('bodies that are broken, too large or of another kind are refused in the product’s own words', async () => {
  const send = async (raw: string, type = 'application/json') => {
    const { status, body } = await call('POST', '/api/notes', { token: 'ann', raw, headers: { 'Content-Type': type } });
    return [status, body.code];
  };
  expect(await send('{"title":')).toEqual([400, 'invalid_json']);
  expect(await send('"text"')).toEqual([400, 'invalid_json']);
  expect(await send(JSON.stringify({ title: 'x'.repeat(101 * 1024) }))).toEqual([413, 'body_too_large']);
  expect(await send('title=Hello', 'application/x-www-form-urlencoded')).toEqual([415, 'unsupported_media_type']);
  expect(await send('{"title":"ok"}', 'application/json; charset=latin1')).toEqual([415, 'unsupported_media_type']);
  expect(await send('['.repeat(50_000) + ']'.repeat(50_000))).toEqual([400, 'invalid_input']);
  expect(await send('{"title":"Hello","__proto__":{"role":"admin"},"constructor":{"prototype":{"x":1}}}')).toEqual([
    201,
    undefined,
  ]);
  expect(({} as Record<string, unknown>).role).toBeUndefined();
  expect(await send('{"title":"a\\u0000b"}')).toEqual([400, 'invalid_input']);
});

test('queries are parsed with defaults and lists, paths with broken escapes are refused', async () => {
  expect((await call('GET', '/api/notes')).body).toEqual([{ page: 1 }]);
  expect((await call('GET', '/api/notes?page=2&tag=a&tag=b&__proto__=x')).body).toEqual([{ page: 2, tag: ['a', 'b'] }]);
  expect((await call('GET', '/api/notes?page=x')).status).toBe(400);
  expect(await call('GET', '/api/notes/%zz', { token: 'ann' })).toMatchObject({
    status: 400,
    body: { code: 'invalid_input' },
  });
  expect(await call('GET', '/api/notes/..%2f..%2fetc', { token: 'ann' })).toMatchObject({ status: 400 });
});

test('an unchanged list answers 304, a changed one carries its total', async () => {
  const first = await call('GET', '/api/notes');
  expect(first.headers.get('x-total-count')).toBe('7');
  const again = await call('GET', '/api/notes', { headers: { 'If-None-Match': first.headers.get('etag') ?? '' } });
  expect([again.status, again.body]).toEqual([304, '']);
});

test('unknown addresses and methods are answered in JSON', async () => {
  expect(await call('GET', '/api/nothing')).toMatchObject({ status: 404, body: { code: 'not_found' } });
  const wrong = await call('PATCH', '/api/notes', { token: 'ann' });
  expect(wrong).toMatchObject({ status: 405, body: { code: 'method_not_allowed' } });
  expect(wrong.headers.get('allow')).toBe('DELETE, GET, HEAD, POST');
  expect(await call('HEAD', '/api/notes')).toMatchObject({ status: 200, body: '' });
});

test('redirects stay on this site', async () => {
  expect((await call('GET', '/go?next=/login%3Fa=1')).headers.get('location')).toBe('/login?a=1');
  for (const next of ['https://evil.test', '//evil.test', '/\\evil.test', 'javascript:x'])
    expect((await call('GET', `/go?next=${encodeURIComponent(next)}`)).headers.get('location')).toBe('/');
});

test('a refusal carries its own data; our own bugs say nothing and are logged with the request’s id', async () => {
  expect(await call('GET', '/api/fails/moved')).toMatchObject({
    status: 409,
    body: { code: 'quote_changed', quote: { netAmount: 1 } },
  });
  const bug = await call('GET', '/api/fails/bug');
  expect(bug.status).toBe(500);
  expect(bug.body).toEqual({
    message: 'Something went wrong on our side. Please try again.',
    code: 'internal',
    reason: 'internal',
  });
  const line = served.logged.find(
    ({ msg, requestId }) => msg === 'request failed' && requestId === bug.headers.get('x-request-id'),
  );
  expect(line).toMatchObject({ err: { error: 'TypeError' } });
  expect(await call('GET', '/api/fails/answer')).toMatchObject({ status: 500 });
});

test('trouble with the database or the disk is told apart from bugs', async () => {
  const away = await call('GET', '/api/fails/gone');
  expect(away).toMatchObject({ status: 503, body: { code: 'unavailable' } });
  expect(away.headers.get('retry-after')).toBe('5');
  expect(await call('GET', '/api/fails/bytes')).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
  expect(await call('GET', '/api/fails/full')).toMatchObject({ status: 507, body: { code: 'storage_full' } });
});

test('a file is handed out so that no browser runs it, whatever its name', async () => {
  const { headers } = await call('GET', '/api/download');
  expect(headers.get('content-disposition')).toBe(
    `attachment; filename="R___u__.pdf"; filename*=UTF-8''R%C3%A9%22%C3%A7u%0D%0A.pdf`,
  );
  expect(headers.get('content-security-policy')).toContain('sandbox');
});

test('every answer is guarded by headers, and answers of the API are kept nowhere', async () => {
  const { headers } = await call('GET', '/api/notes');
  expect(headers.get('content-security-policy')).toBe("default-src 'none';frame-ancestors 'none'");
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('referrer-policy')).toBe('no-referrer');
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('x-powered-by')).toBeNull();
  expect(headers.get('strict-transport-security')).toBeNull();
  const page = await call('GET', '/');
  expect(page.headers.get('content-security-policy')).toMatch(
    /default-src 'self';script-src 'self'( 'sha256-[\w+/]{43}=')?;style-src 'self';/,
  );
  expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  expect(page.headers.get('content-security-policy')).toContain(
    "require-trusted-types-for 'script';trusted-types landfall-article landfall-worker",
  );
  expect(page.headers.get('cross-origin-opener-policy')).toBe('same-origin');
});

test('other spellings of an address, and HEAD, reach the same endpoint', async () => {
  const { body } = await call('GET', '/api/notes', { token: 'ann' });
  for (const spelling of ['/api/notes/', '/API/Notes', '/api/notes?page=1', '/api/notes/?page=1']) {
    expect(await call('GET', spelling, { token: 'ann' })).toMatchObject({ status: 200, body });
  }
  expect(await call('HEAD', '/api/notes', { token: 'ann' })).toMatchObject({ status: 200 });
});

test('the log tells routes and times, never what was sent', async () => {
  served.logged.length = 0;
  await call('GET', '/api/notes?tag=canary-query&token=canary-token', { token: 'ann' });
  await call('POST', '/api/notes', {
    token: 'ann',
    json: { title: 'canary-body' },
    headers: { 'User-Agent': 'canary-agent' },
  });
  await call('GET', '/api/notes/canary-param', { token: 'ann' });
  await call('GET', '/api/fails/bytes');
  await expect.poll(() => served.logged.length).toBeGreaterThanOrEqual(4);
  expect(served.logged[0]).toMatchObject({ method: 'GET', route: '/api/notes', status: 200, msg: 'request' });
  expect(JSON.stringify(served.logged)).not.toMatch(/canary|ann@example|Bearer/);
});

test('bytes left of a refused body are not taken for the next request', async () => {
  const socket = connect(Number(new URL(served.url).port), '127.0.0.1');
  await once(socket, 'connect');
  const next = 'GET /api/nothing HTTP/1.1\r\nHost: x\r\n\r\n';
  const head = 'POST /api/notes HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n';
  socket.write(`${head}Content-Length: ${next.length}\r\n\r\n`);
  const [refused] = (await once(socket, 'data')) as [Buffer];
  expect(refused.toString()).toMatch(/^HTTP\/1.1 401/);
  socket.write(`${next}GET /api/notes HTTP/1.1\r\nHost: x\r\n\r\n`);
  const [answer] = (await once(socket, 'data')) as [Buffer];
  expect(answer.toString()).toMatch(/^HTTP\/1.1 200/);
  socket.destroy();
});

test('an operator finds the caller of a request by the id alone', async () => {
  await callerOf(served.url)('GET', '/api/notes', { token: 'ann' });
  const line = served.logged.findLast(({ userId }) => userId === testUsers.ann?.userId);
  expect(line).toMatchObject({ msg: 'request', route: '/api/notes' });
  expect(JSON.stringify(line)).not.toContain('ann@example.com');
});

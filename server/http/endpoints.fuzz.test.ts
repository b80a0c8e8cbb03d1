import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import type { Endpoint } from '#shared/kernel/endpoint.ts';
import { declaredEndpoints, everyCaller, nameOf, type CallerName } from '#tests/setup/callers.ts';
import { fixture, openTestbed } from '#tests/setup/testbed.ts';

/**
 * Number of tries of each endpoint; FUZZ_RUNS sets more, such as 10000 before a release. Each run has a new seed, which
 * a failure names.
 */
const runsEach = Number(process.env['FUZZ_RUNS'] ?? 8);
const timeoutMs = 60_000 + runsEach * 200;

const { database, app } = openTestbed();
const caller = fixture(async () => ({ tokenOf: await everyCaller(database, app) }));
/** Sessions that no request has ended yet. */
const tokens = new Map<CallerName, string | undefined>();

/** Values that have broken servers before, among harmless ones. */
const texts = {
  empty: ['', ' ', '\u0000', 'a\u0000b', '\ud800', '‮'],
  hostile: ['../../etc/passwd', "'; drop table users; --", '%zz', 'a@example.com\r\nBcc: b@example.com'],
  numbers: ['1e400', '-1', '0.1', '99999999999999999999', 'NaN', 'null', '{}'],
  long: ['x'.repeat(9000), '> '.repeat(2000)],
  dates: ['2026-02-30', '0000-00-00', '+999999-01-01'],
  words: ['BTC', 'USD', 'bitcoin', 'completed', 'sell', 'newest'],
  ids: ['00000000-0000-0000-0000-000000000000', 'a@example.com'],
};
/** Tokens that the library which reads them has stumbled over; two of them carry `null`. */
const tokensSent = {
  cutOff: ['null', 'bnVsbA.bnVsbA.bnVsbA', 'eyJhbGciOiJub25lIn0.e30.', '..'],
  ofNothing: ['eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.bnVsbA.bnVsbA'],
};
/** Bodies that are no value at all. */
const bodies = {
  json: ['{', '"', '\u0000', '['.repeat(20_000), '{"a":'.repeat(5000)],
  cutOff: ['--x\r\nContent-Disposition: form-data; name="a"\r\n\r\nb'],
  hostile: ['--x\r\nContent-Disposition: form-data; name="__proto__[a]"; filename="\u0000"\r\n\r\nb\r\n--x--\r\n'],
};
const types = {
  json: ['application/json', 'application/json; charset=utf-7'],
  others: ['multipart/form-data; boundary=x', 'multipart/form-data', 'text/plain', ';'],
};
const oneOf = (groups: Record<string, string[]>) => fc.constantFrom(...Object.values(groups).flat());
const malformedText = oneOf(texts);
const malformedValue = fc.oneof(
  malformedText,
  fc.constantFrom<unknown>(null, true, 0, -0, -1, 0.1, 1e308, Number.MAX_SAFE_INTEGER, [], {}, [[]], { length: -1 }),
  fc.jsonValue({ maxDepth: 3 }),
);

function fieldNames(schema: z.ZodType | undefined): string[] {
  if (!schema) return [];
  const { properties = {} } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return Object.keys(properties);
}

const foreignFields = { __proto__x: 1, isAdmin: true, role: 'admin', userId: 'x', constructor: { prototype: {} } };

function objectOf(names: string[], value: fc.Arbitrary<unknown>): fc.Arbitrary<Record<string, unknown>> {
  const known = Object.fromEntries(names.map((name) => [name, value]));
  const extra = fc.constantFrom({}, foreignFields);
  return fc.tuple(fc.record(known, { requiredKeys: [] }), extra).map(([fields, more]) => ({ ...fields, ...more }));
}

/** Rare values, so that most requests pass the first checks. */
function rarely<Value>(arbitrary: fc.Arbitrary<Value>): fc.Arbitrary<Value | null> {
  return fc.oneof({ weight: 19, arbitrary: fc.constant(null) }, arbitrary);
}

function malformedRequest({ access, query, body, form }: Endpoint) {
  const fields = objectOf(fieldNames(form?.fields ?? body), malformedValue);
  return fc.record({
    as: fc.oneof<fc.MaybeWeightedArbitrary<CallerName>[]>(
      // The caller who gets furthest into the endpoint.
      { weight: 3, arbitrary: fc.constant(access === 'admin' ? 'admin' : 'customer') },
      fc.constantFrom('visitor', 'customer', 'admin'),
    ),
    forged: rarely(oneOf(tokensSent)),
    broken: rarely(fc.record({ body: oneOf(bodies), type: oneOf(types) })),
    params: malformedText,
    query: objectOf(fieldNames(query), malformedText),
    body: fc.oneof({ weight: 4, arbitrary: fields }, malformedValue),
    raw: fc.boolean(),
    key: fc.constantFrom('', 'a', 'k'.repeat(300), 'one key'),
    files: fc.array(fc.constantFrom(...Object.keys(form?.files ?? {}), 'other'), { maxLength: 3 }),
  });
}

type MalformedRequest = ReturnType<typeof malformedRequest> extends fc.Arbitrary<infer Request> ? Request : never;

function send(endpoint: Endpoint, request: MalformedRequest, token: string | undefined): Promise<Response> {
  const param = encodeURIComponent(request.params.replace(/[\ud800-\udfff]/g, '')) || 'x';
  const path = endpoint.path.replace(/:\w+/g, () => param);
  const query = new URLSearchParams(Object.entries(request.query).map(([name, value]) => [name, String(value)]));
  const headers: Record<string, string> = token ? { Authorization: `Bearer ${token}` } : {};
  if (request.key) headers['Idempotency-Key'] = request.key;
  const { body, type } = bodyOf(endpoint, request);
  if (type) headers['Content-Type'] = type;
  const { method } = endpoint;
  const options: RequestInit = { method, headers, redirect: 'manual', ...(method !== 'GET' && { body }) };
  return fetch(`${app.url}${path}?${query}`, options);
}

function bodyOf(
  { form }: Endpoint,
  { body, raw, files, broken }: MalformedRequest,
): { body: string | FormData; type?: string } {
  if (broken) return broken;
  const type = form ? 'multipart/form-data; boundary=x' : 'application/json';
  if (!form || raw) return { body: JSON.stringify(body) ?? '', type };
  const data = new FormData();
  const fields = typeof body === 'object' && body !== null ? Object.entries(body) : [];
  for (const [name, value] of fields) data.append(name, typeof value === 'string' ? value : JSON.stringify(value));
  for (const name of files) data.append(name, new Blob(['%PDF-1.7']), 'a.pdf');
  return { body: data };
}

test.for(declaredEndpoints.map((endpoint) => [nameOf(endpoint), endpoint] as const))(
  'any input at %s is answered without a failure of ours',
  { timeout: timeoutMs },
  async ([, endpoint], { signal }) => {
    const requests = fc.asyncProperty(malformedRequest(endpoint), async (request) => {
      // A test that timed out must not continue beside the next.
      signal.throwIfAborted();
      const { as, forged } = request;
      if (!tokens.has(as)) tokens.set(as, await caller.tokenOf(as));
      const response = await send(endpoint, request, forged ?? tokens.get(as));
      // A request that ended the session must not cause 401 for those after it.
      if (response.status === 401 && !forged) tokens.delete(as);
      const text = await response.text();
      if (response.status >= 500) throw new Error(`${response.status} ${text} ${JSON.stringify(app.logged.at(-1))}`);
      app.logged.length = 0;
    });
    await fc.assert(requests, { numRuns: runsEach });
    expect((await database.pool.query(`select 1 from users where role = 'admin'`)).rowCount).toBe(1);
  },
);

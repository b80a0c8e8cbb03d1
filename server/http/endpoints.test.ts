import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Endpoint } from '#shared/kernel/endpoint.ts';
import { rightsOf } from '#shared/team/team.roles.ts';
import {
  callers,
  declaredEndpoints,
  everyCaller,
  forgeriesOf,
  guardRefusal,
  nameOf,
  roleOf,
  type CallerName,
} from '#tests/setup/callers.ts';
import { fixture, openTestbed } from '#tests/setup/testbed.ts';
import { apiRouters } from '../app.ts';
import { describeApi } from './docs/openapi.ts';
import { endpointsOf } from './route.ts';

const { database, app } = openTestbed();
const every = fixture(async () => ({ tokenOf: await everyCaller(database, app) }));
const tokenOf = (name: CallerName) => every.tokenOf(name);

/** The minimal request over HTTP: nonexistent ids, and no body. */
function callEndpoint({ method, path }: Endpoint, token: string | undefined) {
  return app.call(method, path.replace(/:\w+/g, randomUUID()), { token });
}

test('every contract is mounted exactly once, and nothing is mounted without one', () => {
  const mounted = apiRouters(app.deps).flatMap(endpointsOf).map(nameOf);
  expect(mounted.toSorted()).toEqual(declaredEndpoints.map(nameOf).toSorted());
});

/** The guard's refusal for each kind of caller; undefined where the call reaches its own rules. */
function guardAnswer(endpoint: Endpoint, caller: CallerName): { status: number; code: string } | undefined {
  const { access, may, stepUp, duringSetup } = endpoint;
  if (access === 'public') return undefined;
  if (caller === 'blocked') return { status: 403, code: 'blocked' };
  if (caller === 'joining' && !duringSetup) return { status: 403, code: 'second_factor_setup_required' };
  const role = roleOf(caller);
  if (caller !== 'customer' && caller !== 'joining' && !role) return { status: 401, code: 'signed_out' };
  if (access === 'admin' && !role) return { status: 403, code: 'forbidden' };
  const isPermitted = !may || may === 'member' || rightsOf(role ?? null).may.includes(may);
  if (!isPermitted) return { status: 403, code: 'not_permitted' };
  // The callers' sessions are none that the password was entered in.
  return stepUp && stepUp !== 'sometimes' ? { status: 403, code: 'step_up_required' } : undefined;
}

const sessionRefusals = ['signed_out', 'second_factor_setup_required', 'blocked', 'step_up_required'];
const refusedByGuard = [...sessionRefusals, 'forbidden', 'not_permitted'];

const refusalOf = (endpoint: Endpoint, token: string | undefined) => guardRefusal(app.deps, endpoint, token);

/** One endpoint of each kind of access. */
const kindOf = ({ access, stepUp, duringSetup }: Endpoint) =>
  `${access}${stepUp ? ` stepUp ${stepUp}` : ''}${duringSetup ? ' duringSetup' : ''}`;
const classes = [...new Map(declaredEndpoints.map((endpoint) => [kindOf(endpoint), endpoint] as const))];
const closedEndpoints = declaredEndpoints.filter(({ access }) => access !== 'public');

/** Findings for each of these endpoints, by its name. */
async function byName<Found>(endpoints: readonly Endpoint[], find: (endpoint: Endpoint) => Promise<Found>) {
  const entries: [string, Found][] = [];
  for (const endpoint of endpoints) entries.push([nameOf(endpoint), await find(endpoint)]);
  return Object.fromEntries(entries);
}

describe.each(callers)('%s', (caller) => {
  test('is admitted or refused at every endpoint by its contract', async () => {
    const token = await tokenOf(caller);
    const expected = await byName(declaredEndpoints, async (endpoint) => guardAnswer(endpoint, caller));
    expect(await byName(declaredEndpoints, (endpoint) => refusalOf(endpoint, token))).toEqual(expected);
  });

  test.each(classes)('gets that answer over HTTP too: %s', async (_name, endpoint) => {
    const { status, body } = await callEndpoint(endpoint, await tokenOf(caller));
    const refusal = guardAnswer(endpoint, caller);
    const mayRefuse = new Set<string>(endpoint.errors);
    const passed = !refusedByGuard.some((code) => code === body.code && !mayRefuse.has(code));
    const result = refusal ? { status, code: body.code } : { passed, broken: status >= 500 };
    expect(result).toEqual(refusal ?? { passed: true, broken: false });
  });
});

test('a caller without a token reaches only public endpoints over HTTP', async () => {
  const statuses = await byName(closedEndpoints, async (endpoint) => (await callEndpoint(endpoint, undefined)).status);
  expect(statuses).toEqual(await byName(closedEndpoints, async () => 401));
});

test('a forged token opens no endpoint that the true one opens', async () => {
  const tokens = { admin: await tokenOf('admin'), customer: await tokenOf('customer') };
  const opened = async (endpoint: Endpoint) => {
    const token = tokens[endpoint.access === 'admin' ? 'admin' : 'customer'] ?? '';
    const refusals = await Promise.all([token, ...forgeriesOf(token)].map((item) => refusalOf(endpoint, item)));
    return refusals.map((refused) => refused?.status !== 401);
  };
  const trueOnly = [true, ...forgeriesOf(tokens.admin ?? '').map(() => false)];
  expect(await byName(closedEndpoints, opened)).toEqual(await byName(closedEndpoints, async () => trueOnly));
});

test('a forged token opens no endpoint over HTTP, one of each kind', async () => {
  for (const [, endpoint] of classes.filter(([, { access }]) => access !== 'public')) {
    const token = await tokenOf(endpoint.access === 'admin' ? 'admin' : 'customer');
    for (const forged of forgeriesOf(token ?? '')) expect((await callEndpoint(endpoint, forged)).status).toBe(401);
  }
});

test('the documentation and a refusal name the permission of each administration route', async () => {
  const { paths } = describeApi('http://localhost') as { paths: Record<string, Record<string, { 'x-may'?: string }>> };
  for (const { method, path, access, may } of declaredEndpoints) {
    const operation = paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];
    expect([path, operation?.['x-may']]).toEqual([path, access === 'admin' ? may : undefined]);
  }
  const { body } = await app.call('GET', '/api/admin/audit-log', { token: await tokenOf('support') });
  expect(body).toMatchObject({ code: 'not_permitted', reason: 'not_permitted', params: { may: 'audit.read' } });
});

test('the documentation lists every endpoint under the site’s own security policy', async () => {
  const { status, body } = await app.call('GET', '/api/openapi.json');
  expect([status, body.openapi]).toEqual([200, '3.1.0']);
  const { paths } = describeApi('http://localhost') as { paths: Record<string, object> };
  const describedEndpoints = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`),
  );
  expect(describedEndpoints.toSorted()).toEqual(declaredEndpoints.map(nameOf).toSorted());
  const page = await app.call('GET', '/api/docs');
  expect(page.headers.get('content-security-policy')).toContain("script-src 'self';style-src 'self'");
  expect(page.body).not.toMatch(/<style|style=|<script>/);
});

/** The public responses, and the request headers they vary by. */
const everybodys: Record<string, string> = {
  '/api/settings': 'Accept-Encoding, Accept-Language',
  '/api/crypto-assets': 'Accept-Encoding',
  '/api/payout-currencies': 'Accept-Encoding',
  '/api/blog-posts': 'Accept-Encoding, Accept-Language',
};

test.each(Object.entries(everybodys))('a CDN may store %s, and a browser asks each time', async (path, vary) => {
  const first = await fetch(app.url + path);
  expect(await first.text()).not.toBe('');
  expect(first.headers.get('cache-control')).toMatch(/^public, max-age=0, must-revalidate, s-maxage=\d+$/);
  expect(first.headers.get('cdn-cache-control')).toMatch(/^public, max-age=\d+, stale-while-revalidate=\d+$/);
  expect(first.headers.get('vary')).toBe(vary);
  const cachedResponse = await fetch(app.url + path, { headers: { 'If-None-Match': first.headers.get('etag') ?? '' } });
  expect([cachedResponse.status, await cachedResponse.text(), cachedResponse.headers.get('vary')]).toEqual([
    304,
    '',
    vary,
  ]);
});

test('a CDN may never store a refusal, even of an answer that it may store', async () => {
  const { status, headers } = await fetch(`${app.url}/api/blog-posts/00000000-0000-4000-8000-000000000000`);
  expect([status, headers.get('cache-control'), headers.get('cdn-cache-control')]).toEqual([404, 'no-store', null]);
});

test('no proxy may store an answer that belongs to a user', async () => {
  const addresses = declaredEndpoints
    .filter(({ method, path }) => method === 'GET' && path.startsWith('/api/') && !path.includes(':'))
    .map(({ path }) => path);
  expect(addresses.length).toBeGreaterThan(40);
  const tokens = [undefined, await tokenOf('customer'), await tokenOf('owner')];
  for (const path of addresses.filter((item) => !(item in everybodys))) {
    for (const token of tokens) {
      const { headers } = await app.call('GET', path, { token });
      expect([path, headers.get('cdn-cache-control')]).toEqual([path, null]);
      expect(`${path}: ${headers.get('cache-control')}`).toMatch(/: (.*no-store.*|public, max-age=\d+)$/);
    }
  }
});

type Shape = Omit<Endpoint, 'access' | 'may'>;
type IsEndpoint<E> = E extends Endpoint ? true : false;

test('an administration endpoint without a permission does not compile', () => {
  const requiring: IsEndpoint<Shape & { access: 'admin'; may: 'orders.read' }> = true;
  const requiringNothing: IsEndpoint<Shape & { access: 'admin' }> = false;
  const misspelt: IsEndpoint<Shape & { access: 'admin'; may: 'orders.eat' }> = false;
  const ofCustomers: IsEndpoint<Shape & { access: 'customer'; may: 'orders.read' }> = false;
  expect([requiring, requiringNothing, misspelt, ofCustomers]).toEqual([true, false, false, false]);
});

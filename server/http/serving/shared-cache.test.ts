import { expect, test } from 'vitest';
import { endpointsByFeature } from '#shared/api.ts';
import { everyCaller } from '#tests/setup/callers.ts';
import { openTestbed } from '#tests/setup/testbed.ts';

const { database, app } = openTestbed();

/** The public responses, and the request headers they vary by. */
const everybodys: Record<string, string> = {
  '/api/settings': 'Accept-Encoding, Accept-Language',
  '/api/crypto-assets': 'Accept-Encoding',
  '/api/payout-currencies': 'Accept-Encoding',
  '/api/blog-posts': 'Accept-Encoding, Accept-Language',
};

test.each(Object.entries(everybodys))('a CDN may send %s, and a browser asks each time', async (path, vary) => {
  const first = await fetch(app.url + path);
  expect(await first.text()).not.toBe('');
  expect(first.headers.get('cache-control')).toMatch(/^public, max-age=0, must-revalidate, s-maxage=\d+$/);
  expect(first.headers.get('cdn-cache-control')).toMatch(/^public, max-age=\d+, stale-while-revalidate=\d+$/);
  expect(first.headers.get('vary')).toBe(vary);
  const again = await fetch(app.url + path, { headers: { 'If-None-Match': first.headers.get('etag') ?? '' } });
  expect([again.status, await again.text(), again.headers.get('vary')]).toEqual([304, '', vary]);
});

test('a refusal is never kept by a CDN, also of an answer that it may keep', async () => {
  const { status, headers } = await fetch(`${app.url}/api/blog-posts/00000000-0000-4000-8000-000000000000`);
  expect([status, headers.get('cache-control'), headers.get('cdn-cache-control')]).toEqual([404, 'no-store', null]);
});

test('no answer that belongs to somebody may be kept by anybody on the way', async () => {
  const addresses = endpointsByFeature
    .flatMap(({ endpoints }) => endpoints)
    .filter(({ method, path }) => method === 'GET' && path.startsWith('/api/') && !path.includes(':'))
    .map(({ path }) => path);
  expect(addresses.length).toBeGreaterThan(40);
  const tokenOf = await everyCaller(database, app);
  const tokens = [undefined, await tokenOf('customer'), await tokenOf('owner')];
  for (const path of addresses.filter((item) => !(item in everybodys))) {
    for (const token of tokens) {
      const { headers } = await app.call('GET', path, { token });
      expect([path, headers.get('cdn-cache-control')]).toEqual([path, null]);
      expect(`${path}: ${headers.get('cache-control')}`).toMatch(/: (.*no-store.*|public, max-age=\d+)$/);
    }
  }
});

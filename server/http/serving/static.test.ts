import { mkdirSync, writeFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterAll, expect, test, vi } from 'vitest';
import { openFolder } from '#tests/setup/folder.ts';
import { serve } from '#tests/setup/listening.ts';
import { fixture } from '#tests/setup/testbed.ts';
import { serveClient } from '../../ssr/pages.ts';

const folder = openFolder();
const script = `console.log(${'1'.repeat(2000)});`;
const nothing = () => Promise.reject(new Error('nothing is rendered here'));
const log = { error: () => undefined };
const rendersNothing = { log, publicUrl: '', callApi: nothing, count: nothing, version: () => 1 };
const files = {
  'index.html': '<!doctype html><title>Landfall</title>',
  'mark.svg': '<svg/>',
  'sw.js': 'self.addEventListener',
  '.vite/manifest.json': '{}',
  'assets/app-abc123.js': script,
  'assets/app-abc123.js.br': brotliCompressSync(script),
  'assets/app-abc123.js.gz': gzipSync(script),
};

const server = fixture(async () => {
  for (const name of ['assets', '.vite']) mkdirSync(join(folder, name));
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  const answer = serveClient(rendersNothing, folder);
  return serve((request, response) => answer(request, response, () => response.writeHead(404).end('next')));
});
afterAll(() => server.close());

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(server.url + path, { headers, method });
const asBrowser = { Accept: 'text/html,*/*' };

test.each([
  ['/', asBrowser],
  ['/sell', asBrowser],
  ['/admin/users/42', asBrowser],
  ['/login', { Accept: '*/*' }],
  ['/login', { Accept: '' }],
])('%s is the page for a browser and a monitor, and is never cached: %j', async (path, headers) => {
  const response = await get(path, headers);
  expect(await response.text()).toContain('<title>Landfall</title>');
  expect(response.headers.get('content-type')).toContain('text/html');
  expect(response.headers.get('cache-control')).toBe('no-store');
});

test.each([
  ...['/robots.txt', '/.env', '/package.json', '/api/nothing', '/ws', '/assets/gone.js'].map((path) => [path, {}]),
  ...['/.vite/manifest.json', '/..%2f..%2fetc%2fpasswd', '/%zz'].map((path) => [path, {}]),
  ...['/api/nothing', '/ws', '/assets/gone.js'].map((path) => [path, asBrowser]),
  ['/sell', { Accept: 'application/json' }],
] as [string, Record<string, string>][])('%s is no file of ours and never the page: %j', async (path, headers) => {
  expect((await get(path, headers)).status).toBe(404);
});

test('a POST to the address of a page is not answered with the page', async () => {
  expect((await get('/sell', asBrowser, 'POST')).status).toBe(404);
});

test.each([
  ['gzip, br', 'br'],
  ['gzip;q=0.5', 'gzip'],
  ['br;q=0', null],
])('an asset is cached for ever, and a client that accepts %s gets %s', async (acceptHeader, encoding) => {
  const response = await get('/assets/app-abc123.js', { 'Accept-Encoding': acceptHeader });
  expect(await response.text()).toBe(script);
  expect(response.headers.get('content-encoding')).toBe(encoding);
  expect(response.headers.get('cache-control')).toContain('immutable');
  expect(response.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
});

test('an unchanged file is answered 304', async () => {
  const etag = (await get('/mark.svg')).headers.get('etag') ?? '';
  expect((await get('/mark.svg', { 'If-None-Match': etag })).status).toBe(304);
});

test('the worker is requested again each time, and is missing once offline reading is off', async () => {
  const workerAnswer = await get('/sw.js');
  expect([workerAnswer.status, workerAnswer.headers.get('cache-control')]).toEqual([200, 'no-cache']);
  const without = serveClient({ ...rendersNothing, env: { offlineReading: false, apiDocs: true } }, folder);
  const request = { method: 'HEAD', url: '/sw.js', headers: { accept: '*/*' } } as IncomingMessage;
  const next = vi.fn<() => void>();
  without(request, {} as ServerResponse, next);
  expect(next).toHaveBeenCalledOnce();
});

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { serveClient } from '../../ssr/pages.ts';

const folder = mkdtempSync(join(tmpdir(), 'landfall-static-'));
const script = `console.log(${'1'.repeat(2000)});`;
const nothing = () => Promise.reject(new Error('nothing is rendered here'));
const rendersNothing = {
  log: { error: () => undefined },
  publicUrl: '',
  callApi: nothing,
  count: nothing,
  version: () => 1,
};
let server: Server;
let origin: string;

beforeAll(async () => {
  mkdirSync(join(folder, 'assets'));
  mkdirSync(join(folder, '.vite'));
  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>Landfall</title>');
  writeFileSync(join(folder, 'mark.svg'), '<svg/>');
  writeFileSync(join(folder, 'sw.js'), 'self.addEventListener');
  writeFileSync(join(folder, '.vite', 'manifest.json'), '{}');
  writeFileSync(join(folder, 'assets', 'app-abc123.js'), script);
  writeFileSync(join(folder, 'assets', 'app-abc123.js.br'), brotliCompressSync(script));
  const serve = serveClient(rendersNothing, folder);
  server = createServer((request, response) => serve(request, response, () => response.writeHead(404).end('next')));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
  rmSync(folder, { recursive: true });
});

const asBrowser = { headers: { Accept: 'text/html,*/*' } };

test.each(['/', '/sell', '/admin/users/42'])(
  'the page address %s answers the page, never kept by a cache',
  async (path) => {
    const response = await fetch(origin + path, asBrowser);
    expect(await response.text()).toContain('<title>Landfall</title>');
    expect(response.headers.get('cache-control')).toBe('no-store');
  },
);

test.each([{ Accept: '*/*' }, { Accept: '' }])('a monitor that asks with %j sees the page too', async (headers) => {
  const response = await fetch(`${origin}/login`, { headers });
  expect(response.headers.get('content-type')).toContain('text/html');
});

test('a caller that takes JSON alone is not handed a page', async () => {
  expect((await fetch(`${origin}/sell`, { headers: { Accept: 'application/json' } })).status).toBe(404);
});

test.each(['/robots.txt', '/.env', '/package.json'])('%s is not answered with a page to a caller', async (path) => {
  expect((await fetch(origin + path)).status).toBe(404);
});

test('an asset is compressed beforehand and kept for ever', async () => {
  const response = await fetch(`${origin}/assets/app-abc123.js`, { headers: { 'Accept-Encoding': 'gzip, br' } });
  expect(await response.text()).toBe(script);
  expect(response.headers.get('content-encoding')).toBe('br');
  expect(response.headers.get('cache-control')).toContain('immutable');
  expect(response.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
});

test('a caller that cannot read brotli gets plain bytes', async () => {
  const response = await fetch(`${origin}/assets/app-abc123.js`, { headers: { 'Accept-Encoding': 'br;q=0' } });
  expect(response.headers.get('content-encoding')).toBeNull();
  expect(await response.text()).toBe(script);
});

test('an unchanged file is answered 304', async () => {
  const first = await fetch(`${origin}/mark.svg`);
  const again = await fetch(`${origin}/mark.svg`, { headers: { 'If-None-Match': first.headers.get('etag') ?? '' } });
  expect(again.status).toBe(304);
});

test.each(['/api/nothing', '/ws', '/assets/gone.js', '/.vite/manifest.json', '/..%2f..%2fetc%2fpasswd', '/%zz'])(
  '%s is no file of ours and is left to the rest of the program',
  async (path) => {
    expect((await fetch(origin + path)).status).toBe(404);
  },
);

test.each(['/api/nothing', '/ws', '/assets/gone.js'])(
  '%s never answers the page, not even to a browser',
  async (path) => {
    expect((await fetch(origin + path, asBrowser)).status).toBe(404);
  },
);

test('a write to a page address is not answered with the page', async () => {
  expect((await fetch(`${origin}/sell`, { ...asBrowser, method: 'POST' })).status).toBe(404);
});

test('the worker is requested again each time, and is not there once reading offline is switched off', async () => {
  const stored = await fetch(`${origin}/sw.js`);
  expect(stored.status).toBe(200);
  expect(stored.headers.get('cache-control')).toBe('no-cache');
  const without = serveClient({ ...rendersNothing, env: { offlineReading: false, apiDocs: true } }, folder);
  const request = { method: 'HEAD', url: '/sw.js', headers: { accept: '*/*' } } as IncomingMessage;
  const next = vi.fn<() => void>();
  without(request, {} as ServerResponse, next);
  expect(next).toHaveBeenCalledOnce();
});

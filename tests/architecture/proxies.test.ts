import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { rootDir } from '#server/env/paths.ts';
import { allOf } from './source.ts';

const fileOf = (path: string) => readFileSync(join(rootDir, path), 'utf8');

test('the code of an offer link stands in no log of a proxy, wherever in an address it is', () => {
  const ofNginx = /'~(\^.*)' '\$before:code\$after'/.exec(fileOf('deploy/nginx.conf'))?.[1] ?? '';
  const ofCaddy = /request>uri regexp (\S+) \$\{1\}:code/.exec(fileOf('deploy/Caddyfile'))?.[1] ?? '';
  const proxies = [
    (uri: string) => uri.replace(new RegExp(ofNginx), '$<before>:code$<after>'),
    (uri: string) => uri.replaceAll(new RegExp(ofCaddy, 'g'), '$1:code'),
  ];
  const logged = {
    '/o/7K3MQ29XWB': '/o/:code',
    '/o/7k3mq29xwb?utm_source=chat': '/o/:code?utm_source=chat',
    '/api/offers/7K3MQ29XWB/take': '/api/offers/:code/take',
    '/login?next=%2Fo%2F7K3MQ29XWB': '/login?next=%2Fo%2F:code',
    '/sell?crypto=bitcoin': '/sell?crypto=bitcoin',
  };
  for (const loggedBy of proxies)
    expect(Object.keys(logged).map((uri) => [uri, loggedBy(uri)])).toEqual(Object.entries(logged));
  // One that is declared is used: both servers write their lines in it.
  expect(allOf(fileOf('deploy/nginx.conf'), /access_log +\S+ (landfall);/g)).toEqual(['landfall', 'landfall']);
});

import { dirname } from 'node:path';
import { rootDir } from '#server/env/paths.ts';
import * as packages from './packages.ts';
import { testRule } from './rule.ts';

function lock(entries: Record<string, object>): Record<string, string> {
  return { 'package-lock.json': JSON.stringify({ packages: { '': {}, ...entries } }) };
}

testRule('no package is older than the last known hole in it', packages.packagesMeetMinimumVersions, {
  files: lock({
    'node_modules/multer': { version: '2.1.9' },
    'node_modules/ws': { version: '8.21.0' },
    'node_modules/express/node_modules/qs': { version: '6.9.20' },
    'node_modules/tool/node_modules/ws': { version: '7.0.0', dev: true },
    'node_modules/anything': { version: '0.0.1' },
  }),
  finds: ['node_modules/multer is 2.1.9, below 2.2.0', 'node_modules/express/node_modules/qs is 6.9.20, below 6.14.1'],
});

testRule('the lock installs on every platform', packages.lockHasEveryPlatform, {
  files: lock({
    'node_modules/a': { optionalDependencies: { '@a/linux': '1.0.0', '@a/android': '1.0.0' } },
    'node_modules/@a/linux': {},
  }),
  finds: ['node_modules/a lacks @a/android'],
});

testRule('every package is known by its content', packages.lockHasEveryHash, {
  files: lock({ 'node_modules/a': { integrity: 'sha512-a' }, 'node_modules/b': {} }),
  finds: ['node_modules/b has no integrity'],
});

testRule('no package runs a script that nobody read', packages.installScriptsAreKnown, {
  files: lock({ 'node_modules/bcrypt': { hasInstallScript: true }, 'node_modules/b': { hasInstallScript: true } }),
  finds: ['node_modules/b wants to run a script', '.npmrc lets install scripts run'],
});

const host = ['npm', 'registry', 'example'].join('.');

testRule('a checkout names no package mirror and no folder of one machine', packages.noMachineNames, {
  files: {
    '.npmrc': `registry=http://${host}/`,
    'README.md': `see ${rootDir}/README.md and https://${['registry', 'npmjs', 'org'].join('.')}/x`,
    'package-lock.json': `"resolved": "https://${host}/a.tgz"`,
  },
  finds: [
    `.npmrc names registry=http://${host}/`,
    `README.md names ${dirname(rootDir)}`,
    `package-lock.json names https://${host}`,
  ],
});

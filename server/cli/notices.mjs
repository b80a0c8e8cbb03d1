import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './stale.mjs';

/** The build writes the licences of all delivered packages to this file. */
export const noticesName = 'THIRD_PARTY_NOTICES.txt';

const licenceFile = /^(licen[cs]e|copying|notice)/i;
const line = '-'.repeat(80);

/** Folders of the packages that a production installation has, on any platform. */
export function productionPackages() {
  return Object.entries(lockedPackages())
    .filter(([folder, { dev, devOptional }]) => folder !== '' && !dev && !devOptional)
    .map(([folder]) => folder);
}

/** The folder of the package that a bundled module is from, such as node_modules/react; undefined for our own. */
export function packageFolderOf(moduleId) {
  const [, ...inside] = moduleId.replaceAll('\\', '/').split('?', 1)[0].split('/node_modules/');
  const names = inside.map((path) => /^(?:@[^/]+\/)?[^/]+/.exec(path)[0]);
  // A package inside the one that needs it, or a copy that its author packed, whose own package is at the top.
  const nested = names.map((name) => `node_modules/${name}`).join('/');
  return [nested, `node_modules/${names.at(-1)}`].find((folder) => existsSync(join(root, folder, 'package.json')));
}

/** Every named package with its version and licence, then each licence text once with the packages it is for. */
export function noticesOf(folders) {
  const locked = lockedPackages();
  const packages = [...new Set(folders)]
    .map((folder) => describe(folder, locked[folder]))
    .toSorted((a, b) => (a.title < b.title ? -1 : 1));
  const texts = new Map();
  for (const { title, text } of packages) if (text) texts.set(text, [...(texts.get(text) ?? []), title]);
  return [
    'This product contains the following packages, each under its own licence.',
    [...new Set(packages.map(({ title, licence }) => `${title}: ${licence}`))].join('\n'),
    ...[...texts].map(([text, titles]) => `${line}\n${[...new Set(titles)].join('\n')}\n${line}\n\n${text}`),
    '',
  ].join('\n\n');
}

function lockedPackages() {
  return JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
}

/** A package for another platform is not installed here: the lock file names its licence. */
function describe(folder, locked) {
  const path = join(root, folder);
  const packageJson = existsSync(path) ? JSON.parse(readFileSync(join(path, 'package.json'), 'utf8')) : {};
  const name = packageJson.name ?? folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length);
  const older = (packageJson.licenses ?? []).map(({ type }) => type).join(' OR ');
  const files = existsSync(path)
    ? readdirSync(path, { withFileTypes: true }).filter((entry) => entry.isFile() && licenceFile.test(entry.name))
    : [];
  const text = files.map((file) => readFileSync(join(path, file.name), 'utf8').trim()).join('\n\n');
  const licence = locked?.license ?? packageJson.license ?? (older || (text && 'see its text below'));
  if (!licence) throw new Error(`The package ${name} comes without a licence: it must not be delivered.`);
  return { title: `${name} ${packageJson.version ?? locked?.version}`, licence, text };
}

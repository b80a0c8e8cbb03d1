import features from '#shared/features.json' with { type: 'json' };
import { clientEntry, importClosure, importsOf, type Import } from './graph.ts';
import { productFiles, type Rule, type Tree } from './source.ts';

/** A file's layer and feature. */
export interface Place {
  side: 'shared' | 'server' | 'client' | 'outside';
  /** First folder inside the side: kernel, http, db, app, ui, lib …; the file's own name at the top of a side. */
  room: string;
  feature?: string;
  /** Rest of the path inside the folder or the feature. */
  rest: string;
}

/** Reads a path from the top folder, e.g. server/features/kyc/kyc.service.ts. */
export function placeOf(path: string): Place {
  const parts = path.replace(/^client\/src\//, 'client/').split('/');
  const side = parts[0] === 'shared' || parts[0] === 'server' || parts[0] === 'client' ? parts[0] : 'outside';
  const room = parts[1] ?? '';
  const isShared = side === 'shared' && parts.length > 2 && !/^(kernel|reference|locales)$/.test(room);
  if (isShared) return { side, room, feature: room, rest: parts.slice(2).join('/') };
  if (room === 'features') return { side, room, feature: parts[2], rest: parts.slice(3).join('/') };
  return { side, room, rest: parts.slice(2).join('/') };
}

/** Every import of the product for which `isViolation` is true. */
export function violations(
  tree: Tree,
  isViolation: (found: Import, from: Place, to: Place | undefined) => boolean,
): string[] {
  return productFiles(tree).flatMap((path) =>
    importsOf(tree, path)
      .filter((imported) =>
        isViolation(imported, placeOf(path), imported.file === undefined ? undefined : placeOf(imported.file)),
      )
      .map(({ line, specifier }) => `${path}:${line} imports ${specifier}`),
  );
}

/**
 * One block on the screen: an order shows its deposit, its settlement and its refund, whose own pages show and find
 * orders. On the server these features read the orders that they are matched to, and keep their places in the list.
 */
const orderBlock = ['deposits', 'refunds', 'settlements', 'orders'];
const clientFeatures = features.filter((feature) => !orderBlock.includes(feature));
clientFeatures.splice(features.indexOf('orders'), 0, ...orderBlock);

function isAbove(feature: string, otherFeature: string, side: Place['side']): boolean {
  const order = side === 'client' ? clientFeatures : features;
  return order.includes(otherFeature) && order.indexOf(otherFeature) < order.indexOf(feature);
}

/** Design rule 1: shared imports neither side, the two sides do not import each other. */
export function sidesStayApart(tree: Tree): string[] {
  return violations(tree, (_, from, to) => to !== undefined && to.side !== from.side && to.side !== 'shared');
}

const sharedPackages = /^(zod|big\.js|@scure\/base|@noble\/hashes)(\/|$)/;

/**
 * The code of shared/ runs in the browser and in Node: it may import zod, exact decimals and the checksums of
 * addresses, nothing else.
 */
export function sharedIsPure(tree: Tree): string[] {
  return violations(
    tree,
    (imported, from, to) => from.side === 'shared' && !to && !sharedPackages.test(imported.specifier),
  );
}

/** The sign-up shows a visitor the sale for which they are asked to sign in, by the one query of its estimate. */
const shownAtSignUp =
  'client/src/features/auth/components/VisitorEstimate.tsx client/src/features/sell/sell.estimate.queries.ts';

/**
 * Design rule 2 on all three sides: a feature imports none below it in shared/features.json. Tables are exempt: they
 * form one schema, in which a foreign key names any of them, and a query joins those of any feature under the
 * compiler's control.
 */
export function featuresImportUpwards(tree: Tree): string[] {
  return violations(tree, ({ from, file }, { feature, side }, to) => {
    const isOther = feature !== undefined && to?.feature !== undefined && to.feature !== feature;
    const isOneBlock = side === 'client' && [feature, to?.feature].every((name) => orderBlock.includes(name ?? ''));
    const isOfSchema = /\.(queries|tables)\.ts$/.test(from) && to?.rest.endsWith('.tables.ts');
    const isAllowed = isOfSchema || isOneBlock || `${from} ${file ?? ''}` === shownAtSignUp;
    return isOther && !isAllowed && !isAbove(feature, to.feature ?? '', to.side);
  });
}

/** Makes a rule about the imports of one side from its other features. */
function amongFeaturesOf(side: Place['side'], isViolation: (to: Place) => boolean): Rule {
  return (tree) =>
    violations(tree, (_, from, to) => {
      const isOther =
        from.side === side && to?.side === side && from.feature && to.feature && to.feature !== from.feature;
      return Boolean(isOther && isViolation(to));
    });
}

/** Design rule 2: another feature of the server is entered by its service, or by its tables for keys and joins. */
export const serverFeaturesHaveTwoEntryPoints = amongFeaturesOf(
  'server',
  ({ rest }) => !/\.(service|tables|ports)\.ts$/.test(rest),
);

/**
 * The client's features share components and queries; pages and admin screens belong to the router alone. Queries
 * belong to no screen: the features below may also use those of the administration.
 */
export const clientPagesAreNotShared = amongFeaturesOf(
  'client',
  ({ rest }) => /^(pages|admin)\//.test(rest) && !rest.endsWith('.queries.ts'),
);

const layers = ['tables', 'queries', 'present', 'service', 'entry'] as const;

function layerOf(rest: string): number {
  const role = /\.([a-z]+)\.ts$/.exec(rest)?.[1] ?? '';
  if (role === 'routes' || role === 'socket' || role === 'jobs') return layers.indexOf('entry');
  return layers.findIndex((layer) => layer === role);
}

/**
 * Design rule 3: routes -> service -> queries -> tables, never back up. A caller enters by a route or a socket, which
 * calls services and no query; a job is a story of its own.
 */
export function layersPointDown(tree: Tree): string[] {
  return violations(tree, (imported, from, to) => {
    if (from.side !== 'server' || to?.side !== 'server' || imported.typeOnly) return false;
    const fromLayer = layerOf(from.rest);
    const toLayer = layerOf(to.rest);
    // The queries of the platform, such as those of sockets, are no entry's either.
    if (/\.(routes|socket)\.ts$/.test(from.rest) && toLayer === layers.indexOf('queries')) return true;
    if (from.feature === undefined || from.feature !== to.feature) return false;
    return toLayer > fromLayer && (fromLayer >= 0 || toLayer === layers.indexOf('entry'));
  });
}

/** Makes a rule about the only files that may import a package. */
function packageStaysIn(name: string, isHome: (path: string, room: string) => boolean): Rule {
  const isNamed = (specifier: string) => specifier === name || specifier.startsWith(`${name}/`);
  return (tree) => violations(tree, ({ from: path, specifier }, { room }) => isNamed(specifier) && !isHome(path, room));
}

/** Design rule 3: the web framework stays in http. */
export const expressStaysInHttp = packageStaysIn(
  'express',
  (path, room) => room === 'http' || path === 'server/app.ts' || path.endsWith('.routes.ts'),
);

/** Design rule 3: SQL is written in queries and tables. */
export const drizzleStaysInQueries = packageStaysIn(
  'drizzle-orm',
  (path, room) => room === 'db' || /\.(tables|queries)\.ts$/.test(path),
);

/**
 * Design rule 4: one place decides between local mode and production. Other files may import what all adapters of a
 * kind share (storage.ts beside storage.file.ts), and types.
 */
export function adaptersAreChosenOnce(tree: Tree): string[] {
  return violations(tree, ({ from: path, typeOnly }, from, to) => {
    const isAdapter = to?.side === 'server' && to.room === 'adapters' && /\.\S+\.ts$/.test(to.rest);
    return isAdapter && from.room !== 'adapters' && !typeOnly && path !== 'server/compose.ts';
  });
}

const platform = new Set(['http', 'db', 'events', 'adapters', 'installation', 'pdf']);

/** The platform does not import features: only the schema list and foreign keys name their tables. */
export function platformImportsNoFeature(tree: Tree): string[] {
  return violations(tree, ({ typeOnly }, from, to) => {
    if (from.side !== 'server' || !platform.has(from.room) || to?.side !== 'server' || typeOnly) return false;
    return to.room === 'features' ? !to.rest.endsWith('.tables.ts') : to.room === 'app.ts';
  });
}

const clientRooms = ['lib', 'ui', 'features', 'app'];

/** Design rule 5: app -> features -> ui -> lib, never back. The entry and styles may import all of them. */
export function clientPointsDown(tree: Tree): string[] {
  return violations(tree, (_, from, to) => {
    if (from.side !== 'client' || to?.side !== 'client') return false;
    const fromRank = clientRooms.indexOf(from.room);
    const index = clientRooms.indexOf(to.room);
    return fromRank >= 0 && index > fromRank;
  });
}

/** The first paint must not wait for the schema library: neither the entry nor the landing page may load it. */
export function firstPaintHasNoSchemas(tree: Tree): string[] {
  const landing = productFiles(tree).filter((path) => /^client\/src\/.*\/(Landing|Home)Page\.tsx$/.test(path));
  const loadedFiles = importClosure(tree, [...clientEntry(tree), ...landing]);
  return violations(
    tree,
    ({ from, specifier, typeOnly, lazy }) =>
      loadedFiles.has(from) && !typeOnly && !lazy && /^zod(\/|$)/.test(specifier),
  );
}

/** One name on three sides: every feature folder has a name from shared/features.json, and every entry is used. */
export function featureFoldersHaveOneName(tree: Tree): string[] {
  const folders = new Set<string>();
  for (const path of tree.keys()) {
    const { side, feature } = placeOf(path);
    if (feature !== undefined && feature !== '' && side !== 'outside') folders.add(`${side} ${feature}`);
  }
  const unknownFolders = [...folders].filter((folder) => !features.includes(folder.split(' ')[1] ?? ''));
  return unknownFolders.map((folder) => `${folder} is not in shared/features.json`);
}

/** A feature with a contract is complete: its name is a folder of the server and one of the client. */
export function featuresAreComplete(tree: Tree): string[] {
  const paths = [...tree.keys()];
  const contracts = paths.flatMap((path) => /^shared\/([\w-]+)\/.*\.contract\.ts$/.exec(path)?.[1] ?? []);
  const knownContracts = [...new Set(contracts)].filter((feature) => features.includes(feature));
  const folders = knownContracts.flatMap((feature) => [
    `server/features/${feature}/`,
    `client/src/features/${feature}/`,
  ]);
  const missingFolders = folders.filter((folder) => !paths.some((path) => path.startsWith(folder)));
  return missingFolders.map((folder) => `${folder} is missing`);
}

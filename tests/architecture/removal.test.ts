import { expect, test } from 'vitest';
import features from '#shared/features.json' with { type: 'json' };
import { importsOf } from './graph.ts';
import * as rules from './imports.ts';
import { isRegistry, routesOf, withoutFiles, type Removed } from './removed-feature.ts';
import { allOf, codebase, productFiles } from './source.ts';

/** A feature with its folders on three sides, its texts and its sample data. */
function featuresNamed(...names: readonly string[]): Removed {
  const isText = new RegExp(`^shared/locales/[a-z]+/(${names.join('|')})(\\.[\\w.-]+)?\\.json$`);
  const isSample = new RegExp(`^server/demo/demo\\.(${names.join('|')})\\.`);
  const isRemoved = (path: string) =>
    names.includes(rules.placeOf(path).feature ?? '') || isText.test(path) || isSample.test(path);
  return { isRemoved, names };
}

const demo: Removed = { isRemoved: (path) => /^server\/(demo\/|cli\/demo\.ts)/.test(path), names: [] };

/** Removes a part; fails where a name of it is left in a place that cannot be deleted alone. */
function removed(part: Removed) {
  const removal = withoutFiles(codebase, part);
  expect(removal.danglingNames).toEqual([]);
  // An import throws when its file is gone, and a text when it does not parse.
  for (const path of removal.editedFiles) importsOf(removal.tree, path);
  return removal;
}

/** The files that change besides the registries. */
const changedFeatures = (paths: readonly string[]) => paths.filter((path) => !isRegistry(path));

test('a developer removes the newsletter by its folders and its lines, and no rule is broken', () => {
  const { tree, editedFiles } = removed(featuresNamed('newsletter'));
  expect(changedFeatures(editedFiles)).toEqual([]);
  const { placeOf: _placeOf, violations: _violations, ...all } = rules;
  expect(Object.entries(all).flatMap(([name, rule]) => rule(tree).map((violation) => `${name}: ${violation}`))).toEqual(
    [],
  );
});

test('a developer removes the blog with its newsletter, and the sitemap lists no articles', () => {
  const { tree, editedFiles } = removed(featuresNamed('blog', 'newsletter'));
  const sitemapPath = 'server/features/landing/landing.files.service.ts';
  expect(changedFeatures(editedFiles)).toEqual([sitemapPath, 'server/features/landing/landing.pages.ts']);
  expect(tree.get(sitemapPath)).toContain('...publicPages.map(');
});

test('a developer removes the sample data with its command, and no other file changes', () => {
  expect(removed(demo).editedFiles).toEqual([]);
});

test('a name of a removed feature that no line can be deleted for is found', () => {
  const tree = new Map([
    ['shared/gone/gone.rules.ts', 'export const rule = 1;'],
    ['server/app.ts', "import { rule } from '#shared/gone/gone.rules.ts';\nexport const limit = rule + 1;"],
  ]);
  const { danglingNames } = withoutFiles(tree, featuresNamed('gone'));
  expect(danglingNames).toEqual(['server/app.ts still names rule']);
});

/**
 * The features whose removal breaks some above them, in the order of the list: a query of those joins their tables, or
 * a screen shows them or fetches them again. Every other feature goes without a change above it.
 */
const usedAbove: Readonly<Record<string, string>> = {
  users: 'files',
  auth: 'users',
  team: 'auth, mail, users',
  notes: 'users',
  approvals: 'auth',
  kyc: 'files',
  wallets: 'approvals',
  orders: 'approvals, deposit-sources, files, notes, payout-accounts, users',
  sell: 'auth, deposit-sources, kyc, wallets',
  'fiat-exchange': 'orders, payment-methods',
  deposits: 'orders, sell',
  refunds: 'orders',
  settlements: 'deposits, orders, refunds',
  payouts: 'approvals, orders, payout-accounts, sell, settlements',
  imports: 'users',
  chat: 'notes, orders',
  overview: 'approvals, orders, payouts, settlements',
  books: 'approvals, orders',
};

test('a removed feature breaks only features below it, and those above that are listed', () => {
  const usersOf = new Map<string, Set<string>>();
  const owners = new Map(features.flatMap((feature) => routesOf(codebase, feature).map((route) => [route, feature])));
  for (const path of productFiles(codebase)) {
    const { feature = '' } = rules.placeOf(path);
    const imports = importsOf(codebase, path).map(({ file }) => file && rules.placeOf(file).feature);
    const routes = allOf(codebase.get(path) ?? '', /'([A-Z]+ \/[^']+)'/g).map((route) => owners.get(route));
    for (const used of [...imports, ...routes]) {
      if (used === undefined || features.indexOf(feature) >= features.indexOf(used) || !features.includes(feature))
        continue;
      usersOf.set(used, (usersOf.get(used) ?? new Set()).add(feature));
    }
  }
  const found = features.flatMap((feature) => {
    const users = usersOf.get(feature);
    return users ? [[feature, [...users].toSorted().join(', ')]] : [];
  });
  expect(Object.fromEntries(found)).toEqual(usedAbove);
});

import { importsOf } from './graph.ts';
import { placeOf } from './imports.ts';
import { parse, productFiles, walk, type Tree } from './source.ts';

/**
 * A service names a query in an `export … from` only for other features: they send it in their own transaction, and a
 * function around it would repeat its parameters. Inside the feature it is imported from the queries.
 */
export function queriesAreLentToOthers(tree: Tree): string[] {
  const services = productFiles(tree).filter((path) => /^server\/features\/.*\.service\.ts$/.test(path));
  const wantedOf = wantedNames(tree);
  return services.flatMap((path) => {
    const { program, lineOf } = parse(tree, path);
    const lent: { name: string; line: number }[] = [];
    walk(program, (node) => {
      if (node.type !== 'ExportNamedDeclaration' || !node.source?.value.endsWith('.queries.ts')) return;
      for (const { exported } of node.specifiers)
        if (exported.type === 'Identifier') lent.push({ name: exported.name, line: lineOf(node) });
    });
    const wanted = wantedOf.get(path);
    return lent
      .filter(({ name }) => !wanted?.has(name) && !wanted?.has('*'))
      .map(({ name, line }) => `${path}:${line} exports ${name}, which no other feature imports`);
  });
}

/** The names that are imported from each file by files of other features; `*` for a whole module. */
function wantedNames(tree: Tree): Map<string, Set<string>> {
  const wantedOf = new Map<string, Set<string>>();
  for (const path of productFiles(tree).filter((file) => file.startsWith('server/') && file.endsWith('.ts'))) {
    const fileOf = new Map(importsOf(tree, path).map(({ specifier, file }) => [specifier, file]));
    walk(parse(tree, path).program, (node) => {
      if (node.type !== 'ImportDeclaration') return;
      const file = fileOf.get(node.source.value);
      if (file === undefined || placeOf(file).feature === placeOf(path).feature) return;
      const wanted = wantedOf.get(file) ?? new Set<string>();
      wantedOf.set(file, wanted);
      for (const specifier of node.specifiers) {
        const imported = specifier.type === 'ImportSpecifier' ? specifier.imported : undefined;
        wanted.add(imported?.type === 'Identifier' ? imported.name : '*');
      }
    });
  }
  return wantedOf;
}

import { posix } from 'node:path';
import type { Node } from 'oxc-parser';
import { isCode, parse, stringOf, walk, type Tree } from './source.ts';

export interface Import {
  from: string;
  line: number;
  specifier: string;
  /** The imported file of this codebase; undefined for a package. */
  file?: string;
  /** True for an import that the compiler erases: nothing of the other file is loaded. */
  typeOnly: boolean;
  /** True for an import that loads only when its code runs: `import()`, `import.meta.glob`. */
  lazy: boolean;
}

const aliases: Record<string, string> = {
  '#shared/': 'shared/',
  '#server/': 'server/',
  '#client/': 'client/src/',
  '#tests/': 'tests/',
};

const importsByTree = new WeakMap<Tree, Map<string, Import[]>>();

/** All imports of one file. A path without a file is an error, so a typo cannot evade a rule. */
export function importsOf(tree: Tree, path: string): Import[] {
  const importsByPath = importsByTree.get(tree) ?? new Map<string, Import[]>();
  importsByTree.set(tree, importsByPath);
  const imports = importsByPath.get(path) ?? readImports(tree, path);
  importsByPath.set(path, imports);
  return imports;
}

/** The first file that the browser loads, named by index.html. */
export function clientEntry(tree: Tree): string[] {
  const entryPath = /src="\/(src\/[^"]+)"/.exec(tree.get('client/index.html') ?? '')?.[1];
  return entryPath === undefined ? [] : [`client/${entryPath}`];
}

/** The files that are loaded with `entries`, without those loaded only on demand. */
export function importClosure(tree: Tree, entries: readonly string[]) {
  const reachedFiles = new Set<string>();
  const open = [...entries];
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (reachedFiles.has(path)) continue;
    reachedFiles.add(path);
    if (!isCode(path)) continue;
    for (const { file, typeOnly, lazy } of importsOf(tree, path)) if (file && !typeOnly && !lazy) open.push(file);
  }
  return reachedFiles;
}

function readImports(tree: Tree, path: string): Import[] {
  if (path.endsWith('.json')) return [];
  const { program, lineOf } = parse(tree, path);
  const imports: Import[] = [];
  const add = (node: Node, specifier: string | undefined, { typeOnly = false, lazy = false }) => {
    if (specifier === undefined) return;
    const at = { from: path, line: lineOf(node), specifier, typeOnly, lazy };
    for (const file of filesOf(tree, path, specifier)) imports.push({ ...at, file });
  };
  walk(program, (node) => {
    // `import { type A }` has a side effect under verbatimModuleSyntax, so only `import type` counts as erased.
    if (node.type === 'ImportDeclaration') add(node, node.source.value, { typeOnly: node.importKind === 'type' });
    if (node.type === 'ExportAllDeclaration' || node.type === 'ExportNamedDeclaration') {
      add(node, node.source?.value, { typeOnly: node.exportKind === 'type' });
    }
    if (node.type === 'ImportExpression') add(node, stringOf(node.source), { lazy: true });
    if (node.type === 'TSImportType') add(node, stringOf(node.source), { typeOnly: true });
    if (node.type === 'CallExpression' && isMetaCall(node.callee))
      add(node, stringOf(node.arguments[0]), { lazy: true });
  });
  return imports;
}

/** `import.meta.glob(…)`. */
function isMetaCall(callee: { type: string }): boolean {
  return 'object' in callee && (callee.object as { type: string }).type === 'MetaProperty';
}

/** The file that an import of a file's path names; undefined for a package. */
export const fileOf = (tree: Tree, from: string, specifier: string): string | undefined =>
  filesOf(tree, from, specifier)[0];

function filesOf(tree: Tree, from: string, specifier: string): (string | undefined)[] {
  const alias = Object.keys(aliases).find((start) => specifier.startsWith(start));
  const isRelative = specifier.startsWith('.') || specifier.startsWith('/src/');
  if (!alias && !isRelative) return [undefined];
  const target = alias
    ? `${aliases[alias]}${specifier.slice(alias.length)}`
    : specifier.startsWith('/')
      ? `client${specifier}`
      : posix.join(posix.dirname(from), specifier);
  const targetPath = target.replace(/\?.*$/, '');
  if (targetPath.includes('*')) {
    const pattern = new RegExp(`^${targetPath.split('**/').map(starsOf).join('(?:.*/)?')}$`);
    return [...tree.keys()].filter((path) => pattern.test(path));
  }
  // Fonts and pictures are not in the tree of text files; code always is.
  if (isCode(targetPath) && !tree.has(targetPath))
    throw new Error(`${from} imports ${specifier}, which is no file of the house`);
  return [targetPath];
}

function starsOf(part: string): string {
  return part
    .split('*')
    .map((piece) => piece.replace(/[.+?^${}()|[\]\\]/g, '\\$&'))
    .join('[^/]*');
}

import type { Node } from 'oxc-parser';
import { importsOf } from './graph.ts';
import { allOf, childrenOf, parse, productFiles, stringOf, walk, type Tree } from './source.ts';

/** The files outside of the features that list them, each on lines of its own; mail lists the features that mail. */
const registries =
  /^(client\/src\/(app\/|lib\/i18n\/resources\.ts|ui\/layout\/ExportSlot\.tsx)|server\/([\w-]+\.ts|demo\/|mails\/|lib\/texts\.ts|http\/docs\/|db\/signing\/signed-tables\.ts|events\/domain-events\.ts)|shared\/(api|kernel\/[\w-]+|mail\/mail\.texts\.contract)\.ts)/;

/** True for a file in which a feature is registered. */
export const isRegistry = (path: string): boolean => registries.test(path);

/** Files to remove, and the names under which the registries list them. */
export interface Removed {
  isRemoved: (path: string) => boolean;
  names: readonly string[];
}

/** The codebase without a feature. */
export interface Removal {
  tree: Tree;
  /** Files that lost entries: imports, lines of lists, properties, elements, statements. */
  editedFiles: string[];
  danglingNames: string[];
}

/** By what each other file of the product uses the removed ones. */
function usesOf(tree: Tree, removed: Removed): Map<string, Uses> {
  const routes = routesIn(tree, removed.isRemoved);
  const usesByPath = new Map<string, Uses>();
  for (const path of productFiles(tree)) {
    if (removed.isRemoved(path)) continue;
    const imports = importsOf(tree, path).filter(({ file }) => file !== undefined && removed.isRemoved(file));
    const texts = [...routes, ...(isRegistry(path) ? removed.names : [])];
    const uses: Uses = {
      specifiers: new Set(imports.map(({ specifier }) => specifier)),
      texts: new Set(texts.filter((text) => tree.get(path)?.includes(`'${text}'`))),
      names: new Set(),
    };
    if (uses.specifiers.size + uses.texts.size > 0) usesByPath.set(path, uses);
  }
  return usesByPath;
}

/** Removes files, and from every other file of the product the entries that use them, until nothing names them. */
export function withoutFiles(tree: Tree, removed: Removed): Removal {
  const rest = new Map([...tree].filter(([path]) => !removed.isRemoved(path)));
  const editedFiles: string[] = [];
  const danglingNames: string[] = [];
  for (const [path, uses] of usesOf(tree, removed)) {
    const { text, danglingUses } = withoutUses(tree, path, uses);
    rest.set(path, text);
    if (text !== tree.get(path)) editedFiles.push(path);
    danglingNames.push(...danglingUses.map((use) => `${path} still names ${use}`));
  }
  return { tree: rest, editedFiles, danglingNames };
}

function routesIn(tree: Tree, isRemoved: Removed['isRemoved']): string[] {
  const contracts = productFiles(tree).filter((path) => path.endsWith('.contract.ts') && isRemoved(path));
  return contracts.flatMap((path) => allOf(tree.get(path) ?? '', /(?:endpoint|action)\('([A-Z]+ [^']+)'/g));
}

/** The routes that the contracts of a feature declare. */
export const routesOf = (tree: Tree, feature: string): string[] =>
  routesIn(tree, (path) => path.startsWith(`shared/${feature}/`));

/** By what one file uses the removed ones: modules, routes and names of features, and its own names that are lost. */
interface Uses {
  specifiers: ReadonlySet<string>;
  texts: ReadonlySet<string>;
  names: Set<string>;
}

/** One file without every entry that uses what was removed, and the uses that stand in no entry. */
function withoutUses(tree: Tree, path: string, uses: Uses): { text: string; danglingUses: string[] } {
  const { text, program } = parse(tree, path);
  const entries = new Set<Node>();
  const danglingUses = new Set<string>();
  let previousCount = -1;
  // The name of a removed constant or function is lost as well, and with it the entries that use it.
  while (entries.size !== previousCount) {
    previousCount = entries.size;
    danglingUses.clear();
    walk(program, (node, around) => {
      const use = [...around, node].some((outer) => entries.has(outer)) ? undefined : useOf(node, around, uses);
      if (use === undefined) return;
      const entry = entryOf([...around, node], entries);
      if (!entry) danglingUses.add(use);
      else entries.add(entry);
      if (entry) for (const name of namesDeclaredBy(entry)) uses.names.add(name);
    });
  }
  const cuts = [...entries].filter((entry) => ![...entries].some((outer) => outer !== entry && isInside(entry, outer)));
  const cutText = cuts
    .toSorted((entry, otherEntry) => otherEntry.start - entry.start)
    .reduce((rest, { start, end }) => joined(rest.slice(0, start), rest.slice(end)), text);
  return { text: cutText, danglingUses: [...danglingUses] };
}

/** Both sides of a cut entry, without the sign that parted it from the next one, or the last from the one before. */
function joined(before: string, after: string): string {
  return /^\s*[,&|]/.test(after) ? before + after.replace(/^\s*[,&|]/, '') : before.replace(/\s*[&|]\s*$/, '') + after;
}

const isInside = (node: Node, outer: Node) => outer.start <= node.start && node.end <= outer.end;

/** The module, text or name by which a node uses what was removed. */
function useOf(node: Node, around: readonly Node[], { specifiers, texts, names }: Uses): string | undefined {
  const source = 'source' in node ? stringOf(node.source) : undefined;
  if (source !== undefined && specifiers.has(source)) return source;
  const literal = stringOf(node);
  if (literal !== undefined && texts.has(literal)) return literal;
  const name = node.type === 'Identifier' || node.type === 'JSXIdentifier' ? node.name : undefined;
  return name !== undefined && names.has(name) && !isNameOfProperty(node, around.at(-1)) ? name : undefined;
}

/** True for `b` in `a.b` and in `{ b: c }`, which name no variable. */
function isNameOfProperty(node: Node, parent: Node | undefined): boolean {
  if (parent?.type === 'MemberExpression') return parent.property === node && !parent.computed;
  return parent?.type === 'Property' && parent.key === node && !parent.shorthand;
}

/**
 * The innermost entry around a use: one that can be deleted alone. A call in a list, such as a screen or a route, is
 * one entry with any content; a list goes with its last entry.
 */
function entryOf(path: readonly Node[], removedEntries: ReadonlySet<Node>): Node | undefined {
  const innermost = path.findLastIndex((node, index) => isEntry(node, path[index - 1], path[index - 2]));
  if (innermost < 0) return undefined;
  const isCallOfList = (node: Node, index: number) =>
    node.type === 'CallExpression' && path[index - 1]?.type === 'ArrayExpression';
  const call = path.slice(0, innermost + 1).findLastIndex(isCallOfList);
  const isInFunction = path.slice(call + 1, innermost).some(({ type }) => type === 'BlockStatement');
  const index = call >= 0 && !isInFunction ? call : innermost;
  const list = path[index - 1];
  const isLast =
    list?.type === 'ArrayExpression' &&
    list.elements.every((element) => !element || element === path[index] || removedEntries.has(element));
  const outerEntry = isLast ? entryOf(path.slice(0, index), removedEntries) : undefined;
  return outerEntry ?? path[index];
}

const statements = /^(Import|ExportAll|ExportNamed|Variable|TSTypeAlias)Declaration$|^ExpressionStatement$/;
const lists = /^ArrayExpression$|^TS(Intersection|Union)Type$/;

/** True for syntax that can be deleted alone. Other files may use what is exported: it stays, and names the rest. */
function isEntry(node: Node, parent: Node | undefined, grandparent: Node | undefined): boolean {
  if (node.type === 'ExportNamedDeclaration') return node.source !== null;
  if (statements.test(node.type)) return parent?.type !== 'ExportNamedDeclaration';
  if (/^JSX(Element|ExpressionContainer)$/.test(node.type)) return /^JSX(Element|Fragment)$/.test(parent?.type ?? '');
  if (node.type === 'TSPropertySignature') return true;
  // An object that a call or an arrow function takes as a whole would lack its part.
  const isWhole = /^(Call|ArrowFunction)Expression$/.test(grandparent?.type ?? '');
  return parent?.type === 'ObjectExpression' ? !isWhole : lists.test(parent?.type ?? '');
}

/** The names that go with an import, a constant, a function or a type. */
function namesDeclaredBy(entry: Node): string[] {
  if (entry.type === 'ImportDeclaration') return entry.specifiers.map(({ local }) => local.name);
  if (entry.type === 'VariableDeclaration')
    return entry.declarations.flatMap(({ id }) => (id.type === 'Identifier' ? [id.name] : namesIn(id)));
  const id = 'id' in entry ? entry.id : undefined;
  return id && typeof id === 'object' && 'name' in id && typeof id.name === 'string' ? [id.name] : [];
}

const namesIn = (node: Node): string[] =>
  node.type === 'Identifier' ? [node.name] : childrenOf(node).flatMap((child) => namesIn(child));

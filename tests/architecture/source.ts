import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync, visitorKeys, type Comment, type Node, type Program } from 'oxc-parser';
import { rootDir } from '#server/env/paths.ts';

/** Every file of the codebase by its path from the root; a planted violation is a small tree of the same kind. */
export type Tree = ReadonlyMap<string, string>;

/** A rule returns one line for each violation, starting with the path; an empty list means no violation. */
export type Rule = (tree: Tree) => string[];

interface ParsedFile {
  text: string;
  program: Program;
  comments: readonly Comment[];
  lineOf: (node: { start: number }) => number;
}

const skippedFolders = new Set(['node_modules', 'dist', '.git', '.cache', '.output']);
const textFile = /\.(ts|tsx|mjs|json|css|html|md|sql|eta|yml|yaml|svg|txt)$|(^|\/)(\.npmrc|\.gitignore|\.ci\/[^/]+)$/;

/** Every file of the checkout, without installed packages, build output or runtime data. */
export const codebase: Tree = readTree();

function readTree(): Tree {
  const files = new Map<string, string>();
  const visitFolder = (folder: string): void => {
    for (const entry of readdirSync(join(rootDir, folder), { withFileTypes: true })) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory() && !skippedFolders.has(entry.name) && path !== 'data') visitFolder(path);
      // Pictures and fonts are listed by name only, so that links to them can be checked.
      if (entry.isFile()) files.set(path, textFile.test(path) ? readFileSync(join(rootDir, path), 'utf8') : '');
    }
  };
  visitFolder('');
  return files;
}

export function isCode(path: string): boolean {
  return /\.(ts|tsx|mjs)$/.test(path);
}

export function isTest(path: string): boolean {
  return path.startsWith('tests/') || /\.test\.tsx?$/.test(path);
}

/** The code of the product: tests and configuration are left out. */
export function productFiles(tree: Tree): string[] {
  return [...tree.keys()].filter((path) => isCode(path) && !isTest(path) && /^(shared|server|client)\//.test(path));
}

const parsedFiles = new Map<string, ParsedFile>();

/** The syntax tree of one file, parsed once. A file that does not parse is an error here and everywhere else. */
export function parse(tree: Tree, path: string): ParsedFile {
  const text = tree.get(path) ?? '';
  const parsedFile = parsedFiles.get(path);
  if (parsedFile?.text === text) return parsedFile;
  const { errors, program, comments } = parseSync(path, text);
  if (errors[0]) throw new Error(`${path} does not parse: ${errors[0].message}`);
  const lineOf = (node: { start: number }) => text.slice(0, node.start).split('\n').length;
  const result: ParsedFile = { text, program, comments, lineOf };
  parsedFiles.set(path, result);
  return result;
}

/** Calls `see` with every node below `node` and with the nodes around it, innermost last. */
export function walk(node: Node, see: (node: Node, around: readonly Node[]) => void, around: Node[] = []): void {
  see(node, around);
  around.push(node);
  for (const child of childrenOf(node)) walk(child, see, around);
  around.pop();
}

/** The child nodes of a node, in the order of the source. */
export function childrenOf(node: Node): Node[] {
  return (visitorKeys[node.type] ?? []).flatMap((key) => {
    const child: unknown = Reflect.get(node, key);
    return (Array.isArray(child) ? child : [child]).filter(isNode);
  });
}

/** Every node of a file for which `find` returns a sentence, as "path:line sentence". */
export function findings(tree: Tree, path: string, find: (node: Node, around: readonly Node[]) => string | undefined) {
  const { program, lineOf } = parse(tree, path);
  const violations: string[] = [];
  walk(program, (node, around) => {
    const sentence = find(node, around);
    if (sentence !== undefined) violations.push(`${path}:${lineOf(node)} ${sentence}`);
  });
  return violations;
}

type Find = Parameters<typeof findings>[2];

/** Runs `find` on each of these files. */
export const among = (tree: Tree, paths: readonly string[], find: Find) =>
  paths.flatMap((path) => findings(tree, path, find));

/** Makes a rule about each node of the product's files that are not left out. */
export function inProduct(isMeant: (path: string) => boolean, find: Find): Rule {
  return (tree) => among(tree, productFiles(tree).filter(isMeant), find);
}

export const isOfClient = (path: string) => path.startsWith('client/');

/** Returns the first group of a pattern for each match. */
export const allOf = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, name = '']) => name);

/** The text of a string literal or of a template without values; undefined for anything else. */
export function stringOf(node: unknown): string | undefined {
  if (!isNode(node)) return undefined;
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : undefined;
  if (node.type === 'TemplateLiteral' && node.expressions.length === 0)
    return node.quasis[0]?.value.cooked ?? undefined;
  return undefined;
}

/** An expression without brackets, casts and the marks for what may be undefined. */
export function bare(node: Node): Node {
  const isWrapped =
    node.type === 'ParenthesizedExpression' ||
    node.type === 'ChainExpression' ||
    node.type === 'TSAsExpression' ||
    node.type === 'TSSatisfiesExpression' ||
    node.type === 'TSNonNullExpression';
  return isWrapped ? bare(node.expression) : node;
}

/** `a.b.c` for names joined by dots, also for `a['b'].c`; undefined for one that is computed. */
export function dottedName(node: unknown): string | undefined {
  if (!isNode(node)) return undefined;
  if (node.type === 'Identifier') return node.name;
  if (node.type !== 'MemberExpression') return undefined;
  const objectName = dottedName(bare(node.object));
  const propertyName = node.computed ? stringOf(node.property) : dottedName(node.property);
  return objectName === undefined || propertyName === undefined ? undefined : `${objectName}.${propertyName}`;
}

export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

/** The method that a call names; undefined for a call of something else. */
export function methodOf(node: Node): string | undefined {
  if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return undefined;
  return dottedName(node.callee.property);
}

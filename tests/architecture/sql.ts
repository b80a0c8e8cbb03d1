import type { Node } from 'oxc-parser';
import { originOf } from './origins.ts';
import { dottedName, inProduct, isNode, methodOf, productFiles, stringOf, type Tree } from './source.ts';

/**
 * Files that connect to a server without a schema, open and end transactions, or copy tables and grant rights by name.
 */
const filesWithStatements =
  /^server\/db\/((connection|migrate|runtime-role|query)\.ts|embedded\/embedded\.ts|backup\/(dump|load)\.ts)$/;

/**
 * The data layer is Drizzle; a text statement is declared as a query too, when its file loads. `rows`, `first`, `one`,
 * `exists` or `sent` fills its typed placeholders: any other way would bypass the compiler.
 */
export const queriesAreDeclared = inProduct(
  (path) => path.startsWith('server/') && !filesWithStatements.test(path),
  violation,
);

function violation(node: Node, around: readonly Node[]): string | undefined {
  if (node.type === 'TaggedTemplateExpression') {
    return /(^|\.)sql$/.test(originOf(node.tag, around) ?? '') && node.typeArguments
      ? 'asserts the type of an SQL fragment'
      : undefined;
  }
  if (node.type !== 'CallExpression') return undefined;
  // A client class that passes on its argument adds no text of its own.
  const isPassedOn = node.callee.type === 'MemberExpression' && node.callee.object.type === 'Super';
  const name = node.callee.type === 'MemberExpression' && !isPassedOn ? dottedName(node.callee.property) : undefined;
  const origin = originOf(node.callee, around);
  if (/(^|\.)sql\.placeholder$/.test(origin ?? '')) return 'names a blank by hand';
  if (name === 'query' || name === 'execute' || name === 'ask') return `calls ${name}`;
  return origin === 'textQuery' && around.some(isAsync) ? 'declares a statement while it runs' : undefined;
}

function isAsync(node: Node): boolean {
  const isFunction = /^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(node.type);
  return isFunction && Reflect.get(node, 'async') === true;
}

/** Maximum number of text statements; docs/decisions/0113 names each with its reason. */
const maxTextQueries = 40;

/** A text query is allowed only if Drizzle cannot express it. */
export function textQueriesAreFew(tree: Tree): string[] {
  const calls = productFiles(tree).flatMap((path) => (tree.get(path) ?? '').match(/\btextQuery[<(]/g) ?? []);
  return calls.length > maxTextQueries ? [`${calls.length} statements of text, more than ${maxTextQueries}`] : [];
}

/** A query that locks takes the database as one that writes, and therefore an open transaction. */
export const readsLockNothing = inProduct(
  (path) => path.startsWith('server/') && path.endsWith('.queries.ts'),
  (node, around) => {
    if (node.type !== 'CallExpression' || methodOf(node) !== 'for') return undefined;
    return around.some(asksForReads) ? 'locks rows in a query that only reads' : undefined;
  },
);

function asksForReads(node: Node): boolean {
  const [first] = (Reflect.get(node, 'params') as unknown[] | undefined) ?? [];
  const type: unknown = isNode(first) ? Reflect.get(first, 'typeAnnotation') : undefined;
  const typeName: unknown = isNode(type) ? Reflect.get(type, 'typeAnnotation') : undefined;
  return isNode(typeName) && typeName.type === 'TSTypeReference' && dottedName(typeName.typeName) === 'Reads';
}

/** The text of a literal or a template, with the names of what fills its blanks: "update orders set status = ?". */
export function sqlIn(node: Node, around: readonly Node[]): string {
  if (node.type !== 'TemplateLiteral') return stringOf(node) ?? '';
  const names = node.expressions.map((expression) => originOf(expression, around) ?? '?');
  return node.quasis.map(({ value }, index) => value.raw + (names[index] ?? '')).join('');
}

const writesBook = /(insert into|update|delete from|truncate)\s+book(_|Entries|Lines|Balances|Accounts)/i;

/** Money moves only as an entry of the book, and the book alone writes its rows. */
export const onlyTheBookMovesMoney = inProduct(
  (path) => path.startsWith('server/') && !path.startsWith('server/features/book/'),
  (node, around) => {
    if (writesBook.test(sqlIn(node, around))) return 'writes the book in SQL';
    const isWrite = node.type === 'CallExpression' && /^(insert|update|delete)$/.test(methodOf(node) ?? '');
    const table = isWrite ? originOf(node.arguments[0], around) : undefined;
    return /^book(Entries|Lines|Balances|Accounts)$/.test(table ?? '') ? `writes ${table}` : undefined;
  },
);

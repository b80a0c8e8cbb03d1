import type { Node } from 'oxc-parser';
import { dottedName, inProduct, methodOf, stringOf } from './source.ts';

/** They connect to a server without a schema, open and end transactions, or copy tables and grant rights by name. */
const besideStatements =
  /^server\/db\/(connection\.ts|migrate\.ts|runtime-role\.ts|embedded\/embedded\.ts|backup\/(dump|load)\.ts|query\.ts|statements\.ts)$/;

const declaring = new Set(['readStatement', 'readTextStatement', 'writeStatement']);

/**
 * SQL text is sent only as a statement declared with its columns, so that a test can check it. It is declared
 * when its file is loaded, not while a request is handled, and a fragment within Drizzle is mapped, not asserted.
 */
export const sqlTextIsDeclared = inProduct(
  (path) => path.startsWith('server/') && !besideStatements.test(path),
  violation,
);

function violation(node: Node, around: readonly Node[]): string | undefined {
  if (node.type === 'TaggedTemplateExpression') {
    return dottedName(node.tag) === 'sql' && node.typeArguments ? 'asserts the type of an SQL fragment' : undefined;
  }
  if (node.type !== 'CallExpression') return undefined;
  // A client class that passes on what it is given adds no text of its own.
  const isPassedOn = node.callee.type === 'MemberExpression' && node.callee.object.type === 'Super';
  const name = node.callee.type === 'MemberExpression' && !isPassedOn ? dottedName(node.callee.property) : undefined;
  if (name === 'query' || name === 'execute') return `calls ${name}`;
  const isDeclaration = declaring.has(dottedName(node.callee) ?? '');
  return isDeclaration && around.some(isAsync) ? 'declares a statement while it runs' : undefined;
}

function isAsync(node: Node): boolean {
  const isFunction = /^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(node.type);
  return isFunction && Reflect.get(node, 'async') === true;
}

const writesBook = /(insert into|update|delete from|truncate)\s+book_/i;

/** Money moves only as an entry of the book, and the book alone writes its rows. */
export const onlyTheBookMovesMoney = inProduct(
  (path) => path.startsWith('server/') && !path.startsWith('server/features/book/'),
  (node) => {
    const parts = node.type === 'TemplateLiteral' ? node.quasis.map((part) => part.value.raw) : [stringOf(node) ?? ''];
    if (writesBook.test(parts.join('?'))) return 'writes the book in SQL';
    const isWrite = node.type === 'CallExpression' && /^(insert|update|delete)$/.test(methodOf(node) ?? '');
    const table = isWrite ? dottedName(node.arguments[0]) : undefined;
    return /^book(Entries|Lines|Balances|Accounts)$/.test(table ?? '') ? `writes ${table}` : undefined;
  },
);

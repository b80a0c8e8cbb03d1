import type { Node } from 'oxc-parser';
import { dottedName, inProduct, isNode, walk } from './source.ts';

const asksForConnection = /^deps\.(db|inTx|database|reports)$/;
/** The port whose answers are in memory once the process has started. */
const inMemory = /^deps\.rates$/;

/** Names among the arguments of a call, including those in an object literal. */
function namesIn(node: Node): string[] {
  const names: string[] = [];
  walk(node, (child) => {
    if (child.type === 'Identifier') names.push(child.name);
  });
  return names;
}

const isInTransaction = (around: readonly Node[]): boolean =>
  around.some((node) => {
    const isFunction = ['ArrowFunctionExpression', 'FunctionDeclaration', 'FunctionExpression'].includes(node.type);
    return isFunction && 'params' in node && Array.isArray(node.params) && node.params.some(holdsTx);
  });
const isTx = (param: unknown): boolean => dottedName(param) === 'tx';
/** The names by which steps of an action take the transaction. */
const holdsTx = (param: unknown): boolean =>
  isTx(param) ||
  (isNode(param) &&
    param.type === 'ObjectPattern' &&
    param.properties.some((property) => property.type === 'Property' && isTx(property.key)));

/** Parameters have one order: the transaction, the outside dependencies (`deps`), the actor, and the row. */
export const transactionsComeFirst = inProduct(
  (path) => path.startsWith('server/'),
  (node) => {
    if (!('params' in node) || !Array.isArray(node.params)) return undefined;
    return node.params.findIndex(isTx) > 0 ? 'takes the transaction after another parameter' : undefined;
  },
);

/**
 * Inside a transaction nothing asks for a second connection: as many callers as the pool has connections would wait for
 * one another. A function that is awaited there and may read gets the `tx`, alone or as `{ ...deps, db: tx }`.
 */
export const transactionsHoldOneConnection = inProduct(
  (path) => path.startsWith('server/features/'),
  (node, around) => {
    if (!isInTransaction(around)) return undefined;
    if (node.type === 'MemberExpression' && asksForConnection.test(dottedName(node) ?? ''))
      return `takes ${dottedName(node)} inside a transaction`;
    if (node.type !== 'CallExpression' || around.at(-1)?.type !== 'AwaitExpression') return undefined;
    const callee = dottedName(node.callee) ?? '';
    const argumentNames = node.arguments.flatMap(namesIn);
    if (argumentNames.includes('tx') || inMemory.test(callee)) return undefined;
    const takesDeps = argumentNames.includes('deps') || callee.startsWith('deps.');
    return takesDeps ? `awaits ${callee} without the transaction` : undefined;
  },
);

/** Ports that wait for a network or a disk, by their names in `deps`. */
const waitingCall =
  /^deps\.(mailer|storage|payees|prices|fx|priceSources|telegram|rereads|balances|chainReaders)\.\w+$/;
/** Ports that are also recognised under their own name; the names of the others also denote values in memory. */
const waitsByName = /^(mailer|storage|payees|prices|priceSources|telegram)\.\w+$/;

/**
 * Inside a transaction nothing waits for a network, a disk or a person: its connection and its locks would wait too.
 */
export const transactionsDoNotWait = inProduct(
  (path) => path.startsWith('server/features/'),
  (node, around) => {
    if (node.type !== 'CallExpression' || !isInTransaction(around)) return undefined;
    const callee = dottedName(node.callee) ?? '';
    const isWaiting = callee === 'fetch' || waitingCall.test(callee) || waitsByName.test(callee);
    return isWaiting ? `waits for ${callee} inside a transaction` : undefined;
  },
);

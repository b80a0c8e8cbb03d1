import type { Node } from 'oxc-parser';
import { bindingOf, originOf, valueOf, type Placed } from './origins.ts';
import { bare, dottedName, findings, inProduct, isNode, methodOf, productFiles, walk, type Tree } from './source.ts';

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

const isFunction = ({ type }: Node) => /^(ArrowFunction|Function)(Expression|Declaration)$/.test(type);
const takesTx = (node: Node): boolean =>
  isFunction(node) && 'params' in node && Array.isArray(node.params) && node.params.some(holdsTx);
const isInTransaction = (around: readonly Node[]): boolean => around.some(takesTx);
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

const waitingPorts = 'mailer|storage|payees|prices|fx|priceSources|telegram|rereads|balances|chainReaders';
/** Ports that wait for a network or a disk, by their names in `deps`. */
const waitingPort = new RegExp(`(^|\\.)deps\\.(${waitingPorts})(\\.|$)`);
const portName = new RegExp(`^(${waitingPorts})$`);
const timer = /^(setTimeout|setInterval|setImmediate|scheduler\.wait)$/;
/** Modules of Node whose functions wait; `setImmediate` only gives other requests a turn within a long computation. */
const waitingModule = /^(timers|fs|dns|stream)\/promises\.(?!setImmediate$)/;

/** The expression that a chain of members and calls begins with: `readers` of `readers.get(chain)?.source.read()`. */
function rootOf(node: Node): Node {
  const inner = bare(node);
  if (inner.type === 'CallExpression') return rootOf(inner.callee);
  return inner.type === 'MemberExpression' && dottedName(inner) === undefined ? rootOf(inner.object) : inner;
}

/** True for a port that a pattern takes out of a parameter: `{ fx: provider }`. */
function isTakenPort(name: string, around: readonly Node[]): boolean {
  const found = bindingOf(name, around);
  return found?.value === undefined && found?.module === undefined && portName.test(found?.names.at(-1) ?? '');
}

/** True for what takes a promise. Ports answer some questions from memory: those are compared or passed on. */
const isUsedAsPromise = (parent: Node): boolean =>
  /^(Await|ArrowFunction|Array)Expression$|^(Chain|Return)/.test(parent.type) ||
  (parent.type === 'UnaryExpression' && parent.operator === 'void');

/** The name of what a call itself waits for: a request, a timer, a disk or a port of one; undefined for any other. */
function directWait(node: Node, around: readonly Node[]): string | undefined {
  if (node.type !== 'CallExpression') return undefined;
  const origin = originOf(node.callee, around) ?? '';
  const callee = dottedName(node.callee);
  if (origin === 'fetch' || timer.test(origin) || waitingModule.test(origin)) return callee;
  const parent = around.at(-1);
  if (!parent || !isUsedAsPromise(parent)) return undefined;
  const root = rootOf(node.callee);
  const isPort =
    waitingPort.test(originOf(root, around) ?? '') || isTakenPort(dottedName(root)?.split('.')[0] ?? '', around);
  return isPort && dottedName(root) !== undefined && node.callee.type === 'MemberExpression'
    ? (callee ?? `a call of ${dottedName(root)}`)
    : undefined;
}

const waitsByFunction = new WeakMap<Node, string | false>();

/**
 * The name of what a function waits for, itself or through functions that it calls; undefined for one that takes a
 * transaction, which is checked on its own. A function inside it counts where it is run: by a list or a new Promise.
 */
function waitInside(tree: Tree, { path, node, around }: Placed): string | undefined {
  if (!isFunction(node) || takesTx(node)) return undefined;
  const known = waitsByFunction.get(node);
  if (known !== undefined) return known || undefined;
  // A function that calls itself waits for what the rest of it waits for.
  waitsByFunction.set(node, false);
  let wait: string | undefined;
  walk(node, (inner, between) => {
    if (wait !== undefined || inner.type !== 'CallExpression' || !between.slice(1).every(isRunInside)) return;
    const places = [...around, ...between];
    const isDebounce = timer.test(originOf(inner.callee, places) ?? '') && !places.some(isPromise);
    wait = isDebounce
      ? undefined
      : (directWait(inner, places) ?? waitOfCallee(tree, { path, node: inner.callee, around: places }));
  });
  waitsByFunction.set(node, wait ?? false);
  return wait;
}

const waitOfCallee = (tree: Tree, callee: Placed): string | undefined => waitInside(tree, valueOf(tree, callee));

const isPromise = (node: Node) => node.type === 'NewExpression' && dottedName(node.callee) === 'Promise';
const runsItsArgument = /^(map|flatMap|forEach|filter|find|some|every|reduce)$/;

/** True for any node but a function that is passed on, returned or named, to be run later. */
function isRunInside(node: Node, index: number, nodes: readonly Node[]): boolean {
  const parent = nodes[index - 1];
  return (
    !isFunction(node) || (parent !== undefined && (isPromise(parent) || runsItsArgument.test(methodOf(parent) ?? '')))
  );
}

/**
 * Inside a transaction nothing waits for a network, a disk, a person or a timer, also not through the functions that it
 * calls: its connection and its locks would wait too.
 */
export function transactionsDoNotWait(tree: Tree): string[] {
  const paths = productFiles(tree).filter((path) => path.startsWith('server/features/'));
  return paths.flatMap((path) =>
    findings(tree, path, (node, around) => {
      if (node.type !== 'CallExpression' || !isInTransaction(around)) return undefined;
      const wait = directWait(node, around);
      if (wait !== undefined) return `waits for ${wait} inside a transaction`;
      const innerWait = waitOfCallee(tree, { path, node: node.callee, around });
      return innerWait && `calls ${dottedName(node.callee)}, which waits for ${innerWait}, inside a transaction`;
    }),
  );
}

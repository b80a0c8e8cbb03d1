import type { Node } from 'oxc-parser';
import { dottedName, findings, inProduct, isNode, parse, productFiles, walk, type Tree } from './source.ts';

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

const waitingPorts = 'mailer|storage|payees|prices|fx|priceSources|telegram|rereads|balances|chainReaders';
/** Ports that wait for a network or a disk, by their names in `deps`. */
const waitingCall = new RegExp(`^deps\\.(${waitingPorts})\\.\\w+$`);
const waitingPort = new RegExp(`^(${waitingPorts})$`);
const timer = /^(setTimeout|setInterval|setImmediate|scheduler\.wait)$/;

/** The local names of ports that a pattern takes apart: `{ fx: provider }`. */
const portsIn = (pattern: unknown): string[] =>
  isNode(pattern) && pattern.type === 'ObjectPattern'
    ? pattern.properties.flatMap((property) => {
        if (property.type !== 'Property' || !waitingPort.test(dottedName(property.key) ?? '')) return [];
        return dottedName(property.value) ?? [];
      })
    : [];

/** The name that a chain of members and calls begins with: `readers` of `readers.get(chain)?.source.read()`. */
function rootOf(node: Node): string | undefined {
  if (node.type === 'Identifier') return node.name;
  if (node.type === 'CallExpression') return rootOf(node.callee);
  if (node.type === 'MemberExpression') return rootOf(node.object);
  return node.type === 'ChainExpression' || node.type === 'TSNonNullExpression' ? rootOf(node.expression) : undefined;
}

/** The names in a file that stand for a wait: of timers that it imports, and of ports that it takes from `deps`. */
function waitingNames(tree: Tree, path: string): { timers: Set<string>; ports: Set<string> } {
  const timers = new Set<string>();
  const ports = new Set<string>();
  walk(parse(tree, path).program, (node) => {
    if (node.type === 'ImportDeclaration' && node.source.value.endsWith('timers/promises'))
      for (const { local } of node.specifiers) timers.add(local.name);
    if (node.type === 'VariableDeclarator' && dottedName(node.init) === 'deps')
      for (const name of portsIn(node.id)) ports.add(name);
    if ('params' in node && Array.isArray(node.params))
      for (const name of node.params.flatMap(portsIn)) ports.add(name);
  });
  return { timers, ports };
}

/**
 * Inside a transaction nothing waits for a network, a disk, a person or a timer: its connection and its locks would
 * wait too.
 */
export function transactionsDoNotWait(tree: Tree): string[] {
  const paths = productFiles(tree).filter((path) => path.startsWith('server/features/'));
  return paths.flatMap((path) => {
    const { timers, ports } = waitingNames(tree, path);
    return findings(tree, path, (node, around) => {
      if (node.type !== 'CallExpression' || !isInTransaction(around)) return undefined;
      const root = rootOf(node.callee) ?? '';
      const callee = dottedName(node.callee) ?? `what ${root} leads to`;
      const isTimer = callee === 'fetch' || timer.test(callee) || timers.has(root);
      // Ports answer some questions from memory: those are not awaited.
      const isAwaited = /^(Await|ArrowFunction)Expression$|^(Chain|Return)/.test(around.at(-1)?.type ?? '');
      const isOfPort = ports.has(root) && callee !== root && isAwaited;
      return isTimer || isOfPort || waitingCall.test(callee) ? `waits for ${callee} inside a transaction` : undefined;
    });
  });
}

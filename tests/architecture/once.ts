import type { Node } from 'oxc-parser';
import { originOf, valueOf, type Placed } from './origins.ts';
import {
  among,
  childrenOf,
  dottedName,
  findings,
  inProduct,
  isOfClient,
  productFiles,
  stringOf,
  type Tree,
} from './source.ts';

/** True for an expression that reads a name; false for the key of a property and for what a pattern declares. */
function isRead(node: Node, around: readonly Node[]): boolean {
  if (node.type === 'MemberExpression') return true;
  const parent = around.at(-1);
  if (node.type !== 'Identifier' || !parent) return false;
  if (parent.type === 'MemberExpression') return parent.object === node;
  const isPattern = (outer: Node | undefined) => outer?.type === 'ObjectPattern' || outer?.type === 'ArrayPattern';
  if (parent.type === 'Property') return parent.value === node && !isPattern(around.at(-2));
  return !isPattern(parent) && !/^(VariableDeclarator|AssignmentPattern)$|Specifier$/.test(parent.type)
    ? true
    : 'init' in parent && parent.init === node;
}

/**
 * Design rule 4: settings are read and checked in one place. `server/cli` starts the product and passes its environment
 * on.
 */
export const environmentIsReadOnce = inProduct(
  (path) => !/^server\/(env\/env\.ts|cli\/)/.test(path),
  (node, around) => {
    const source = node.type === 'ImportDeclaration' ? node.source.value : '';
    if (/^(node:)?process$/.test(source)) return `imports ${source}`;
    return isRead(node, around) && originOf(node, around) === 'process.env' ? 'reads process.env' : undefined;
  },
);

/** Files that measure the distance between clocks, or compare with timestamps of a clock other than the database's. */
const ownClock = /^server\/(db\/clock\.ts|lib\/file-age\.ts|cli\/)/;

/** There is one clock, the database's: deps.now or now() in SQL. Durations are measured by performance.now(). */
export const serverHasOneClock = inProduct(
  (path) => path.startsWith('server/') && !ownClock.test(path),
  (node, around) => {
    if (isRead(node, around) && originOf(node, around) === 'Date.now') return 'reads Date.now';
    if (node.type !== 'CallExpression' && node.type !== 'NewExpression') return undefined;
    if (originOf(node.callee, around) !== 'Date') return undefined;
    if (node.type === 'CallExpression') return 'calls Date';
    return node.arguments.length === 0 ? "reads this machine's clock" : undefined;
  },
);

/** Design rule 5: one place sends requests and knows the session. */
export const onlyLibCallsTheServer = inProduct(
  (path) => isOfClient(path) && !path.startsWith('client/src/lib/'),
  (node, around) => {
    const isCall = node.type === 'CallExpression' || node.type === 'NewExpression';
    const name = isCall ? originOf(node.callee, around) : undefined;
    const isRequest = /^(fetch|XMLHttpRequest|WebSocket|EventSource)$/.test(name ?? '');
    if (isRequest || name === 'navigator.sendBeacon') return `calls ${name}`;
    return stringOf(node) === 'auth_token' ? 'touches auth_token' : undefined;
  },
);

const queryMakers = ['apiQuery', 'apiPagesQuery'];

/** A second query of an endpoint would share the key of the first and differ from it in everything else. */
export function endpointsAreQueriedOnce(tree: Tree): string[] {
  const seenNames = new Set<string>();
  const otherFiles = productFiles(tree).filter((path) => isOfClient(path) && !path.startsWith('client/src/lib/api/'));
  return among(tree, otherFiles, (node, around) => {
    if (node.type === 'Property' && dottedName(node.key) === 'queryFn') return 'fetches outside of apiQuery';
    const maker = node.type === 'CallExpression' ? originOf(node.callee, around) : undefined;
    if (node.type !== 'CallExpression' || !maker || !queryMakers.includes(maker)) return undefined;
    const route = stringOf(node.arguments[0]);
    if (route === undefined) return `calls ${maker} without naming the route`;
    const isSecond = seenNames.has(`${maker} ${route}`);
    seenNames.add(`${maker} ${route}`);
    return isSecond ? `queries ${route} a second time` : undefined;
  });
}

/** True if an expression is a number that is written out, also through a constant or a sum of such numbers. */
function isWrittenNumber(tree: Tree, place: Placed): boolean {
  const { node, ...rest } = valueOf(tree, place);
  // A limit of the contract is written there, which is its one place.
  if (!isOfClient(rest.path)) return false;
  if (node.type === 'Literal') return typeof node.value === 'number';
  return (
    node.type === 'BinaryExpression' && childrenOf(node).every((part) => isWrittenNumber(tree, { ...rest, node: part }))
  );
}

/** Inputs whose text no contract limits: a name stored in the browser, an end of an address, a code among blanks. */
const ownLengths = new Set([
  'client/src/features/orders/admin/queue/SavedViews.tsx',
  'client/src/features/wallets/admin/ChangeSteps.tsx',
  'client/src/ui/form/secret/CodeInput.tsx',
]);

/** The contract alone says how long a text may be: an input gets its limit from there, not from a number of its own. */
export function lengthsHaveOneSource(tree: Tree): string[] {
  return productFiles(tree)
    .filter((path) => isOfClient(path) && !ownLengths.has(path))
    .flatMap((path) =>
      findings(tree, path, (node, around) => {
        const value = maxLengthIn(node);
        const isOwn = value && isWrittenNumber(tree, { path, node: value, around });
        return isOwn ? 'repeats a maximum length of the contract' : undefined;
      }),
    );
}

/** The value of an attribute or a property `maxLength`, also of a parameter that has it where none is given. */
function maxLengthIn(node: Node): Node | undefined {
  if (node.type === 'JSXAttribute' && node.name.name === 'maxLength')
    return node.value?.type === 'JSXExpressionContainer' ? node.value.expression : undefined;
  if (node.type !== 'Property' || dottedName(node.key) !== 'maxLength') return undefined;
  return node.value.type === 'AssignmentPattern' ? node.value.right : node.value;
}

/** A minute, an hour and a day in milliseconds; an hour and a day in seconds, and a day in minutes. */
const lengthsOfTime = [60_000, 3_600_000, 86_400_000, 3_600, 86_400, 1_440];

/** A minute, an hour and a day are numbers that the whole product imports from one file. */
export const unitsOfTimeHaveOneName = inProduct(
  (path) => path !== 'shared/reference/units-of-time.ts',
  (node) => {
    const name = node.type === 'VariableDeclarator' ? dottedName(node.id) : undefined;
    if (/^(second|minute|hour|day|week)(In)?Ms$/.test(name ?? '')) return `declares ${name} once more`;
    const isNumber = node.type === 'Literal' && typeof node.value === 'number';
    if (isNumber && lengthsOfTime.includes(node.value)) return `writes ${node.raw} by hand`;
    const factors = node.type === 'BinaryExpression' && node.operator === '*' ? [node.left, node.right] : [];
    const isBySixty = factors.some((factor) => factor.type === 'Literal' && factor.value === 60);
    return isBySixty ? 'multiplies by 60, which has no unit' : undefined;
  },
);

import type { Comment, Node } from 'oxc-parser';
import { amountNamesOf } from './amount-names.ts';
import { importClosure, importsOf } from './graph.ts';
import { bindingOf, originOf } from './origins.ts';
import {
  among,
  childrenOf,
  dottedName,
  findings,
  isCode,
  isOfClient,
  isTest,
  methodOf,
  parse,
  productFiles,
  type Tree,
} from './source.ts';

function tests(tree: Tree): string[] {
  return [...tree.keys()].filter(
    (path) => path.endsWith('.ts') && isTest(path) && !/^tests\/(bench|engines|failover|load)\//.test(path),
  );
}

const money = 'shared/kernel/money.ts';

/** Endings of names of amounts and rates, besides those that tables and contracts declare. */
const amountEnding = /((^|[a-z])(amount|price|rate|fee|gross|net|toPay|payout|balance|usd)|(?<!check)sum)$/i;

/** Calls that give an amount as a text or as another amount, so that its number would still be an amount. */
const staysAmount = /^(toFixed|toString|valueOf|plus|minus|times|div|abs|neg)$/;

/** Finds amounts by their names: `order.amount`, `row.paidFor`, a constant or a parameter that holds one. */
function amountFinder(ownNames: ReadonlySet<string>) {
  const isName = (name = '') => amountEnding.test(name) || ownNames.has(name);

  function isAmount(node: Node, around: readonly Node[]): boolean {
    if (node.type === 'Identifier') {
      const found = bindingOf(node.name, around);
      if (isName(node.name) || isName(found?.names.at(-1))) return true;
      return found?.value !== undefined && found.names.length === 0 && isAmount(found.value, found.around);
    }
    if (node.type === 'MemberExpression') return isName(dottedName(node.property));
    if (node.type === 'CallExpression' && node.callee.type === 'MemberExpression')
      return staysAmount.test(methodOf(node) ?? '') && isAmount(node.callee.object, around);
    if (node.type === 'CallExpression' && originOf(node.callee, around) === 'String')
      return node.arguments.some((argument) => isAmount(argument, around));
    return /^(Logical|Binary|Parenthesized|Chain)Expression$|^TS(NonNull|As)Expression$/.test(node.type)
      ? childrenOf(node).some((child) => isAmount(child, around))
      : false;
  }

  /** True for a list of amounts: `fees`, or `rows.map((row) => row.amount)`. */
  function areAmounts(node: Node, around: readonly Node[]): boolean {
    const [read] = methodOf(node) === 'map' && node.type === 'CallExpression' ? node.arguments : [];
    if (read?.type === 'ArrowFunctionExpression') return isAmount(read.body, [...around, read]);
    return isName((dottedName(node) ?? '').split('.').at(-1)?.replace(/s$/, ''));
  }

  return { isAmount, areAmounts };
}

const readsNumber = /^(Number|(Number\.)?parse(Int|Float))$/;

/**
 * Money is decimal: binary floating point never parses or rounds an amount on the server or in shared code. The wire's
 * numbers are made by `toWire`, and by `textToWire` for lists.
 */
export function moneyIsNeverAFloat(tree: Tree): string[] {
  const { isAmount, areAmounts } = amountFinder(amountNamesOf(tree));
  const paths = productFiles(tree).filter((path) => !isOfClient(path) && path !== money);
  return among(tree, paths, (node, around) => {
    if (node.type === 'UnaryExpression' && node.operator === '+' && isAmount(node.argument, around))
      return 'converts an amount';
    if (node.type !== 'CallExpression') return undefined;
    const name = originOf(node.callee, around) ?? methodOf(node) ?? '';
    if (/(^|\.)parseFloat$/.test(name)) return `calls ${name}`;
    const [first] = node.arguments;
    if (readsNumber.test(name) && first && isAmount(first, around)) return 'converts an amount';
    if (node.callee.type !== 'MemberExpression' || !first) return undefined;
    const { object } = node.callee;
    if (methodOf(node) === 'map' && readsNumber.test(originOf(first, around) ?? ''))
      return areAmounts(object, around) ? 'converts amounts' : undefined;
    return methodOf(node) === 'toFixed' && isAmount(object, around) ? 'rounds an amount with toFixed' : undefined;
  });
}

/**
 * A rounding decides who loses the rest: one function does it, for the unit and the mode given to it (decision 0009).
 */
export function roundingHasOneFunction(tree: Tree): string[] {
  const otherFiles = productFiles(tree).filter((path) => path !== money);
  return otherFiles.flatMap((path) => {
    const isExact = importsOf(tree, path).some(({ file }) => file === money);
    return findings(tree, path, (node) => {
      if (node.type === 'ImportDeclaration' && node.source.value === 'big.js') return 'imports big.js';
      const method = methodOf(node);
      if (node.type !== 'CallExpression' || method === undefined) return undefined;
      if (method === 'round' && dottedName(node.callee) !== 'Math.round') return 'calls round of a decimal';
      if (/^(prec|toPrecision|toExponential)$/.test(method)) return `calls ${method}`;
      // With an argument it rounds half-up, without an explicit mode.
      return isExact && method === 'toFixed' && node.arguments.length > 0 ? 'rounds with toFixed' : undefined;
    });
  });
}

const unfinishedMark =
  /\b(TODO|FIXME|HACK|XXX)\b|not implemented|(eslint|oxlint)-disable|@ts-(ignore|nocheck|expect-error)/;
const provesThatItDoesNotCompile = /^\s*@ts-expect-error: \S/;
const oneLine = /^\s*oxlint-disable-next-line \S/;

/**
 * Unfinished work is an issue, not a remark. A check is silenced for one line only, with the reason there or just
 * above.
 */
export function noUnfinishedWork(tree: Tree): string[] {
  return [...tree.keys()].filter(isCode).flatMap((path) => {
    const { comments, lineOf } = parse(tree, path);
    const linesAbove = new Set(comments.map((comment) => lineOf(comment) + 1));
    const hasReason = (comment: Comment) =>
      oneLine.test(comment.value) && (/ -- \S/.test(comment.value) || linesAbove.has(lineOf(comment)));
    const isProof = ({ value }: Comment) => isTest(path) && provesThatItDoesNotCompile.test(value);
    return comments
      .filter((comment) => unfinishedMark.test(comment.value) && !hasReason(comment) && !isProof(comment))
      .map((comment) => `${path}:${lineOf(comment)} says ${comment.value.trim()}`);
  });
}

/** npm does not have a chain's node for every machine: the names of its tests say why they are skipped. */
const needsProgram =
  /^server\/(adapters\/chains\/chain\.(conformance|raw-block)|features\/(refunds\/refunds\.node|chains\/chains\.reread\.sources|books\/export\/books\.hledger))\.test\.ts:\d+ calls describe\.skipIf$/;

/** Every test runs, without skip and only, and asserts something. */
export function testsAreComplete(tree: Tree): string[] {
  const untestedFiles = among(tree, tests(tree), (node) => {
    if (node.type !== 'CallExpression') return undefined;
    const name = dottedName(node.callee) ?? '';
    if (/^(test|it|describe|suite)\.[a-zA-Z.]*(skip|only|todo|fails|runIf)/.test(name)) return `calls ${name}`;
    const body = node.arguments[1];
    const isFunction = body?.type === 'ArrowFunctionExpression' || body?.type === 'FunctionExpression';
    const isEmpty = isFunction && body.body?.type === 'BlockStatement' && body.body.body.length === 0;
    return /^(test|it)$/.test(name) && isEmpty ? 'is an empty test' : undefined;
  });
  return untestedFiles.filter((violation) => !needsProgram.test(violation));
}

/**
 * A test waits for a condition (vi.waitFor, expect.poll, a locator), never for the clock. A helper may poll. The waits
 * of vi end after one second by default, which is too short on a busy machine.
 */
export function testsDoNotSleep(tree: Tree): string[] {
  const waitingTests = tests(tree).filter((path) => !path.startsWith('tests/setup/'));
  return among(tree, waitingTests, (node, around) => {
    if (node.type === 'ImportDeclaration' && node.source.value.endsWith('timers/promises'))
      return 'imports timers/promises';
    if (node.type !== 'CallExpression') return undefined;
    const name = dottedName(node.callee) ?? methodOf(node) ?? '';
    if (/(^|\.)(waitForTimeout|sleep)$/.test(name)) return `calls ${name}`;
    if (/^vi\.wait(For|Until)$/.test(name) && node.arguments.length < 2) return `calls ${name} without a time limit`;
    const isAwaited = around.some(
      (ancestor) => ancestor.type === 'NewExpression' && dottedName(ancestor.callee) === 'Promise',
    );
    return /(^|\.)setTimeout$/.test(name) && isAwaited ? 'sleeps with setTimeout' : undefined;
  });
}

const longData = /^(migrations\/|package-lock\.json$|docs\/|shared\/locales\/|shared\/reference\/)/;

/** Design rule 6: a file holds one idea. Data may be longer, but nothing written by hand passes 500 lines. */
export function filesAreShort(tree: Tree): string[] {
  return [...tree].flatMap(([path, text]) => {
    const lines = text.replace(/\n$/, '').split('\n').length;
    const limit = longData.test(path) ? 500 : 300;
    const isGenerated = /^(migrations\/|package-lock\.json$)/.test(path) || path.endsWith('.svg');
    return lines > limit && !isGenerated ? [`${path} has ${lines} lines, more than ${limit}`] : [];
  });
}

const formFiles = /^client\/src\/ui\/form\/(Form\.tsx|useContractForm\.ts|useDraftForm\.ts)$/;
/** One text with one limit: with react-hook-form and zod the chat would weigh three times as much when it is opened. */
const lightForm = 'client/src/features/chat/components/Composer.tsx';

const controls =
  /^(TextInput|TextArea|ReadyTextArea|Select|PasswordInput|Checkbox|AmountInput|CodeInput|Combobox|RadioCards|FileDrop|FieldError)$/;
/** Fields that submit nothing: a calculator, an upload, steps that open while somebody types. */
const freeFields = new Set([
  'client/src/features/blog/admin/PictureField.tsx',
  'client/src/features/landing/components/SellCalculator.tsx',
  'client/src/features/wallets/admin/ChangeSteps.tsx',
  'client/src/features/wallets/admin/PasteAddress.tsx',
]);

/** True if a text of the screen is the error of a field, unless it depends on the server's answer. */
function isErrorOfField(node: Node, around: readonly Node[]): boolean {
  if (node.type !== 'CallExpression' || dottedName(node.callee) !== 't') return false;
  const at = around.findIndex((ancestor) => ancestor.type === 'JSXAttribute' && ancestor.name.name === 'error');
  const element = around[at - 1];
  const name = element?.type === 'JSXOpeningElement' && element.name.type === 'JSXIdentifier' && element.name.name;
  const isAnswer = (ancestor: Node) =>
    ancestor.type === 'ConditionalExpression' &&
    ancestor.test.type === 'CallExpression' &&
    dottedName(ancestor.test.callee) === 'hasCode';
  return typeof name === 'string' && controls.test(name) && !around.slice(at).some(isAnswer);
}

/**
 * Forms are made by useContractForm or useDraftForm with a schema of shared, and rendered by Form or ShortForm; field
 * errors come from there and not from a check of the screen.
 */
export function formsUseTheContract(tree: Tree): string[] {
  const otherFiles = productFiles(tree).filter((path) => isOfClient(path) && !formFiles.test(path));
  return otherFiles.flatMap((path) => {
    const hasSchema = () =>
      [...importClosure(tree, [path])].some(
        (file) => file.startsWith('shared/') && importsOf(tree, file).some(({ specifier }) => specifier === 'zod'),
      );
    return findings(tree, path, (node, around) => {
      if (isErrorOfField(node, around) && !freeFields.has(path)) return 'checks a field by hand';
      if (node.type === 'JSXOpeningElement') {
        const isForm = node.name.type === 'JSXIdentifier' && node.name.name === 'form';
        return isForm && path !== lightForm ? 'renders a form of its own' : undefined;
      }
      const name = node.type === 'CallExpression' ? dottedName(node.callee) : undefined;
      if (name === 'useForm' || name === 'zodResolver' || name === 'schemaResolver') return `calls ${name}`;
      return (name === 'useContractForm' || name === 'useDraftForm') && !hasSchema()
        ? 'checks a form without the contract'
        : undefined;
    });
  });
}

const maxFiles = 25;

/** A larger folder can only be searched, so it is divided by topic. Tests are next to their file and do not count. */
export function foldersAreSmall(tree: Tree): string[] {
  const sizes = new Map<string, number>();
  for (const path of productFiles(tree)) {
    const folder = path.slice(0, path.lastIndexOf('/'));
    sizes.set(folder, (sizes.get(folder) ?? 0) + 1);
  }
  return [...sizes].filter(([, size]) => size > maxFiles).map(([folder, size]) => `${folder} holds ${size} files`);
}

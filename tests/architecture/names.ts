import type { Node } from 'oxc-parser';
import { isCode, isOfClient, parse, productFiles, walk, type Tree } from './source.ts';

/** Words of a former private dialect in names, each under the field's word. */
const dialect: Record<string, string> = {
  'render, server-rendered': 'undrawn drawer drawn draws redrawn',
  'hydrate, debounce, running': 'alive asleep awake wake wakes woken stir stirred fillings',
  'initial data, checked': 'preparation',
  'compute, again, invalid, unknown, error': 'reckon reckoned anew odd strange trouble',
  'violation, request, preference': 'breach wish wishes taste',
  'duplicate, order, personal data': 'twin twins deal deals particulars',
  'erasure, export': 'parting telling leaving elsewhere',
  'connection registry, subscription': 'roster seat seats signs followers',
  'admin (side, console), action, detail': 'desk desks deed deeds fact facts',
  'user or customer, stored, notified, messages': 'person nobody people kept told tell tells said say says',
  'received, onEvent': 'hear hears heard hearing unheard',
  'correct, fix': 'mend mended',
  'HeroArt, SkeletonLine, DottedRow, PerforatedEdge': 'coast bone leader leaders tear',
  'variant, screen crawl, open, read': 'look looks looked looking tour wear wears',
  'max, attempts': 'most longest tries',
  'semaphore, latch, lock; rounds': 'gate turns budget',
  'path, channel, direction, failure': 'way ways door doors',
  'cache, store, save': 'keep keeps',
  'discard, delete, purge; whether something is trusted or seen': 'forget forgets knows',
  'fire-and-forget, batched, a source that answers nothing': 'blind together',
  'hash, checkpoint, encrypted': 'seal sealed sealing unsealed',
  'subject type, options, needle': 'thing things manners sought',
};
const bannedInNames = new Set(Object.values(dialect).flatMap((words) => words.split(' ')));

/** Names of libraries and platforms that contain such a word, and the two sides of a limit. */
const fieldName =
  /^(keepAlive(Timeout)?|shouldKeepAlive|keep(PreviousData|DirtyValues|Errors|IsSubmitted|SubmitCount)|(all|on)Settled|atMost)$/;

/** Names that the wire fixes: what a request for a second member is about, and that it changed; a metric. */
const wireName = /^(facts(_changed)?|lookAhead|landfall_audit_rows_unsealed|keep|kept)$/;
/** Properties of the wire that only the client names a variable after. */
const wireProperty = /^(facts|keep|kept)$/;
/**
 * Values that are in rows or on the wire: why a session ended, what became of a transfer, who decides; `desk` by
 * decision 0145.
 */
const storedValue = /^(facts|desk|signed_out_elsewhere|keep|kept|nobody)$/;

/**
 * Names and file names use the words of the field, so that a newcomer finds a subject by its usual name; comments may
 * use any word.
 */
export function namesAreStandard(tree: Tree): string[] {
  const files = [...tree.keys()].filter((path) => isCode(path) && !path.includes('/locales/'));
  return files.flatMap((path) => {
    const banned = wordsIn(path.replace(/\.\w+$/, '')).find((word) => bannedInNames.has(word));
    return [...(banned ? [`${path} is named ${banned}`] : []), ...namesIn(tree, path)];
  });
}

function namesIn(tree: Tree, path: string): string[] {
  const { program, lineOf } = parse(tree, path);
  const violations = new Map<string, string>();
  walk(program, (node, around) => {
    const parent = around.at(-1);
    const isOwnName = node.type === 'Identifier' && wireProperty.test(node.name) && isDeclared(node, parent);
    const name = isOwnName && !isOfClient(path) ? node.name : nameOf(node, parent);
    if (name === undefined || violations.has(name)) return;
    if (isBanned(name)) violations.set(name, `${path}:${lineOf(node)} names ${name}`);
  });
  return [...violations.values()];
}

/** The name in a node, private members and the values of a type included; undefined if the name is not ours. */
function nameOf(node: Node, parent: Node | undefined): string | undefined {
  if (node.type === 'Identifier' && storedValue.test(node.name) && isKey(node, parent)) return undefined;
  if (node.type === 'Identifier' || node.type === 'JSXIdentifier' || node.type === 'PrivateIdentifier')
    return wireName.test(node.name) || fieldName.test(node.name) ? undefined : node.name;
  if (node.type !== 'TSLiteralType' || node.literal.type !== 'Literal') return undefined;
  const { value } = node.literal;
  return typeof value === 'string' && !storedValue.test(value) ? value : undefined;
}

/** True for the name of a variable or a parameter, which is ours even where a property of that name is fixed. */
function isDeclared(node: Node, parent: Node | undefined): boolean {
  if (parent?.type === 'VariableDeclarator') return parent.id === node;
  const isFunction = parent?.type === 'FunctionDeclaration' || parent?.type === 'ArrowFunctionExpression';
  return isFunction && parent.params.some((param) => param === node);
}

/** True for the key of an object: a table by stored values, such as a label for each, repeats them. */
function isKey(node: Node, parent: Node | undefined): boolean {
  return parent?.type === 'Property' && parent.key === node && !parent.computed;
}

const bannedNames = new Map<string, boolean>();

/**
 * True if a name contains such a word; an account that the team pays from has that word on the wire and in the
 * database.
 */
function isBanned(name: string): boolean {
  const cachedResult = bannedNames.get(name);
  if (cachedResult !== undefined) return cachedResult;
  const words = wordsIn(name.replace(/desk[-_]?account/gi, 'account'));
  const banned = words.some((word) => bannedInNames.has(word));
  bannedNames.set(name, banned);
  return banned;
}

/** The words of a name in camel case, kebab case or with dots, in lower case. */
function wordsIn(name: string): string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/);
}

/** A router is named as its file is (`users.admin.routes.ts`: `usersAdminRoutes`), so that app.ts reads as a table. */
export function routersAreNamedByTheirFile(tree: Tree): string[] {
  const files = productFiles(tree).filter((path) => /^server\/features\/.*\.routes\.ts$/.test(path));
  return files.flatMap((path) => {
    const { program, lineOf } = parse(tree, path);
    const words = (/([^/]+)\.ts$/.exec(path)?.[1] ?? '').split(/[.-]/);
    const routerName = words.map((word, index) => (index === 0 ? word : capitalized(word))).join('');
    return program.body.flatMap((node) => {
      const name = node.type === 'ExportNamedDeclaration' ? functionNameOf(node.declaration) : undefined;
      return name === undefined || name === routerName
        ? []
        : [`${path}:${lineOf(node)} exports ${name} in place of ${routerName}`];
    });
  });
}

const capitalized = (word: string): string => `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`;

const functionNameOf = (declaration: Node | null): string | undefined =>
  declaration?.type === 'FunctionDeclaration' ? declaration.id?.name : undefined;

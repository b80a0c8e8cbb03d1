import type { Node } from 'oxc-parser';
import { childrenOf, dottedName, findings, inProduct, isNode, parse, productFiles, type Tree } from './source.ts';

const isFunction = (node: unknown): node is Node & { body?: unknown; returnType?: unknown } =>
  isNode(node) && /^(ArrowFunctionExpression|FunctionExpression|FunctionDeclaration|TSFunctionType)$/.test(node.type);

/** The name and the function that a node declares; undefined for any other node. */
function declaredBy(node: Node): { name: string; made: Node } | undefined {
  const declarationOf = (name: unknown, value: unknown) =>
    isNode(name) && name.type === 'Identifier' && isNode(value) ? { name: name.name, made: value } : undefined;
  if (node.type === 'FunctionDeclaration') return declarationOf(node.id, node);
  if (node.type === 'TSMethodSignature') return declarationOf(node.key, node);
  if (node.type === 'VariableDeclarator') return isFunction(node.init) ? declarationOf(node.id, node.init) : undefined;
  if (node.type === 'Property') return isFunction(node.value) ? declarationOf(node.key, node.value) : undefined;
  if (node.type !== 'TSPropertySignature') return undefined;
  const type = node.typeAnnotation?.typeAnnotation;
  return isFunction(type) ? declarationOf(node.key, type) : undefined;
}

/**
 * True for a function that returns nothing: by its declared type, or because no `return` has a value. Undefined for a
 * single expression without a type.
 */
function givesNothing(value: Node): boolean | undefined {
  const returnType = 'returnType' in value && isNode(value.returnType) ? value.returnType : undefined;
  if (returnType) return isNothing(childrenOf(returnType)[0]);
  if (!('body' in value) || !isNode(value.body) || value.body.type !== 'BlockStatement') return undefined;
  return !hasReturnValue(value.body);
}

function isNothing(type: Node | undefined): boolean {
  if (type?.type === 'TSVoidKeyword' || type?.type === 'TSNeverKeyword') return true;
  if (type?.type === 'TSTypePredicate') return type.asserts;
  if (type?.type !== 'TSTypeReference' || type.typeName.type !== 'Identifier') return false;
  return type.typeName.name === 'Promise' && isNothing(type.typeArguments?.params[0]);
}

/** True for a function whose declared result is a boolean: it answers a question and requires nothing. */
function isTruth(made: Node): boolean {
  const returnType = 'returnType' in made && isNode(made.returnType) ? childrenOf(made.returnType)[0] : undefined;
  return givenBack(returnType)?.type === 'TSBooleanKeyword';
}

function hasReturnValue(node: Node): boolean {
  if (node.type === 'ReturnStatement') return node.argument !== null;
  return !isFunction(node) && childrenOf(node).some(hasReturnValue);
}

/**
 * Each verb has one meaning: `assert…` throws and returns nothing, `require…` throws or returns what it
 * asked for, and nothing is named `ensure…`, which says neither.
 */
export const verbsHaveOneMeaning = inProduct(
  () => true,
  (node) => {
    const { name = '', made } = declaredBy(node) ?? {};
    const [, verb] = /^(assert|require|ensure)[A-Z]/.exec(name) ?? [];
    if (!verb || !made) return undefined;
    if (verb === 'ensure') return `names ${name}`;
    const returnsNothing = givesNothing(made);
    if (verb === 'require' && returnsNothing === true) return `names ${name}, which gives back nothing`;
    if (verb === 'require' && isTruth(made)) return `names ${name}, which answers yes or no`;
    return verb === 'assert' && returnsNothing === false ? `names ${name}, which gives back something` : undefined;
  },
);

const isStatement = ({ type }: Node) =>
  /Statement|Declaration|Property$|Definition/.test(type) && type !== 'BlockStatement';

/**
 * A cast bypasses the compiler, so its reason is just above, beside it, or above its statement; a type guard, a schema
 * or `satisfies` needs none. A doc line says what it documents, and is no reason.
 */
export function castsHaveReasons(tree: Tree): string[] {
  return productFiles(tree).flatMap((path) => {
    const { comments, lineOf, text } = parse(tree, path);
    const lastLine = ({ end }: { end: number }) => text.slice(0, end).split('\n').length;
    const reasonLines = new Set(comments.filter(({ value }) => !value.startsWith('*')).map(lastLine));
    return findings(tree, path, (node, around) => {
      if (node.type !== 'TSAsExpression' || isConst(node.typeAnnotation)) return undefined;
      if (around.at(-1)?.type === 'TSAsExpression') return undefined;
      const isReasoned = [node, ...around.filter(isStatement).slice(-3)].some((part) => {
        const line = lineOf(part);
        return reasonLines.has(line) || reasonLines.has(line - 1);
      });
      return isReasoned ? undefined : `casts ${text.slice(node.start, node.end).replace(/\s+/g, ' ')}`;
    });
  });
}

const isConst = (type: Node): boolean =>
  type.type === 'TSTypeReference' && type.typeName.type === 'Identifier' && type.typeName.name === 'const';

const rowName =
  'user member owner reader actor assignee author customer caller order quote transfer refund payout batch attempt ' +
  'statement line profile source lease address post import entry approval session note file offer settlement room ' +
  'method account kycRequest';
const idName = new RegExp(`(^|[a-z])(${rowName.replaceAll(' ', '|')})ids?$`, 'i');

/** Identifiers of another program, and texts of the wire that are longer or shorter than the id of a row. */
const otherProgram = /^(adminTransactionId|endToEndId|clientMessageId)$/;

/** True for `string`, a list of it, and either beside null or undefined. */
function isText(type: Node | undefined): boolean {
  if (type?.type === 'TSStringKeyword') return true;
  if (type?.type === 'TSTypeOperator' || type?.type === 'TSArrayType' || type?.type === 'TSUnionType')
    return childrenOf(type).some(isText);
  return false;
}

/** Functions that give back the id of a row: the one that they wrote, a row's owner, the row of another, or many. */
const idFunction = new RegExp(
  `^((insert|open)[A-Z]\\w*|(duplicate\\w*|\\w*(${rowName.replaceAll(' ', '|')}))Of\\w*|\\w+ids)$`,
  'i',
);

/** The type that a promise gives back, or the type itself. */
const givenBack = (type: Node | undefined): Node | undefined =>
  type?.type === 'TSTypeReference' && dottedName(type.typeName) === 'Promise' ? type.typeArguments?.params[0] : type;

/** True for a parameter `tx` or `db`, or one that `db` is taken from. */
function isDatabase(param: Node): boolean {
  if (param.type === 'ObjectPattern')
    return param.properties.some((taken) => taken.type === 'Property' && dottedName(taken.key) === 'db');
  return /^(tx|db)$/.test(dottedName(param) ?? '');
}

/** The name of a function that reads or writes the database and gives back the id of a row as a plain text. */
function plainIdFunction(node: Node): string | undefined {
  const isDeclared = node.type === 'FunctionDeclaration';
  const made = isDeclared ? node : node.type === 'VariableDeclarator' ? node.init : undefined;
  if (made?.type !== 'FunctionDeclaration' && made?.type !== 'ArrowFunctionExpression') return undefined;
  const name = node.type === 'VariableDeclarator' || isDeclared ? dottedName(node.id ?? node) : undefined;
  const asksDatabase = made.params[0] !== undefined && isDatabase(made.params[0]);
  const isId = name !== undefined && asksDatabase && idFunction.test(name);
  return isId && isText(givenBack(made.returnType?.typeAnnotation)) ? name : undefined;
}

/** An id has the kind of its row, so that no other id is accepted for it: `Id<'order'>`, never a plain text. */
export const idsHaveAKind = inProduct(
  (path) => /^(server|shared)\//.test(path),
  (node) => {
    const idSource = plainIdFunction(node);
    if (idSource !== undefined) return `gives back a plain text from ${idSource}`;
    const name = node.type === 'TSPropertySignature' ? dottedName(node.key) : dottedName(node);
    if (name === undefined || otherProgram.test(name) || !idName.test(name)) return undefined;
    const { typeAnnotation } = node.type === 'TSPropertySignature' || node.type === 'Identifier' ? node : {};
    return isText(typeAnnotation?.typeAnnotation) ? `names ${name}, a plain text` : undefined;
  },
);

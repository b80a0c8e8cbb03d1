import type { Node } from 'oxc-parser';
import { childrenOf, findings, inProduct, isNode, parse, productFiles, type Tree } from './source.ts';

const isFunction = (node: unknown): node is Node & { body?: unknown; returnType?: unknown } =>
  isNode(node) && /^(ArrowFunctionExpression|FunctionExpression|FunctionDeclaration|TSFunctionType)$/.test(node.type);

/** The name and the function that a node declares; undefined for any other node. */
function declaredBy(node: Node): { name: string; made: Node } | undefined {
  const named = (name: unknown, made: unknown) =>
    isNode(name) && name.type === 'Identifier' && isNode(made) ? { name: name.name, made } : undefined;
  if (node.type === 'FunctionDeclaration') return named(node.id, node);
  if (node.type === 'TSMethodSignature') return named(node.key, node);
  if (node.type === 'VariableDeclarator') return isFunction(node.init) ? named(node.id, node.init) : undefined;
  if (node.type === 'Property') return isFunction(node.value) ? named(node.key, node.value) : undefined;
  if (node.type !== 'TSPropertySignature') return undefined;
  const type = node.typeAnnotation?.typeAnnotation;
  return isFunction(type) ? named(node.key, type) : undefined;
}

/**
 * True for a function that gives back nothing: by its declared type, or else because no `return` has a value. Undefined
 * for one of a single expression without a type.
 */
function givesNothing(made: Node): boolean | undefined {
  const declared = 'returnType' in made && isNode(made.returnType) ? made.returnType : undefined;
  if (declared) return isNothing(childrenOf(declared)[0]);
  if (!('body' in made) || !isNode(made.body) || made.body.type !== 'BlockStatement') return undefined;
  return !returnsValue(made.body);
}

function isNothing(type: Node | undefined): boolean {
  if (type?.type === 'TSVoidKeyword' || type?.type === 'TSNeverKeyword') return true;
  if (type?.type === 'TSTypePredicate') return type.asserts;
  if (type?.type !== 'TSTypeReference' || type.typeName.type !== 'Identifier') return false;
  return type.typeName.name === 'Promise' && isNothing(type.typeArguments?.params[0]);
}

function returnsValue(node: Node): boolean {
  if (node.type === 'ReturnStatement') return node.argument !== null;
  return !isFunction(node) && childrenOf(node).some(returnsValue);
}

/**
 * One verb for one thing: `assertX` throws and gives back nothing, `requireX` throws or gives back what it was asked
 * for, and nothing is named `ensureX`, which says neither.
 */
export const verbsHaveOneMeaning = inProduct(
  () => true,
  (node) => {
    const { name = '', made } = declaredBy(node) ?? {};
    const [, verb] = /^(assert|require|ensure)[A-Z]/.exec(name) ?? [];
    if (!verb || !made) return undefined;
    if (verb === 'ensure') return `names ${name}`;
    const gives = givesNothing(made);
    if (verb === 'require' && gives === true) return `names ${name}, which gives back nothing`;
    return verb === 'assert' && gives === false ? `names ${name}, which gives back something` : undefined;
  },
);

const isStatement = ({ type }: Node) =>
  /Statement|Declaration|Property$|Definition/.test(type) && type !== 'BlockStatement';

/**
 * A cast goes round the compiler, so it says why just above, beside it, or above the statement that it is in; a type
 * guard, a schema or `satisfies` needs no reason.
 */
export function castsHaveReasons(tree: Tree): string[] {
  return productFiles(tree).flatMap((path) => {
    const { comments, lineOf, text } = parse(tree, path);
    const explained = new Set(comments.map(({ end }) => text.slice(0, end).split('\n').length));
    return findings(tree, path, (node, around) => {
      if (node.type !== 'TSAsExpression' || isConst(node.typeAnnotation)) return undefined;
      if (around.at(-1)?.type === 'TSAsExpression') return undefined;
      const statements = around.filter(isStatement).slice(-3);
      const isExplained = [node, ...statements].some((item) => {
        const line = lineOf(item);
        return explained.has(line) || explained.has(line - 1);
      });
      return isExplained ? undefined : `casts ${text.slice(node.start, node.end).replace(/\s+/g, ' ')}`;
    });
  });
}

const isConst = (type: Node): boolean =>
  type.type === 'TSTypeReference' && type.typeName.type === 'Identifier' && type.typeName.name === 'const';

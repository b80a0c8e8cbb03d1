import type { Node } from 'oxc-parser';
import { fileOf } from './graph.ts';
import { bare, dottedName, isCode, isNode, parse, type Tree } from './source.ts';

/** A name as its scope declares it: a part of a value, or an export of a module. */
interface Binding {
  value?: Node;
  /** The properties that a pattern takes from the value: `now` of `const { now: time } = Date`. */
  names: string[];
  module?: string;
}

/** A binding and the nodes around its declaration. */
interface Found extends Binding {
  around: readonly Node[];
}

const bindingsByScope = new WeakMap<Node, ReadonlyMap<string, Binding>>();

/** The names that a file, a block, a loop or a function declares for what is inside it. */
function bindingsOf(scope: Node): ReadonlyMap<string, Binding> {
  const known = bindingsByScope.get(scope);
  if (known) return known;
  const bindings = new Map<string, Binding>();
  if ('params' in scope && Array.isArray(scope.params))
    for (const param of scope.params.filter(isNode)) bind(param, bindings);
  if (scope.type === 'CatchClause' && scope.param) bind(scope.param, bindings);
  if (scope.type === 'ForStatement' && scope.init) declare(scope.init, bindings);
  if (scope.type === 'ForOfStatement' || scope.type === 'ForInStatement') declare(scope.left, bindings);
  if (scope.type === 'Program' || scope.type === 'BlockStatement')
    for (const statement of scope.body) declare(statement, bindings);
  bindingsByScope.set(scope, bindings);
  return bindings;
}

function declare(statement: Node, bindings: Map<string, Binding>): void {
  if (statement.type === 'ExportNamedDeclaration' && statement.declaration) declare(statement.declaration, bindings);
  if (statement.type === 'FunctionDeclaration' && statement.id)
    bindings.set(statement.id.name, { value: statement, names: [] });
  if (statement.type === 'VariableDeclaration')
    for (const { id, init } of statement.declarations) bind(id, bindings, init ?? undefined);
  if (statement.type !== 'ImportDeclaration') return;
  for (const specifier of statement.specifiers) {
    const imported = specifier.type === 'ImportSpecifier' ? dottedName(specifier.imported) : undefined;
    bindings.set(specifier.local.name, { module: statement.source.value, names: imported ? [imported] : [] });
  }
}

function bind(pattern: Node, bindings: Map<string, Binding>, value?: Node, names: string[] = []): void {
  if (pattern.type === 'Identifier') bindings.set(pattern.name, { ...(value && { value }), names });
  if (pattern.type === 'AssignmentPattern') bind(pattern.left, bindings, value, names);
  if (pattern.type === 'RestElement') bind(pattern.argument, bindings, value, names);
  if (pattern.type === 'ArrayPattern') for (const part of pattern.elements) if (part) bind(part, bindings);
  if (pattern.type !== 'ObjectPattern') return;
  for (const property of pattern.properties) {
    if (property.type === 'RestElement') bind(property, bindings, value, names);
    else bind(property.value, bindings, value, [...names, dottedName(property.key) ?? '?']);
  }
}

/** The innermost declaration of a name; undefined for one of the language or the platform. */
export function bindingOf(name: string, around: readonly Node[]): Found | undefined {
  for (let index = around.length - 1; index >= 0; index -= 1) {
    const scope = around[index];
    const binding = scope && bindingsOf(scope).get(name);
    if (binding) return { ...binding, around: around.slice(0, index + 1) };
  }
  return undefined;
}

const isOwnModule = (module: string) => /^[#./]/.test(module);

/**
 * The dotted name that an expression stands for where it was first given: `Date.now` of `const { now } = Date`, `orders`
 * of `import { orders as rows }`, `process.env` of `import { env } from 'node:process'`. Undefined for no name.
 */
export function originOf(node: unknown, around: readonly Node[]): string | undefined {
  const name = isNode(node) ? dottedName(bare(node)) : undefined;
  if (name === undefined) return undefined;
  const [first = '', ...members] = name.split('.');
  return originParts(first, members, around).join('.').replace(globalObject, '') || name;
}

const globalObject = /^(globalThis|window|self|global)\.(?=.)/;

function originParts(first: string, members: string[], around: readonly Node[]): string[] {
  const found = bindingOf(first, around);
  if (!found) return [first, ...members];
  const rest = [...found.names, ...members];
  // A file of the codebase is known by what it exports.
  if (found.module !== undefined)
    return isOwnModule(found.module) ? rest : [found.module.replace(/^node:/, ''), ...rest];
  const name = found.value && dottedName(bare(found.value));
  if (name === undefined) return [first, ...members];
  const [valueFirst = '', ...valueMembers] = name.split('.');
  return originParts(valueFirst, [...valueMembers, ...rest], found.around);
}

/** An expression or a function, with the file and the nodes around it. */
export interface Placed {
  path: string;
  node: Node;
  around: readonly Node[];
}

/**
 * Follows a name to the expression of its constant or to its function, in this file or in the one that it is imported
 * from, also through a property of an object that is written out. Any other expression stands for itself.
 */
export function valueOf(tree: Tree, { path, node, around }: Placed): Placed {
  const expression = bare(node);
  const itself = { path, node: expression, around };
  if (expression.type === 'MemberExpression') {
    const object = valueOf(tree, { path, node: expression.object, around });
    return propertyOf(tree, object, dottedName(expression.property)) ?? itself;
  }
  const found = expression.type === 'Identifier' ? bindingOf(expression.name, around) : undefined;
  if (!found) return itself;
  const [name] = found.names;
  if (found.module !== undefined) return (name && exportOf(tree, path, found.module, name)) || itself;
  if (!found.value) return itself;
  const value = valueOf(tree, { path, node: found.value, around: found.around });
  return name === undefined ? value : (propertyOf(tree, value, name) ?? itself);
}

function propertyOf(tree: Tree, { node, ...place }: Placed, name: string | undefined): Placed | undefined {
  if (node.type !== 'ObjectExpression') return undefined;
  const property = node.properties.find((one) => one.type === 'Property' && dottedName(one.key) === name);
  return property?.type === 'Property' ? valueOf(tree, { ...place, node: property.value }) : undefined;
}

/** The value that a file of the codebase exports under this name, also for another file. */
function exportOf(tree: Tree, from: string, module: string, name: string): Placed | undefined {
  const path = isOwnModule(module) ? fileOf(tree, from, module) : undefined;
  if (path === undefined || !isCode(path)) return undefined;
  const { program } = parse(tree, path);
  const binding = bindingsOf(program).get(name);
  if (binding) return valueOf(tree, { path, node: { ...identifier, name }, around: [program] });
  for (const statement of program.body) {
    if (statement.type !== 'ExportNamedDeclaration' || !statement.source) continue;
    const passedOn = statement.specifiers.find(({ exported }) => dottedName(exported) === name);
    if (passedOn) return exportOf(tree, path, statement.source.value, dottedName(passedOn.local) ?? name);
  }
  return undefined;
}

const identifier = { type: 'Identifier' as const, name: '', start: 0, end: 0 };

import type { Node } from 'oxc-parser';
import { bindingOf } from './origins.ts';
import { bare, dottedName, findings, methodOf, parse, productFiles, stringOf, walk, type Tree } from './source.ts';

/**
 * Fields that are about no person: our own ids, codes, counts, times, and names of settings, sources, chains and
 * tables.
 */
const fieldNames = new Set(
  [
    'order refund import line quoteId userId mailId jobId auditId rowIds requestId installationId chain ' +
      'coinId txHash batch',
    'task template kind subject setting warning event feed source id what table because reason error at about meaning',
    'attempt attempts findings orders rows workers refused migrationsRun lastGood offered seq hash since',
    'aheadSeconds afterSeconds retryAfterSeconds ms',
    'method route path status aborted folder mode host peer err',
  ].flatMap((names) => names.split(' ')),
);

/** Values of a person, by the last name of the expression: `order.email`. */
const personalNames =
  /^(email|userEmail|phone|mobileNumber|firstName|lastName|userName|accountName|accountNumber|iban|address|ip|token|password|recipient)$/;

/** Names that a message may quote besides fields: settings, and texts of the product and of libraries. */
const quotedNames = new Set(['name', 'message', 'log', 'unsafe']);

const isLogCall = /(^|\.)(log|lines)\.(child|trace|debug|info|warn|error|fatal)$/;
/** Functions that take an error, the settings or a copy apart, and return no message, value or address. */
const isSafeCall = /^describe(Error|Start|Copy)$/;

/**
 * A log line has fields of the list above only, also in its message and in a child, so that no name, account or address
 * of a person gets into it; an error is taken apart by `describeError`, as its message can quote the values of a query.
 */
export function logsNameNoPersonalData(tree: Tree): string[] {
  return productFiles(tree)
    .filter((path) => path.startsWith('server/') && !path.startsWith('server/cli/'))
    .flatMap((path) => {
      const objects = objectsOf(tree, path);
      return findings(tree, path, (node, around) => {
        if (node.type !== 'CallExpression' || !isLogCall.test(dottedName(node.callee) ?? '')) return undefined;
        const [fields, message] = node.arguments;
        const problem = fields ? problemOf(fields, { objects, around }) : 'nothing';
        if (problem) return `logs ${problem}`;
        const quoted = message && methodOf(node) !== 'child' ? messageProblem(message, around) : undefined;
        return quoted && `logs ${quoted} in its message`;
      });
    });
}

/** The objects of a file by the names that they are declared under. */
function objectsOf(tree: Tree, path: string): Map<string, Node> {
  const objects = new Map<string, Node>();
  walk(parse(tree, path).program, (node) => {
    if (node.type !== 'VariableDeclarator' || node.id.type !== 'Identifier') return;
    if (node.init?.type === 'ObjectExpression') objects.set(node.id.name, node.init);
  });
  return objects;
}

/** The objects of the file, and the nodes around the call. */
interface Place {
  objects: ReadonlyMap<string, Node>;
  around: readonly Node[];
}

/** Returns the field or the expression that no log line may have; undefined where all of it may be logged. */
function problemOf(fields: Node, place: Place): string | undefined {
  const { objects } = place;
  const declared = fields.type === 'Identifier' ? objects.get(fields.name) : undefined;
  if (declared) return problemOf(declared, place);
  if (fields.type === 'ParenthesizedExpression') return problemOf(fields.expression, place);
  if (fields.type === 'ConditionalExpression')
    return problemOf(fields.consequent, place) ?? problemOf(fields.alternate, place);
  if (fields.type === 'CallExpression' && isSafeCall.test(dottedName(fields.callee) ?? '')) return undefined;
  if (fields.type !== 'ObjectExpression') return 'what is named somewhere else';
  for (const property of fields.properties) {
    const problem =
      property.type === 'SpreadElement' ? problemOf(property.argument, place) : fieldProblem(property, place);
    if (problem) return problem;
  }
  return undefined;
}

function fieldProblem({ key, value }: { key: Node; value: Node }, { around }: Place): string | undefined {
  const name = key.type === 'Identifier' ? key.name : (stringOf(key) ?? 'a computed field');
  const isMessage = /(^|\.)(message|stack)$/.test(dottedName(value) ?? '');
  const isText = value.type === 'CallExpression' && dottedName(value.callee) === 'String';
  if (name === 'error' || isText) return `${name} as text`;
  if (!fieldNames.has(name) || (isMessage && name === 'err')) return name;
  // A peer is another process of the product: its address is no person's.
  const personal = name === 'peer' ? undefined : personalIn(value, around);
  return personal && `${personal} as ${name}`;
}

/** Returns what a message quotes besides literals and values that may be fields; undefined where it quotes nothing. */
function messageProblem(message: Node, around: readonly Node[]): string | undefined {
  const node = bare(message);
  const firstOf = (...parts: Node[]) => parts.map((part) => messageProblem(part, around)).find(Boolean);
  if (stringOf(node) !== undefined) return undefined;
  if (node.type === 'TemplateLiteral') return firstOf(...node.expressions);
  if (node.type === 'BinaryExpression' || node.type === 'LogicalExpression') return firstOf(node.left, node.right);
  if (node.type === 'ConditionalExpression') return firstOf(node.consequent, node.alternate);
  if (node.type === 'CallExpression' && isSafeCall.test(dottedName(node.callee) ?? '')) return undefined;
  if (node.type === 'CallExpression' && node.callee.type === 'MemberExpression' && methodOf(node) === 'join')
    return firstOf(node.callee.object);
  if (node.type === 'MemberExpression') {
    const name = dottedName(node.property) ?? '';
    return fieldNames.has(name) && !personalNames.test(name) ? undefined : (dottedName(node) ?? name);
  }
  if (node.type !== 'Identifier') return 'what is named somewhere else';
  const found = bindingOf(node.name, around);
  const name = found?.names.at(-1) ?? node.name;
  if (fieldNames.has(name) || quotedNames.has(name)) return undefined;
  return found?.value && found.names.length === 0 ? messageProblem(found.value, found.around) : name;
}

/** Returns the first value of a person that an expression reads; undefined without one. */
function personalIn(value: Node, around: readonly Node[]): string | undefined {
  let found: string | undefined;
  walk(value, (node, above) => {
    if (node.type === 'MemberExpression' && personalNames.test(dottedName(node.property) ?? ''))
      found ??= dottedName(node) ?? dottedName(node.property);
    const parent = above.at(-1);
    const isValue = node === value || parent?.type === 'TemplateLiteral' || parent?.type === 'BinaryExpression';
    if (node.type !== 'Identifier' || !isValue) return;
    const names = [node.name, bindingOf(node.name, around)?.names.at(-1) ?? ''];
    found ??= names.find((name) => personalNames.test(name));
  });
  return found;
}

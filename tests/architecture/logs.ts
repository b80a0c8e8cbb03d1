import type { Node } from 'oxc-parser';
import { dottedName, findings, parse, productFiles, stringOf, walk, type Tree } from './source.ts';

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

const isLogCall = /(^|\.)(log|lines)\.(trace|debug|info|warn|error|fatal)$/;
/** Functions that take an error or the settings apart, and return no message, value or address. */
const isSafeCall = /^describe(Error|Start)$/;

/**
 * A log line has fields of the list above only, so that no name, account or address of a person gets into it; an error
 * is taken apart by `describeError`, as its message can quote the values of a query.
 */
export function logsNameNoPersonalData(tree: Tree): string[] {
  return productFiles(tree)
    .filter((path) => path.startsWith('server/') && !path.startsWith('server/cli/'))
    .flatMap((path) => {
      const objects = objectsOf(tree, path);
      return findings(tree, path, (node) => {
        if (node.type !== 'CallExpression' || !isLogCall.test(dottedName(node.callee) ?? '')) return undefined;
        const [fields] = node.arguments;
        const problem = fields ? problemOf(fields, objects) : 'nothing';
        return problem && `logs ${problem}`;
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

/** Returns the field or the expression that no log line may have; undefined where all of it may be logged. */
function problemOf(fields: Node, objects: ReadonlyMap<string, Node>): string | undefined {
  const declared = fields.type === 'Identifier' ? objects.get(fields.name) : undefined;
  if (declared) return problemOf(declared, objects);
  if (fields.type === 'ParenthesizedExpression') return problemOf(fields.expression, objects);
  if (fields.type === 'ConditionalExpression')
    return problemOf(fields.consequent, objects) ?? problemOf(fields.alternate, objects);
  if (fields.type === 'CallExpression' && isSafeCall.test(dottedName(fields.callee) ?? '')) return undefined;
  if (fields.type !== 'ObjectExpression') return 'what is named somewhere else';
  for (const property of fields.properties) {
    const problem = property.type === 'SpreadElement' ? problemOf(property.argument, objects) : fieldProblem(property);
    if (problem) return problem;
  }
  return undefined;
}

function fieldProblem({ key, value }: { key: Node; value: Node }): string | undefined {
  const name = key.type === 'Identifier' ? key.name : (stringOf(key) ?? 'a computed field');
  const isMessage = /(^|\.)(message|stack)$/.test(dottedName(value) ?? '');
  const isText = value.type === 'CallExpression' && dottedName(value.callee) === 'String';
  if (name === 'error' || isText) return `${name} as text`;
  if (!fieldNames.has(name) || (isMessage && name === 'err')) return name;
  const personal = personalIn(value);
  return personal && `${personal} as ${name}`;
}

/** Returns the first value of a person that an expression reads; undefined without one. */
function personalIn(value: Node): string | undefined {
  let found: string | undefined;
  walk(value, (node) => {
    if (node.type === 'MemberExpression' && personalNames.test(dottedName(node.property) ?? ''))
      found ??= dottedName(node) ?? dottedName(node.property);
    if (node === value && node.type === 'Identifier' && personalNames.test(node.name)) found ??= node.name;
  });
  return found;
}

import type { Node } from 'oxc-parser';
import {
  childrenOf,
  dottedName,
  findings,
  isCode,
  isNode,
  isTest,
  parse,
  productFiles,
  stringOf,
  walk,
  type Tree,
} from './source.ts';

/** Who does what to which row: a sentence that begins so names its subject late, or not at all. */
const lateSubject = /^(What|Whether|Of|As|The same|The one) /;
/** "Called when …", "Keyed by …": a participle without a subject. An adjective has its noun behind it. */
const participle =
  /^(?!Undefined)[A-Z][a-z]+ed (when|where|while|after|before|behind|below|beside|by|once|only|with|within|in|at|to|for|from|as) /;

const sentencesOf = (text: string) => text.split(/(?<=[.:!?;])\s+(?=[A-Z])/);
const openingOf = (text: string) =>
  sentencesOf(text).flatMap(
    (sentence) => lateSubject.exec(sentence)?.[1] ?? participle.exec(sentence)?.[0].trim() ?? [],
  );

/** Comments, and pages other than the dated decisions, are sentences that begin with their subject or their verb. */
export function sentencesBeginPlainly(tree: Tree): string[] {
  return [...tree].flatMap(([path, text]) => {
    if (isCode(path)) {
      const { comments, lineOf } = parse(tree, path);
      return comments.flatMap((comment) =>
        openingOf(plain(comment.value)).map((opening) => `${path}:${lineOf(comment)} begins with "${opening}"`),
      );
    }
    if (!path.endsWith('.md') || path.startsWith('docs/decisions/')) return [];
    return paragraphsOf(text).flatMap((paragraph) =>
      openingOf(paragraph).map((opening) => `${path} begins with "${opening}": ${paragraph.slice(0, 60)}`),
    );
  });
}

/** The text of a comment without its frame. */
const plain = (comment: string) =>
  comment
    .replace(/^\s*\*+ ?/gm, '')
    .replace(/\s+/g, ' ')
    .trim();

/** The paragraphs and points of a page; tables, titles and blocks of code are no sentences. */
function paragraphsOf(page: string): string[] {
  const prose = page.replace(/^```[\s\S]*?^```/gm, '').replace(/^(\||#|<).*$/gm, '');
  return prose.split(/\n\s*\n|\n(?=\s*(?:[-*]|\d+\.) )/).map((part) => plain(part.replace(/^\s*(?:[-*]|\d+\.) /, '')));
}

/** Each exported function has a doc line; of an overloaded one the first signature has it. */
export function exportedFunctionsHaveDocs(tree: Tree): string[] {
  return productFiles(tree).flatMap((path) => {
    const { program, comments, lineOf, text } = parse(tree, path);
    const docEnds = comments.filter(({ value }) => value.startsWith('*')).map(({ end }) => end);
    const known = new Set<string>();
    return program.body.flatMap((node) => {
      const name = exportedFunctionOf(node);
      if (name === undefined || known.has(name)) return [];
      known.add(name);
      const hasDoc = docEnds.some((end) => end < node.start && text.slice(end, node.start).trim() === '');
      return hasDoc ? [] : `${path}:${lineOf(node)} exports ${name} without a doc line`;
    });
  });
}

/** The name of the function that a statement exports, as a declaration or as a constant. */
function exportedFunctionOf(statement: Node): string | undefined {
  if (statement.type !== 'ExportNamedDeclaration' || !statement.declaration) return undefined;
  const { declaration } = statement;
  if (declaration.type === 'FunctionDeclaration' || declaration.type === 'TSDeclareFunction')
    return declaration.id?.name;
  if (declaration.type !== 'VariableDeclaration') return undefined;
  const [variable] = declaration.declarations;
  const isFunction =
    variable?.init?.type === 'ArrowFunctionExpression' || variable?.init?.type === 'FunctionExpression';
  return isFunction ? dottedName(variable.id) : undefined;
}

const ofTruth = /^(?:[^.]*\. )?True (?:if|where|for) /;
const truthTypes = ['TSBooleanKeyword', 'TSTypePredicate', 'TSLiteralType'];

/** True if a type is boolean, a condition of SQL, or a function, a promise or another box of one. */
function isBoolean(type: Node | undefined): boolean {
  if (type === undefined) return false;
  if (truthTypes.includes(type.type)) return true;
  if (type.type === 'TSUnionType') return type.types.some(isBoolean);
  if (type.type === 'TSParenthesizedType') return isBoolean(type.typeAnnotation);
  if (type.type === 'TSFunctionType') return isBoolean(type.returnType.typeAnnotation);
  if (type.type !== 'TSTypeReference') return false;
  return dottedName(type.typeName) === 'SQL' || (type.typeArguments?.params.some(isBoolean) ?? false);
}

/** The type that a declaration states for its result or its value; undefined where the compiler infers it. */
function statedType(node: Node): Node | undefined {
  if (node.type === 'ExportNamedDeclaration' && node.declaration) return statedType(node.declaration);
  if (node.type === 'VariableDeclaration') return node.declarations[0] && statedType(node.declarations[0]);
  if (node.type === 'VariableDeclarator')
    return (node.init ? statedType(node.init) : undefined) ?? ofAnnotation(node.id);
  if (node.type === 'TSTypeAliasDeclaration') return node.typeAnnotation;
  if ('returnType' in node && isNode(node.returnType)) return childrenOf(node.returnType)[0];
  return ofAnnotation(node);
}

const ofAnnotation = (node: Node): Node | undefined =>
  'typeAnnotation' in node && isNode(node.typeAnnotation) ? childrenOf(node.typeAnnotation)[0] : undefined;

/** A doc line that begins with "True if" belongs to a boolean; a list, a reason or a number is described as it is. */
export function truthIsBoolean(tree: Tree): string[] {
  return productFiles(tree).flatMap((path) => {
    const { comments, text } = parse(tree, path);
    const docs = comments.filter(({ value }) => value.startsWith('*') && ofTruth.test(plain(value)));
    if (docs.length === 0) return [];
    const docOf = ({ start }: Node) => docs.find(({ end }) => end < start && text.slice(end, start).trim() === '');
    return findings(tree, path, (node, around) => {
      // The outermost of the nodes that begin at one place is documented.
      if (around.at(-1)?.start === node.start || !docOf(node)) return undefined;
      const type = statedType(node);
      return type && !isBoolean(type) ? 'documents as true or false what is neither' : undefined;
    });
  });
}

const namesRefusal =
  /\bRefuses:|\b[Tt]hrows [^.;]*\b(NotFound|Forbidden|Conflict|Invalid|SignedOut|TooMany|Unavailable|Unprocessable|TooLarge)\b/;

/** Classes of refusals whose code is their own; any other takes it as its first argument. */
const codes: Record<string, string> = {
  NotFound: 'not_found',
  SignedOut: 'signed_out',
  TooMany: 'too_many_requests',
  Unavailable: 'unavailable',
};
const refusal = /^(NotFound|SignedOut|TooMany|Unavailable|Forbidden|Conflict|Invalid|Unprocessable|TooLarge)$/;

/** The code of the refusal that a statement throws; undefined for any other error, and for one that is computed. */
function thrownCode(node: Node): string | undefined {
  if (node.type !== 'ThrowStatement') return undefined;
  const { argument } = node;
  if (argument.type === 'CallExpression' && dottedName(argument.callee) === 'wrongField')
    return stringOf(argument.arguments[2]) ?? 'invalid_input';
  const name = argument.type === 'NewExpression' ? dottedName(argument.callee) : undefined;
  if (argument.type !== 'NewExpression' || name === undefined || !refusal.test(name)) return undefined;
  return codes[name] ?? stringOf(argument.arguments[0]);
}

/**
 * A refusal is named by its code, as a caller gets it: "Refuses with not_found", not "Throws" and a class. The doc line
 * of an exported function names each code that it throws itself.
 */
export function refusalsAreNamedByCode(tree: Tree): string[] {
  return productFiles(tree).flatMap((path) => {
    const { comments, lineOf, program, text } = parse(tree, path);
    const classes = comments.flatMap((comment) => {
      const [name] = namesRefusal.exec(plain(comment.value)) ?? [];
      return name === undefined ? [] : `${path}:${lineOf(comment)} says "${name}"`;
    });
    const docOf = ({ start }: Node) =>
      comments.find(({ value, end }) => value.startsWith('*') && end < start && text.slice(end, start).trim() === '');
    const unnamed = program.body.flatMap((statement) => {
      const name = exportedFunctionOf(statement);
      const doc = name === undefined ? undefined : docOf(statement)?.value;
      if (doc === undefined) return [];
      const thrown = new Set<string>();
      walk(statement, (node) => void thrown.add(thrownCode(node) ?? ''));
      const missing = [...thrown].filter((code) => code !== '' && !new RegExp(`\\b${code}\\b`).test(doc));
      return missing.map((code) => `${path}:${lineOf(statement)} refuses with ${code} in ${name}, unsaid`);
    });
    return [...classes, ...unnamed];
  });
}

const maxTitle = 100;

/** A title of a test is one sentence about one thing, so that the names of all tests are the specification. */
export function titlesAreOneSentence(tree: Tree): string[] {
  const files = [...tree.keys()].filter((path) => isTest(path) && /\.test\.tsx?$/.test(path));
  return files.flatMap((path) =>
    findings(tree, path, (node, around) => {
      const title = titleOf(node);
      if (title === undefined) return undefined;
      if (title.length > maxTitle) return `has a title of ${title.length} characters`;
      if (/[.;!?] \S/.test(title)) return 'has a title of two sentences';
      // The title of a test inside a `describe` continues that title.
      const isBegun = around.some((outer) => titleOf(outer) !== undefined);
      const begins = lateSubject.exec(`${title.slice(0, 1).toUpperCase()}${title.slice(1)}`)?.[1];
      return begins && !isBegun ? `has a title that begins with "${begins}"` : undefined;
    }),
  );
}

/** The title that a call gives a test, or a group of them, also one for each row of a table. */
function titleOf(node: Node): string | undefined {
  if (node.type !== 'CallExpression') return undefined;
  const { callee } = node;
  const made = callee.type === 'CallExpression' || callee.type === 'TaggedTemplateExpression';
  const name = made ? dottedName(callee.type === 'CallExpression' ? callee.callee : callee.tag) : dottedName(callee);
  return /^(test|describe)(\.\w+)*$/.test(name ?? '') && node.arguments.length > 1
    ? stringOf(node.arguments[0])
    : undefined;
}

const subjectForm = /^(Add|Fix|Remove|Rename|Move|Replace|Speed up|Document|Test|Refactor) \S/;
/** A merge names its content, not the branch that it came from. */
const mergeForm = /^Merge (?!(remote-tracking )?branch|pull request|tag|commit)\S/;
const maxSubject = 72;

/** A commit subject begins with one of ten verbs, a merge with Merge; each fits in a list and names no issue. */
export function unusualSubjects(subjects: readonly string[]): string[] {
  return subjects.filter(
    (subject) =>
      (!subjectForm.test(subject) && !mergeForm.test(subject)) ||
      subject.length > maxSubject ||
      /#\d|\.$/.test(subject),
  );
}

import type { Node } from 'oxc-parser';
import { allOf, among, dottedName, parse, productFiles, stringOf, walk, type Tree } from './source.ts';

const pluralEnding = /_(one|other)$/;
/** Checks of a schema that take the error as their last argument. */
const checks = /^(string|number|enum|union|uuid|url|email|date|min|max|length|regex|refine)$/;

/** The English texts of refusals and field errors by their keys. */
function errorTextsOf(tree: Tree): Map<string, string> {
  const files = [...tree].filter(([path]) => /^shared\/locales\/en\/(.+\.)?errors\.json$/.test(path));
  return new Map(files.flatMap(([, text]) => Object.entries(JSON.parse(text) as Record<string, string>)));
}

/** An unused reason is deleted, so that it is not translated. */
export function reasonsAreUsed(tree: Tree): string[] {
  const usedReasons = new Set<string>();
  for (const path of productFiles(tree)) {
    walk(parse(tree, path).program, (node) => {
      const text = stringOf(node);
      if (text !== undefined) usedReasons.add(text);
    });
  }
  return [...new Set([...errorTextsOf(tree).keys()].map((key) => key.replace(pluralEnding, '')))].filter(
    (reason) => !usedReasons.has(reason),
  );
}

/**
 * The text of a reason is in the catalogue of a feature that gives it, so that a text leads to its code; that of
 * several features may be in the catalogue of all, `errors.json`.
 */
export function reasonsAreWithTheirFeature(tree: Tree): string[] {
  const users = usersOfReasons(tree);
  return [...tree].flatMap(([path, text]) => {
    const [, catalogue] = /^shared\/locales\/en\/([\w-]+)(?:\.[\w-]+)*\.json$/.exec(path) ?? [];
    if (!catalogue || catalogue === 'program' || !path.endsWith('errors.json')) return [];
    const reasons = new Set(Object.keys(JSON.parse(text) as object).map((key) => key.replace(pluralEnding, '')));
    return [...reasons].flatMap((reason) => {
      const features = [...(users.get(reason) ?? [])].toSorted();
      const [onlyUser] = features;
      const isMisplaced = catalogue === 'errors' ? features.length === 1 : !features.includes(catalogue);
      const isWithoutFeature = onlyUser === undefined || (features.length === 1 && onlyUser === platform);
      return isMisplaced && !isWithoutFeature ? [`${path} has ${reason}, which ${features.join(', ')} gives`] : [];
    });
  });
}

/** Code that belongs to no feature, which may give any reason. */
const platform = 'platform';

/** The features that give each reason. */
function usersOfReasons(tree: Tree): Map<string, Set<string>> {
  const features = new Set(JSON.parse(tree.get('shared/features.json') ?? '[]') as string[]);
  const users = new Map<string, Set<string>>();
  for (const path of productFiles(tree)) {
    const [, folder = ''] = /^(?:server\/features|client\/src\/features|shared)\/([^/]+)\//.exec(path) ?? [];
    const feature = features.has(folder) ? folder : platform;
    walk(parse(tree, path).program, (node) => {
      const text = stringOf(node);
      if (text !== undefined) users.set(text, (users.get(text) ?? new Set()).add(feature));
    });
  }
  return users;
}

/**
 * `reasonWith` has a value for each placeholder of its text; a reason whose text has placeholders is passed in no other
 * way.
 */
export function reasonsFillTheirBlanks(tree: Tree): string[] {
  const placeholders = new Map<string, string[]>();
  for (const [key, text] of errorTextsOf(tree)) {
    const names = allOf(text, /\{\{(\w+)\}\}/g);
    if (names.length > 0) placeholders.set(key.replace(pluralEnding, ''), names);
  }
  return among(tree, productFiles(tree), (node, around) => {
    const reason = stringOf(node) ?? '';
    const parent = around.at(-1);
    const isAlone = parent?.type === 'NewExpression' && parent.arguments.length === 1;
    const isCall = parent?.type === 'CallExpression' && /^(reasonWith|reason)$/.test(dottedName(parent.callee) ?? '');
    if (!placeholders.has(reason) || !(isAlone || isCall)) return undefined;
    const [, values] = parent.arguments;
    // A value that is passed on whole is checked where it is made.
    if (values !== undefined && values.type !== 'ObjectExpression') return undefined;
    const names = values?.properties.map(nameOf) ?? [];
    const missingName = placeholders.get(reason)?.find((name) => !names.includes(name) && !names.includes('...'));
    return missingName === undefined ? undefined : `leaves {{${missingName}}} of ${reason} empty`;
  });
}

function nameOf(property: Node): string {
  if (property.type !== 'Property') return '...';
  return property.key.type === 'Identifier' ? property.key.name : (stringOf(property.key) ?? '');
}

/**
 * A schema that accepts any text as its error gets it by `reason('…')`, which the compiler checks; other types refuse
 * an unknown reason by themselves.
 */
export function schemasNameReasons(tree: Tree): string[] {
  const files = productFiles(tree).filter((path) => /^(shared|client)\//.test(path));
  const withSchemas = files.filter((path) => tree.get(path)?.includes("from 'zod'"));
  return among(tree, withSchemas, (node, around) => {
    const text = errorOf(node, around.at(-2));
    return text === undefined ? undefined : `answers "${text}", which is no reason('…')`;
  });
}

/** The error of a check, if it is a bare text; `call` is the call that gets an object of options. */
function errorOf(node: Node, call: Node | undefined): string | undefined {
  if (node.type === 'Property' && node.key.type === 'Identifier') {
    // Our own helpers are plain functions, whose options are typed.
    const isOption = call?.type === 'CallExpression' && call.callee.type === 'MemberExpression';
    return isOption && /^(error|message)$/.test(node.key.name) ? stringOf(node.value) : undefined;
  }
  if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression' || node.callee.computed)
    return undefined;
  return checks.test(node.callee.property.name) ? stringOf(node.arguments.at(-1)) : undefined;
}

import type { Node } from 'oxc-parser';
import { findings, parse, productFiles, stringOf, walk, type Tree } from './source.ts';

const homes = ['shared/kernel/errors.ts', 'shared/kernel/errors.team.ts'];
const pluralEnding = /_(one|other)$/;
/** Checks of a schema that take the error as their last argument. */
const checks = /^(string|number|enum|union|uuid|url|email|date|min|max|length|regex|refine)$/;

/** The English texts of refusals and field errors by their keys; `name` is the constant they are in. */
export function errorTextsOf(tree: Tree, name = 'errorTexts'): Map<string, string> {
  const texts = new Map<string, string>();
  const names = name === 'errorTexts' ? [name, 'teamErrorTexts'] : [name];
  for (const path of homes.filter((one) => tree.has(one))) {
    walk(parse(tree, path).program, (node) => {
      if (node.type !== 'VariableDeclarator' || node.id.type !== 'Identifier' || !names.includes(node.id.name)) return;
      if (node.init) walk(node.init, (inner) => addProperty(inner, texts));
    });
  }
  return texts;
}

function addProperty(node: Node, texts: Map<string, string>): void {
  if (node.type !== 'Property' || node.key.type !== 'Identifier') return;
  const text = stringOf(node.value);
  if (text !== undefined) texts.set(node.key.name, text);
}

/** An unused reason is deleted, so that it is not translated. */
export function reasonsAreUsed(tree: Tree): string[] {
  const used = new Set<string>();
  for (const path of productFiles(tree).filter((one) => !homes.includes(one))) {
    walk(parse(tree, path).program, (node) => {
      const text = stringOf(node);
      if (text !== undefined) used.add(text);
    });
  }
  const reasons = [...errorTextsOf(tree).keys(), ...errorTextsOf(tree, 'programErrorTexts').keys()];
  return [...new Set(reasons.map((key) => key.replace(pluralEnding, '')))].filter((reason) => !used.has(reason));
}

/**
 * Where a schema takes any text as its error, the text is named by `reason('…')`, which the compiler checks: everywhere
 * else a reason that does not exist is a type error already.
 */
export function schemasNameReasons(tree: Tree): string[] {
  const files = productFiles(tree).filter((path) => /^(shared|client)\//.test(path));
  return files
    .filter((path) => tree.get(path)?.includes("from 'zod'"))
    .flatMap((path) =>
      findings(tree, path, (node, around) => {
        const text = errorOf(node, around.at(-2));
        return text === undefined ? undefined : `answers "${text}", which is no reason('…')`;
      }),
    );
}

/** The error of a check, where that is a bare text; `call` is what an object with options is passed to. */
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

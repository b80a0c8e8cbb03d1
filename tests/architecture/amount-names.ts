import type { Node } from 'oxc-parser';
import { dottedName, parse, productFiles, walk, type Tree } from './source.ts';

/** Columns of exact decimals, and the fields of contracts that are amounts. */
const isOfAmount = /^(decimal|numeric|amountOut|positiveAmount)$/;

/** The name that a chain of calls begins with: `decimal` of `decimal('rate').notNull()`. */
function firstNameOf(node: Node): string | undefined {
  if (node.type === 'CallExpression') return firstNameOf(node.callee);
  if (node.type === 'MemberExpression') return firstNameOf(node.object);
  return dottedName(node);
}

const namesByTree = new WeakMap<Tree, ReadonlySet<string>>();

/** The names of the product's own amounts: numeric columns of its tables, and amounts in its contracts. */
export function amountNamesOf(tree: Tree): ReadonlySet<string> {
  const known = namesByTree.get(tree);
  if (known) return known;
  const names = new Set<string>();
  for (const path of productFiles(tree).filter((item) => /\.(tables|contract)\.ts$/.test(item)))
    walk(parse(tree, path).program, (node) => {
      if (node.type !== 'Property' || !isOfAmount.test(firstNameOf(node.value) ?? '')) return;
      names.add(dottedName(node.key) ?? '');
    });
  namesByTree.set(tree, names);
  return names;
}

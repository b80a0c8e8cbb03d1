import type { Node } from 'oxc-parser';
import { expect, test } from 'vitest';
import { importsOf } from './graph.ts';
import * as rules from './imports.ts';
import { childrenOf, codebase, parse, productFiles, type Tree } from './source.ts';

/** The files that compose features; besides shared/features.json no other file names an unused feature. */
const composition = [
  'server/app.ts',
  'server/background.ts',
  'server/compose.ts',
  'server/personal-data.ts',
  'server/mails/mails.ts',
  'server/mails/mails.examples.ts',
  'server/schema.ts',
  'server/take-over.ts',
  'server/demo/demo.ts',
  'shared/api.ts',
  'shared/mail/mail.texts.contract.ts',
  'client/src/app/routes.ts',
  'client/src/app/layout/Footer.tsx',
  'client/src/app/admin/AdminSlots.tsx',
  'client/src/app/admin/ExportButton.tsx',
];
const newsletterNames = /newsletter|seedSubscribers|<Subscribe|SubscriberStats/i;

/** Syntax that is removed as a whole if it names the feature; a longer list continues without it. */
function isEntry(node: Node, parent: Node | undefined): boolean {
  if (node.type === 'ImportDeclaration' || node.type === 'ExportAllDeclaration') return true;
  if (/^JSX(Element|ExpressionContainer)$/.test(node.type)) return parent?.type.startsWith('JSX') ?? false;
  if (node.type === 'Property' || node.type === 'SpreadElement') return parent?.type === 'ObjectExpression';
  return parent?.type === 'ArrayExpression';
}

const textOf = (text: string, { start, end }: Node) => text.slice(start, end);

/** The outermost entries that name the feature themselves, not through an entry inside them. */
function entriesOf(text: string, node: Node, parent?: Node): Node[] {
  if (!newsletterNames.test(textOf(text, node))) return [];
  const name = nameOf(node);
  const usesBelow =
    name && newsletterNames.test(textOf(text, name))
      ? []
      : childrenOf(node).flatMap((child) => entriesOf(text, child, node));
  if (usesBelow.length > 0 && !isCallOf(node, parent)) return usesBelow;
  return isEntry(node, parent) || isStatement(node) ? [node] : [];
}

/** The name that a property or a constant has. */
function nameOf(node: Node): Node | undefined {
  if (node.type === 'VariableDeclaration') return node.declarations[0]?.id;
  return node.type === 'Property' ? node.key : undefined;
}

const isStatement = ({ type }: Node) => type === 'ExpressionStatement' || type === 'VariableDeclaration';

/** A call in a list is one entry, with any content. */
const isCallOf = ({ type }: Node, parent: Node | undefined) =>
  type === 'CallExpression' && parent?.type === 'ArrayExpression';

/** The checkout after the newsletter's folders and its entries in the composition were removed. */
function withoutNewsletter(): Tree {
  const tree = new Map(codebase);
  for (const path of tree.keys()) {
    if (rules.placeOf(path).feature === 'newsletter' || /\/demo\.newsletter\./.test(path)) tree.delete(path);
  }
  for (const path of composition) {
    const { text, program } = parse(codebase, path);
    const entries = entriesOf(text, program).toSorted((entry, otherEntry) => otherEntry.start - entry.start);
    expect(entries.length, `${path} names the newsletter`).toBeGreaterThan(0);
    const rest = entries.reduce(
      (remaining, { start, end }) => remaining.slice(0, start) + remaining.slice(end).replace(/^,/, ''),
      text,
    );
    tree.set(path, rest);
    const { comments } = parse(tree, path);
    const code = comments.reduceRight(
      (remaining, { start, end }) => remaining.slice(0, start) + remaining.slice(end),
      rest,
    );
    // A leftover name would not compile: nothing declares it any more.
    expect(code.match(newsletterNames)?.[0], `${path} still names it`).toBeUndefined();
  }
  return tree;
}

test('a developer removes the newsletter by its folders and its lines, and no rule is broken', () => {
  const tree = withoutNewsletter();
  // An import throws when its file is gone.
  expect(productFiles(tree).flatMap((path) => importsOf(tree, path)).length).toBeGreaterThan(1000);
  const { placeOf: _placeOf, violations: _violations, ...all } = rules;
  expect(Object.entries(all).flatMap(([name, rule]) => rule(tree).map((violation) => `${name}: ${violation}`))).toEqual(
    [],
  );
  const mail = [...tree].filter(([path]) => path.startsWith('server/features/mail/') && !path.endsWith('.test.ts'));
  expect(mail.filter(([, text]) => /newsletter/i.test(text)).map(([path]) => path)).toEqual([]);
});

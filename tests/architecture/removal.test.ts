import { expect, test } from 'vitest';
import { importsOf } from './graph.ts';
import * as rules from './imports.ts';
import { codebase, productFiles, type Tree } from './source.ts';

/** Where features are put together; apart from shared/features.json no other file names a feature that nothing uses. */
const composition = [
  'server/app.ts',
  'server/background.ts',
  'server/compose.ts',
  'server/mails/mails.ts',
  'server/mails/mails.examples.ts',
  'server/schema.ts',
  'server/demo/demo.ts',
  'shared/api.ts',
  'shared/mail/mail.texts.contract.ts',
  'client/src/app/routes.ts',
  'client/src/app/layout/Footer.tsx',
  'client/src/app/admin/BlogTab.tsx',
  'client/src/app/admin/ExportButton.tsx',
];
const named = /newsletter|seedSubscribers|<Subscribe|SubscriberStats/;
const screen = /^ {2}screen\('\/newsletter[^\n]*\n(?: {4}.*\n)+ {2}\),\n/gm;

/** The checkout as it is after the newsletter's folders and its lines in the composition were removed. */
function withoutNewsletter(): Tree {
  const tree = new Map(codebase);
  for (const path of tree.keys()) {
    if (rules.placeOf(path).feature === 'newsletter' || /\/demo\.newsletter\./.test(path)) tree.delete(path);
  }
  for (const path of composition) {
    const text = tree.get(path) ?? '';
    const lines = text.replace(screen, '').split('\n');
    const rest = lines.filter((line) => !named.test(line)).join('\n');
    expect(rest, `${path} names the newsletter`).not.toBe(text);
    tree.set(path, rest);
  }
  return tree;
}

test('a developer removes the newsletter by its folders and its lines in the composition, and no rule is broken', () => {
  const tree = withoutNewsletter();
  // Reading an import throws when its file is gone.
  expect(productFiles(tree).flatMap((path) => importsOf(tree, path)).length).toBeGreaterThan(1000);
  const { placeOf: _placeOf, violations: _violations, ...all } = rules;
  expect(Object.entries(all).flatMap(([name, rule]) => rule(tree).map((found) => `${name}: ${found}`))).toEqual([]);
  const mail = [...tree].filter(([path]) => path.startsWith('server/features/mail/') && !path.endsWith('.test.ts'));
  expect(mail.filter(([, text]) => /newsletter/i.test(text)).map(([path]) => path)).toEqual([]);
});

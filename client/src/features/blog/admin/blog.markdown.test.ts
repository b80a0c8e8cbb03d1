import { expect, test } from 'vitest';
import { markText, type MarkKind } from './blog.markdown.ts';

/** The text after a mark, with the selection between bars. */
function marked(kind: MarkKind, before: string): string {
  const from = before.indexOf('|');
  const to = before.lastIndexOf('|') - 1;
  const text = before.replaceAll('|', '');
  const { put, selected, ...place } = markText(kind, { text, from, to: Math.max(from, to) });
  const after = text.slice(0, place.from) + put + text.slice(place.to);
  return `${after.slice(0, selected[0])}|${after.slice(selected[0], selected[1])}|${after.slice(selected[1])}`;
}

test.each<[kind: MarkKind, before: string, after: string]>([
  ['bold', 'a |fee| b', 'a **|fee|** b'],
  ['link', 'read |this|', 'read [this](|https://|)'],
  ['heading', 'Intro\nWh|y| so', 'Intro\n## Why|| so'],
  ['heading', '## Why||', 'Why||'],
  ['list', '|one\ntwo|', '- one\n- two||'],
  ['list', '|- one\n- two|', 'one\ntwo||'],
])('a writer marks text as %s: %j', (kind, before, after) => {
  expect(marked(kind, before)).toBe(after);
});

import { describe, expect, test } from 'vitest';
import { codebase, type Rule } from './source.ts';

/** A line of planted code names the expected finding after this mark; without text it is the line's import. */
const mark = '//!';

/**
 * Writes planted files, by path, without their marks, and lists the marked violations. An alias to a missing file gets
 * an empty one.
 */
function plant(files: Record<string, string>): { tree: Map<string, string>; marked: string[] } {
  const tree = new Map<string, string>();
  const marked: string[] = [];
  for (const [path, text] of Object.entries(files)) {
    const lines = text.split('\n').map((line) => line.split(mark).map((part) => part.trim()));
    lines.forEach(([code = '', ...sentences], index) => {
      const importedPath = /'([^']+)';?$/.exec(code)?.[1];
      marked.push(...sentences.map((sentence) => `${path}:${index + 1} ${sentence || `imports ${importedPath}`}`));
    });
    tree.set(path, lines.map(([code]) => code).join('\n'));
    for (const [, side, file] of text.matchAll(/'#(shared|server|client|tests)\/([^']+\.tsx?)'/g)) {
      const filePath = `${side === 'client' ? 'client/src' : side}/${file}`;
      if (!(filePath in files)) tree.set(filePath, '');
    }
  }
  return { tree, marked };
}

/**
 * Tries a rule on the codebase, where it must find nothing, and on planted violations, each of which it must find: a
 * rule that never finds anything would always pass. `finds` are violations that belong to no line.
 */
export function testRule(
  sentence: string,
  rule: Rule,
  files: Record<string, string>,
  expectedViolations: readonly string[] = [],
) {
  describe(sentence, () => {
    test('holds in the codebase', () => {
      expect(rule(codebase)).toEqual([]);
    });
    test('a planted violation is found', () => {
      const { tree, marked } = plant(files);
      const violations = rule(tree);
      expect(violations.toSorted()).toEqual([...marked, ...expectedViolations].toSorted());
      expect(violations).not.toEqual([]);
    });
  });
}

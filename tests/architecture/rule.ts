import { describe, expect, test } from 'vitest';
import { readTree, type Rule, type Tree } from './source.ts';

const codebase = readTree();

/** A tree small enough to read: path to text. */
export function plant(files: Record<string, string>): Tree {
  return new Map(Object.entries(files));
}

/**
 * A rule is tried on the codebase, where it must find nothing, and on planted violations, where it must find each one:
 * a rule that finds nothing anywhere would be green for ever.
 */
export function testRule(
  sentence: string,
  rule: Rule,
  planted: { files: Record<string, string>; finds: readonly string[] },
) {
  describe(sentence, () => {
    test('holds in the codebase', () => {
      expect(rule(codebase)).toEqual([]);
    });
    test('a planted violation is found', () => {
      expect(rule(plant(planted.files))).toEqual(planted.finds);
    });
  });
}

import { describe, expect, test } from 'vitest';
import { readTree, type Rule, type Tree } from './source.ts';

const house = readTree();

/** A tree small enough to read: path to text. */
export function plant(files: Record<string, string>): Tree {
  return new Map(Object.entries(files));
}

/**
 * A rule is tried on the house, where it must find nothing, and on planted breaches, where it must find each one:
 * a gate that finds nothing anywhere would be green for ever.
 */
export function gate(
  sentence: string,
  rule: Rule,
  planted: { files: Record<string, string>; finds: readonly string[] },
) {
  describe(sentence, () => {
    test('holds in the house', () => {
      expect(rule(house)).toEqual([]);
    });
    test('a planted breach is found', () => {
      expect(rule(plant(planted.files))).toEqual(planted.finds);
    });
  });
}

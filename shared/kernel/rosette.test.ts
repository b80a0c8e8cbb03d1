import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bandPath, rosettePath } from './rosette.ts';

test('the customer and the administrator see one figure for a reference', () => {
  const isSame = fc.property(fc.string(), (reference) => rosettePath(reference) === rosettePath(reference));
  expect(() => fc.assert(isSame)).not.toThrow();
});

test('neighbouring references have visibly different figures', () => {
  const shapes = Array.from({ length: 40 }, (_unused, index) => rosettePath(`LF-7K3M-Q${index}`));
  expect(new Set(shapes).size).toBe(40);
});

test('every figure is one closed line inside its box', () => {
  fc.assert(
    fc.property(fc.string(), (reference) => {
      const path = rosettePath(reference);
      const numbers = path.slice(1, -1).split(/[L ]/).map(Number);
      expect(path).toMatch(/^M[^MZ]*Z$/);
      expect(numbers.every((at) => at >= 0 && at <= 200)).toBe(true);
    }),
    { numRuns: 50 },
  );
});

test('the three lines of the band are a third of a wave apart', () => {
  expect(new Set([bandPath(0), bandPath(1), bandPath(2)]).size).toBe(3);
});

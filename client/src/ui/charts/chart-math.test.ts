import { expect, test } from 'vitest';
import { labelIndexes, maxIndexOf, peakIndexOf, percentOf, roundTop, trendOf } from './chart-math.ts';

test('an axis ends at a round figure above the highest bar', () => {
  expect([0, 0.7, 1, 13, 240, 48_200, 999_999].map(roundTop)).toEqual([1, 0.8, 1, 15, 250, 50_000, 1_000_000]);
});

test('an axis has only as many labels as fit, and always the last day', () => {
  expect(labelIndexes(7, 7)).toEqual([0, 1, 2, 3, 4, 5, 6]);
  expect(labelIndexes(30, 5)).toEqual([5, 13, 21, 29]);
  expect(labelIndexes(90, 4).at(-1)).toBe(89);
  expect(labelIndexes(1, 5)).toEqual([0]);
});

test('an empty chart has no peak and no share', () => {
  expect(maxIndexOf([0, 0])).toBe(-1);
  expect(maxIndexOf([1, 9, 3])).toBe(1);
  expect(percentOf(3, 0)).toBe(0);
  expect(percentOf(2, 3)).toBe(67);
});

test('a chart of losses alone labels the deepest, and every other one the largest gain', () => {
  expect(peakIndexOf([-5, -20, 0])).toBe(1);
  expect(peakIndexOf([-5, -20, 3])).toBe(2);
  expect(peakIndexOf([0, 0])).toBe(-1);
});

test('a chart says if its line fell, rose or stayed level over the known days', () => {
  expect(trendOf([null, 60, null, 33, null])).toEqual({ course: 'fell', first: 60, last: 33 });
  expect(trendOf([10, 40])).toEqual({ course: 'rose', first: 10, last: 40 });
  expect(trendOf([50, 47])).toEqual({ course: 'steady', first: 50, last: 47 });
  expect(trendOf([null, null])).toBeUndefined();
});

import { expect, test } from 'vitest';
import { losesItsText, sizeWithin, storedSize } from './files.rules.ts';

test.each([
  ['a screenshot of a phone', 1080, 2340, 1080, 2340],
  ['a long screenshot', 1080, 7200, 1080, 7200],
  ['a screenshot at the limit', 1080, 11_111, 1080, 11_111],
  ['a very long screenshot', 1080, 20_000, 805, 14_907],
  ['a panorama', 12_000, 2_000, 4_000, 667],
  ['a strip', 100, 40_000, 40, 16_000],
  ['a line', 40_000, 1, 4_000, 1],
])('%s of %d x %d is stored in %d x %d', (_, width, height, storedWidth, storedHeight) => {
  expect(storedSize({ width, height })).toEqual({ width: storedWidth, height: storedHeight });
});

test('a photo is reduced by its area, and never enlarged', () => {
  expect(sizeWithin({ width: 4000, height: 3000 }, 3_000_000)).toEqual({ width: 2000, height: 1500 });
  expect(sizeWithin({ width: 800, height: 600 }, 3_000_000)).toEqual({ width: 800, height: 600 });
});

test.each([
  ['a screenshot that stays as it is', { width: 1080, height: 9_000 }, { width: 1080, height: 9_000 }, false],
  ['a very long one, shown at three quarters', { width: 1080, height: 20_000 }, { width: 1080, height: 20_000 }, false],
  ['a small picture that stays as small', { width: 320, height: 480 }, { width: 320, height: 480 }, false],
  ['a photo', { width: 4000, height: 3000 }, { width: 2000, height: 1500 }, false],
  ['a strip of a whole history', { width: 720, height: 50_000 }, { width: 720, height: 50_000 }, true],
  ['one that the browser had to make smaller', { width: 1080, height: 60_000 }, { width: 288, height: 16_000 }, true],
])('the print of %s is found too small to read, or readable', (_, originalSize, sentSize, isLost) => {
  expect(losesItsText(originalSize, sentSize)).toBe(isLost);
});

import { expect, test } from 'vitest';
import { sentSize } from './files.ts';

test.each([
  ['a photo', 4000, 3000, 2000, 1500],
  ['a wide photo', 4000, 2250, 2309, 1299],
  ['a screenshot of a phone', 1080, 2340, 1080, 2340],
  ['a long screenshot', 1080, 7200, 1080, 7200],
  ['a long screenshot of a large phone', 1440, 9600, 1342, 8944],
  ['a very long screenshot', 1080, 20_000, 805, 14_907],
])('a customer whose file is too large sends %s of %d x %d in %d x %d', (_, width, height, sentWidth, sentHeight) => {
  expect(sentSize({ width, height })).toEqual({ width: sentWidth, height: sentHeight });
});

test('a photo of a document is sent larger, because its print is small', () => {
  expect(sentSize({ width: 4000, height: 3000 }, 6_750_000)).toEqual({ width: 3000, height: 2250 });
});

import { expect, test } from 'vitest';
import { sentSize } from './files.ts';

test.each([
  ['a photo', 4000, 3000, 2000, 1500],
  ['a screenshot of a phone', 1080, 2340, 1080, 2340],
  ['a long screenshot', 1080, 7200, 1080, 7200],
  ['a long screenshot of a large phone', 1440, 9600, 1080, 7200],
  ['a very long screenshot', 1080, 20_000, 805, 14_907],
])('a customer sends %s of %d x %d in %d x %d', (_, width, height, sentWidth, sentHeight) => {
  expect(sentSize({ width, height }, 2000)).toEqual({ width: sentWidth, height: sentHeight });
});

test('a picture of oneself is sent small', () => {
  expect(sentSize({ width: 3000, height: 4000 }, 512)).toEqual({ width: 384, height: 512 });
});

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { expect, onTestFinished, test } from 'vitest';
import { aScreenshot, similarPairs } from '#tests/factories/screenshots.ts';
import { openDatabase } from '#tests/setup/testbed.ts';

const database = openDatabase();

async function pairsAmong(pictures: readonly Buffer[]) {
  const folder = await mkdtemp(join(tmpdir(), 'landfall-screenshots-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const paths = pictures.map((_, at) => join(folder, `${at}`));
  await Promise.all(pictures.map((picture, at) => writeFile(paths[at] ?? '', picture)));
  return similarPairs(database, paths);
}

const layouts = [0, 1, 2, 3, 4, 5];

test('an administrator is warned of no payment that only comes from the same app as another, of 435 pairs', async () => {
  const shots = await Promise.all(
    layouts.flatMap((layout) => [0, 1, 2, 3, 4].map((item) => aScreenshot(layout, item))),
  );
  expect(await pairsAmong(shots)).toEqual([]);
}, 120_000);

test.each<[string, (shot: Sharp) => Sharp]>([
  ['saved again with few colours', (shot) => shot.jpeg({ quality: 30 })],
  ['sent at half the size', (shot) => shot.resize(360)],
  ['cropped at the top', (shot) => shot.extract({ left: 0, top: 90, width: 720, height: 1310 })],
  [
    'cropped at the sides',
    (shot) => shot.extract({ left: 20, top: 0, width: 680, height: 1400 }).jpeg({ quality: 70 }),
  ],
])(
  'a proof that was used before is found when it was %s',
  async (_how, change) => {
    for (const layout of layouts) {
      const shot = await aScreenshot(layout, 7);
      expect(await pairsAmong([shot, await change(sharp(shot)).toBuffer()])).toEqual([[0, 1]]);
    }
  },
  60_000,
);

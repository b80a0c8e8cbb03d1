import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aPictureOf, detailsOf } from '#tests/factories/pictures.ts';
import { aScreenshot, similarPairs } from '#tests/factories/screenshots.ts';
import { openDatabase } from '#tests/setup/testbed.ts';
import { reencodeImage, type ImageType } from './files.images.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'landfall-images-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const canvas = (width: number, height = width) =>
  sharp({ create: { width, height, channels: 3, background: '#006774' } });

async function redraw(bytes: Buffer, type: ImageType) {
  const [source, target, fullTarget] = ['in', 'out', 'full'].map((name) => join(folder, name)) as Paths;
  for (const path of [target, fullTarget]) await rm(path, { force: true });
  await writeFile(source, bytes);
  const { size, fullSize } = await reencodeImage({ source, type, target, fullTarget, owner: 'ann' });
  const reencodedImage = await readFile(target);
  expect(reencodedImage.length).toBe(size);
  const { mode } = await stat(target);
  const fullBytes = await readFile(fullTarget);
  expect(fullBytes.length).toBe(fullSize ?? 0);
  const fullDetails = fullSize === null ? null : await detailsOf(fullBytes);
  return { reencodedImage, details: await sharp(reencodedImage).metadata(), mode: mode & 0o777, fullDetails };
}
type Paths = [source: string, target: string, fullTarget: string];

test('a photo loses its place, time and camera', async () => {
  const photo = await canvas(60, 40)
    .withExif({ IFD0: { Copyright: 'Ada Lovelace' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  const { reencodedImage, details } = await redraw(photo, 'image/jpeg');
  expect(details).toMatchObject({ format: 'jpeg', width: 40, height: 60 });
  for (const trace of ['exif', 'orientation', 'icc', 'xmp'] as const) expect(details[trace]).toBeUndefined();
  expect(reencodedImage.includes('Ada Lovelace')).toBe(false);
});

test.each(['png', 'webp'] as const)(
  'data hidden in a picture in %s is removed, and no other user of the machine can read the file',
  async (format) => {
    const picture = await canvas(8).toFormat(format).toBuffer();
    const hiding = Buffer.concat([picture, Buffer.from('<script>alert(1)</script>')]);
    const { reencodedImage, details, mode } = await redraw(hiding, `image/${format}`);
    expect([details.format, mode]).toEqual([format, 0o600]);
    expect(reencodedImage.includes('script')).toBe(false);
  },
);

test.each([
  ['a large photo', 6000, 3000, 4000, 2000],
  ['a photo on its side', 3000, 6000, 2449, 4899],
  ['a long screenshot', 1080, 7200, 1080, 7200],
  ['a very long screenshot', 1080, 20_000, 805, 14_907],
  ['a strip', 100, 40_000, 40, 16_000],
])('%s of %d x %d is stored in %d x %d, so that its text can be read', async (_, width, height, ...stored) => {
  const { details } = await redraw(await canvas(width, height).jpeg().toBuffer(), 'image/jpeg');
  expect([details.width, details.height]).toEqual(stored);
});

test.each([
  ['a screenshot of three screens', 1080, 9_000, 'png', null],
  ['a long screenshot', 1080, 20_000, 'png', { width: 1080, height: 20_000 }],
  ['a long screenshot', 1080, 12_000, 'jpeg', { width: 1080, height: 12_000 }],
  ['a long screenshot', 400, 16_200, 'webp', { width: 400, height: 16_200 }],
  ['a photo of a document of 40 megapixels', 8_000, 5_000, 'jpeg', { width: 8_000, height: 5_000 }],
] as const)(
  '%s of %d x %d in %s has a full size without metadata if it was reduced',
  async (_, width, height, format, full) => {
    const { fullDetails, details } = await redraw(await aPictureOf(width, height, format), `image/${format}`);
    expect(fullDetails).toEqual(full && { ...full, format, traces: [] });
    expect((details.width * details.height) / 1_000_000).toBeLessThanOrEqual(12.01);
  },
);

test('a photo that was taken sideways is upright in full size too', async () => {
  // Only upright it is too wide to be shown as it was sent.
  const photo = await canvas(300, 4200).withMetadata({ orientation: 6 }).jpeg().toBuffer();
  expect((await redraw(photo, 'image/jpeg')).fullDetails).toMatchObject({ width: 4200, height: 300, traces: [] });
});

test('a small file that would expand to a huge picture is refused, also ten at once', async () => {
  const bomb = join(folder, 'bomb');
  await writeFile(bomb, await canvas(8000).png().toBuffer());
  const memoryBefore = process.memoryUsage.rss();
  const attempts = Array.from({ length: 10 }, (_, i) =>
    reencodeImage({ source: bomb, type: 'image/png', target: join(folder, `bomb-${i}`), owner: 'ann' }),
  );
  const refusal = { status: 'rejected', reason: { code: 'file_type' } };
  expect(await Promise.allSettled(attempts)).toMatchObject(attempts.map(() => refusal));
  expect((process.memoryUsage.rss() - memoryBefore) / 2 ** 20).toBeLessThan(200);
});

test('a customer reads why a broken picture is refused', async () => {
  const jpeg = await canvas(500).jpeg().toBuffer();
  const half = jpeg.subarray(0, jpeg.length / 2);
  const refusal = { code: 'file_type', message: 'We can’t read this image. Please save it again as a JPEG or PNG.' };
  await expect(redraw(half, 'image/jpeg')).rejects.toMatchObject(refusal);
  const drawing = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>');
  await expect(redraw(drawing, 'image/png')).rejects.toMatchObject(refusal);
});

describe('a proof', () => {
  const database = openDatabase();
  const pairsAmong = async (pictures: readonly Buffer[]) => {
    const paths = pictures.map((_, index) => join(folder, `shot-${index}`));
    await Promise.all(pictures.map((picture, index) => writeFile(paths[index] ?? '', picture)));
    return similarPairs(database, paths);
  };
  const layouts = [0, 1, 2, 3, 4, 5];

  test('warns no administrator of another one from the same app, in 435 pairs', async () => {
    const shots = layouts.flatMap((layout) => [0, 1, 2, 3, 4].map((item) => aScreenshot(layout, item)));
    expect(await pairsAmong(await Promise.all(shots))).toEqual([]);
  });

  test.each(layouts)(
    'is found as a copy of the screenshot of app %i: fewer colours, half the size or cropped',
    async (layout) => {
      const shot = await aScreenshot(layout, 7);
      const savedAgain = [
        sharp(shot).jpeg({ quality: 30 }),
        sharp(shot).resize(360),
        sharp(shot).extract({ left: 0, top: 90, width: 720, height: 1310 }),
        sharp(shot).extract({ left: 20, top: 0, width: 680, height: 1400 }).jpeg({ quality: 70 }),
      ];
      const pairs = await pairsAmong([shot, ...(await Promise.all(savedAgain.map((picture) => picture.toBuffer())))]);
      expect(pairs).toEqual(expect.arrayContaining(savedAgain.map((_, index) => [0, index + 1])));
    },
  );
});

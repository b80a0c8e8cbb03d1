import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { reencodeImage, type ImageType } from './files.images.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'landfall-images-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const canvas = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#006774' } });

async function redraw(bytes: Buffer, type: ImageType) {
  const [source, target] = [join(folder, 'in'), join(folder, 'out')];
  await rm(target, { force: true });
  await writeFile(source, bytes);
  const { size } = await reencodeImage({ source, type, target, owner: 'ann' });
  const reencodedImage = await readFile(target);
  expect(reencodedImage.length).toBe(size);
  return { reencodedImage, details: await sharp(reencodedImage).metadata() };
}

test('a photo keeps its kind and stands upright, and nothing says where, when or with what it was taken', async () => {
  const photo = await canvas(60, 40)
    .withExif({ IFD0: { Copyright: 'Ada Lovelace' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  const { reencodedImage, details } = await redraw(photo, 'image/jpeg');
  expect(details).toMatchObject({ format: 'jpeg', width: 40, height: 60 });
  expect([details.exif, details.orientation, details.icc, details.xmp]).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
  expect(reencodedImage.includes('Ada Lovelace')).toBe(false);
});

test.each<[ImageType, 'png' | 'webp']>([
  ['image/png', 'png'],
  ['image/webp', 'webp'],
])('what is hidden behind the picture of an %s is gone', async (type, format) => {
  const picture = await canvas(8, 8).toFormat(format).toBuffer();
  const { reencodedImage, details } = await redraw(
    Buffer.concat([picture, Buffer.from('<script>alert(1)</script>')]),
    type,
  );
  expect(details.format).toBe(format);
  expect(reencodedImage.includes('script')).toBe(false);
});

test('another user of the machine cannot read a picture that is being worked on', async () => {
  await redraw(await canvas(8, 8).png().toBuffer(), 'image/png');
  expect((await stat(join(folder, 'out'))).mode & 0o777).toBe(0o600);
});

test('a large photo is stored at most 4000 pixels wide or high', async () => {
  const { details } = await redraw(await canvas(6000, 3000).jpeg().toBuffer(), 'image/jpeg');
  expect(details).toMatchObject({ width: 4000, height: 2000 });
});

test('a small file that would unfold to a huge picture is refused, ten at once as well', async () => {
  const bomb = join(folder, 'bomb');
  await writeFile(bomb, await canvas(8000, 8000).png().toBuffer());
  const before = process.memoryUsage.rss();
  const attempts = Array.from({ length: 10 }, (_, i) =>
    reencodeImage({ source: bomb, type: 'image/png', target: join(folder, `bomb-${i}`), owner: 'ann' }),
  );
  const refusals = await Promise.allSettled(attempts);
  const codes = refusals.map((refusal) => refusal.status === 'rejected' && (refusal.reason as { code: string }).code);
  expect(codes).toEqual(attempts.map(() => 'file_type'));
  expect((process.memoryUsage.rss() - before) / 2 ** 20).toBeLessThan(200);
});

test('a broken picture is refused in words that help', async () => {
  const whole = await canvas(500, 500).jpeg().toBuffer();
  const refused = { code: 'file_type', message: 'We can’t read this image. Please save it again as a JPEG or PNG.' };
  await expect(redraw(whole.subarray(0, whole.length / 2), 'image/jpeg')).rejects.toMatchObject(refused);
  await expect(redraw(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'image/png')).rejects.toMatchObject(
    refused,
  );
});

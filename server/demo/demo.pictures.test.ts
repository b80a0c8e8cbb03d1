import { join } from 'node:path';
import { expect, test } from 'vitest';
import { reencodeImage } from '#server/features/files/files.images.ts';
import { similarPairs as proofPairs } from '#tests/factories/screenshots.ts';
import { openFolder } from '#tests/setup/folder.ts';
import { openDatabase } from '#tests/setup/testbed.ts';
import { documentPicture, stagePicture, transferPicture } from './demo.pictures.ts';
import { demoProfiles } from './demo.profiles.ts';

const database = openDatabase();
const folder = openFolder();

/** Pictures that differ in no more bits than this are taken for the same one saved again. */
const similarBits = 2;

const bitsBetween = (item: bigint, other: bigint) =>
  BigInt.asUintN(64, item ^ other)
    .toString(2)
    .replaceAll('0', '').length;

/** Pairs of pictures that the review would warn about. */
async function similarPairs(pictures: readonly string[]): Promise<number> {
  const hashes: (bigint | null)[] = [];
  for (const [index, svg] of pictures.entries()) {
    const { path: source } = await stagePicture(folder, `${index}.jpg`, svg);
    const target = join(folder, `${index}.stored`);
    const job = { source, type: 'image/jpeg', target, owner: 'demo', compared: 'whole' } as const;
    hashes.push((await reencodeImage(job)).pictureHash);
  }
  return hashes.flatMap((item, at) =>
    hashes.slice(at + 1).filter((other) => item !== null && other !== null && bitsBetween(item, other) <= similarBits),
  ).length;
}

test('an administrator of the demonstration is warned of no proof that only looks like another', async () => {
  const paths: string[] = [];
  for (let at = 0; at < 90; at += 1) paths.push((await stagePicture(folder, `${at}.jpg`, transferPicture(at))).path);
  expect(await proofPairs(database, paths)).toEqual([]);
}, 120_000);

test('an administrator of the demonstration is warned of no document that belongs to somebody else', async () => {
  for (const side of ['front', 'back', 'selfie'] as const) {
    const pictures = demoProfiles.map((profile) => documentPicture(profile, side));
    expect(new Set(pictures).size).toBe(pictures.length);
    expect(await similarPairs(pictures)).toBe(0);
  }
});

import { stat, writeFile } from 'node:fs/promises';
import type { Sharp } from 'sharp';
import type { StagedFile } from '#server/http/uploads.ts';
import { UnsupportedType } from '#server/lib/refusal.ts';
import { createFairSemaphore } from '#server/lib/semaphore.ts';
import { pieceHashes } from './files.pieces.ts';

export type ImageType = Extract<StagedFile['type'], `image/${string}`>;

const maxPixels = 40_000_000;
const maxEdge = 4_000;
const timeoutSeconds = 20;

/** Two at once, as the thread pool is shared and an image takes up to 160 MB; one of each owner, to be fair. */
const semaphore = createFairSemaphore({ maxConcurrent: 2, waiting: 60, waitingEach: 10 }, 'files_busy');

/**
 * Re-encodes an image into `target` and returns its size in bytes: upright, at most 4000 pixels a side, without
 * metadata or other data hidden in the file. Throws UnsupportedType for an invalid image or one of more than 40
 * megapixels, Unavailable when too many images wait, of `owner` or of all.
 */
export async function reencodeImage(source: string, type: ImageType, target: string, owner: string): Promise<number> {
  await semaphore(owner, async () => {
    const { default: sharp } = await import('sharp');
    sharp.cache(false);
    sharp.concurrency(1);
    const image = sharp(source, { limitInputPixels: maxPixels, failOn: 'error', pages: 1 })
      .autoOrient()
      .resize({ width: maxEdge, height: maxEdge, fit: 'inside', withoutEnlargement: true })
      .timeout({ seconds: timeoutSeconds });
    // The library writes into the existing file, whose mode stays: other users of this machine cannot read it meanwhile.
    await writeFile(target, '', { mode: 0o600 });
    try {
      await encoders[type](image).toFile(target);
    } catch (error) {
      throw refusalOf(error);
    }
  });
  return (await stat(target)).size;
}

const hashColumns = 9;
const hashRows = 8;
/** Two neighbours of the shrunken picture that differ by less are equal: what encoders add is not structure. */
const minStep = 2;
/** A picture with less structure than this is blank: its hash would mean nothing. */
const minBits = 6;

/** A 64-bit difference hash, nearly equal for the same picture saved again; null for a blank one. */
export async function pictureHash(path: string, owner: string): Promise<bigint | null> {
  return semaphore(owner, async () => wholeHash(await opened(path)));
}

/** Hashes of the pieces of text in a screenshot, or the one of a photo as a whole; null for a blank picture. */
export async function picturePieces(path: string, owner: string): Promise<bigint[] | null> {
  return semaphore(owner, async () => {
    const image = await opened(path);
    const pieces = await pieceHashes(image.clone(), await image.metadata());
    const whole = pieces ? null : await wholeHash(image);
    return pieces ?? (whole === null ? null : [whole]);
  });
}

async function opened(path: string): Promise<Sharp> {
  const { default: sharp } = await import('sharp');
  return sharp(path, { limitInputPixels: maxPixels, pages: 1 }).timeout({ seconds: timeoutSeconds });
}

async function wholeHash(image: Sharp): Promise<bigint | null> {
  const small = image.flatten({ background: 'white' }).greyscale();
  return hashOf(await small.resize({ width: hashColumns, height: hashRows, fit: 'fill' }).raw().toBuffer());
}

function hashOf(pixels: Buffer): bigint | null {
  const steps = Array.from({ length: hashRows * (hashColumns - 1) }, (_, at) => {
    const left = Math.trunc(at / (hashColumns - 1)) * hashColumns + (at % (hashColumns - 1));
    return pixels.readUInt8(left) - pixels.readUInt8(left + 1) >= minStep;
  });
  const bits = steps.filter(Boolean).length;
  if (bits < minBits) return null;
  return BigInt.asIntN(64, BigInt(`0b${steps.map((isStep) => (isStep ? '1' : '0')).join('')}`));
}

const encoders: Record<ImageType, (image: Sharp) => Sharp> = {
  'image/jpeg': (image) => image.jpeg({ quality: 86 }),
  'image/png': (image) => image.png({ compressionLevel: 7 }),
  'image/webp': (image) => image.webp({ quality: 86 }),
};

/** The library reports its errors only as text. */
function refusalOf(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  if (/no space left|quota exceeded/i.test(error.message)) return Object.assign(error, { code: 'ENOSPC' });
  if (/exceeds pixel limit/i.test(error.message)) {
    return new UnsupportedType('file_type', 'image_too_large');
  }
  return new UnsupportedType('file_type', 'image_unreadable');
}

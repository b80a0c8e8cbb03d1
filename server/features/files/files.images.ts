import { stat, writeFile } from 'node:fs/promises';
import type { OutputInfo, Sharp } from 'sharp';
import type { StagedFile } from '#server/http/uploads.ts';
import { UnsupportedType } from '#server/lib/refusal.ts';
import { createFairSemaphore } from '#server/lib/semaphore.ts';
import { maxPixels, storedSize } from '#shared/files/files.rules.ts';
import { reasonWith } from '#shared/kernel/reason.ts';
import { megapixelPixels } from '#shared/reference/units-of-size.ts';

export type ImageType = Extract<StagedFile['type'], `image/${string}`>;

const timeoutSeconds = 20;

/** Two at once, because the thread pool is shared and an image takes up to 160 MB; one of each owner, to be fair. */
const semaphore = createFairSemaphore({ maxConcurrent: 2, waiting: 60, waitingEach: 10 }, 'files_busy');

/** Method by which pictures of a purpose are compared: as a whole, or by the pieces of text on them. */
export type ComparedPart = 'whole' | 'pieces';
type ImageJob = {
  source: string;
  type: ImageType;
  target: string;
  /** Target of the full size of a picture that has to be made smaller. */
  fullTarget?: string | undefined;
  owner: string;
  compared?: ComparedPart | undefined;
};
/** Bytes of the picture as it is shown, and in full size where that is another one. */
export type PictureBytes = { size: number; fullSize: number | null };
export type PictureHashes = { pictureHash: bigint | null; picturePieces: bigint[] | null };

/**
 * Re-encodes an image into `target`: upright, at most 4000 pixels wide and 12 megapixels, without metadata;
 * `fullTarget` is never smaller. Returns size and hashes. Refuses with file_type (invalid, over 40 megapixels),
 * unavailable (too many wait).
 */
export async function reencodeImage({
  source,
  type,
  target,
  fullTarget,
  owner,
  compared,
}: ImageJob): Promise<PictureBytes & PictureHashes> {
  return semaphore(owner, async () => {
    const { default: sharp } = await import('sharp');
    sharp.cache(false);
    sharp.concurrency(1);
    // The library writes into the existing file, whose mode stays: other users of this machine cannot read it
    // meanwhile.
    await writeFile(target, '', { mode: 0o600 });
    if (fullTarget) await writeFile(fullTarget, '', { mode: 0o600 });
    const encodeImage = () =>
      sharp(source, { limitInputPixels: maxPixels, failOn: 'error', pages: 1 })
        .autoOrient()
        .timeout({ seconds: timeoutSeconds });
    try {
      const original = (await encodeImage().metadata()).autoOrient;
      const targetSize = storedSize(original);
      const { data: pixels, info } = await encodeImage().resize(targetSize).raw().toBuffer({ resolveWithObject: true });
      const openPicture: OpenPicture = ({ pixels: bytes, width, height, channels }) =>
        sharp(bytes, { raw: { width, height, channels } }).timeout({ seconds: timeoutSeconds });
      const picture = { ...info, pixels };
      // Runs both at once, so that a busy event loop delays them together and not one after the other.
      const [, hashes] = await Promise.all([
        encoders[type](openPicture(picture)).toFile(target),
        hashesOf(picture, openPicture, compared),
      ]);
      const isSmaller = targetSize.width < original.width || targetSize.height < original.height;
      if (fullTarget && isSmaller) await fullEncoders[type](encodeImage()).toFile(fullTarget);
      const fullSize = fullTarget && isSmaller ? (await stat(fullTarget)).size : null;
      return { size: (await stat(target)).size, fullSize, ...hashes };
    } catch (error) {
      throw refusalOf(error);
    }
  });
}

async function hashesOf(
  picture: Picture,
  openPicture: OpenPicture,
  comparedPart: ComparedPart | undefined,
): Promise<PictureHashes> {
  const noHashes = { pictureHash: null, picturePieces: null };
  if (comparedPart === undefined) return noHashes;
  if (comparedPart === 'whole') return { ...noHashes, pictureHash: await hashOfPicture(openPicture(picture)) };
  // Enlarging a picture costs more than all other steps, and most small pictures are photos without a line of text.
  const greyPicture = Math.min(picture.width, picture.height) < side ? lumaOf(picture) : undefined;
  const pieces = greyPicture && linesOf(greyPicture).length === 0 ? undefined : await pieceHashes(picture, openPicture);
  if (pieces) return { ...noHashes, picturePieces: pieces };
  const wholeHash = await hashOfPicture(openPicture(greyPicture ?? picture));
  return { ...noHashes, picturePieces: wholeHash === null ? null : [wholeHash] };
}

const hashColumns = 9;
const hashRows = 8;
/** Two neighbours of the shrunken picture that differ by less are equal: what encoders add is not structure. */
const minStep = 2;
/** A picture with less structure than this is blank: its hash would mean nothing. */
const minBits = 6;

/** A 64-bit difference hash, nearly equal for the same picture saved again; null for a blank one. */
async function hashOfPicture(image: Sharp): Promise<bigint | null> {
  const smallImage = await rawOf(image.resize({ width: hashColumns, height: hashRows, fit: 'fill' }));
  return hashOf(lumaOf(smallImage).pixels);
}

function hashOf(pixels: Buffer): bigint | null {
  const steps = Array.from({ length: hashRows * (hashColumns - 1) }, (_, index) => {
    const pixelIndex = Math.trunc(index / (hashColumns - 1)) * hashColumns + (index % (hashColumns - 1));
    return pixels.readUInt8(pixelIndex) - pixels.readUInt8(pixelIndex + 1) >= minStep;
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
/**
 * The closest coding of 40 megapixels would hold them in memory twice, or take ten seconds, for a twentieth of the
 * bytes.
 */
const fullEncoders: typeof encoders = {
  ...encoders,
  'image/jpeg': (image) => image.jpeg({ quality: 86, optimiseCoding: false }),
  'image/webp': (image) => image.webp({ quality: 86, effort: 1 }),
};

/** The library reports its errors only as text. */
function refusalOf(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  if (/no space left|quota exceeded/i.test(error.message)) return Object.assign(error, { code: 'ENOSPC' });
  if (/exceeds pixel limit/i.test(error.message)) {
    return new UnsupportedType('file_type', reasonWith('image_too_large', { max: maxPixels / megapixelPixels }));
  }
  return new UnsupportedType('file_type', 'image_unreadable');
}

/** Shorter side, in pixels, of the picture that is read. */
const side = 600;
/** Maximum ratio of the sides: a longer strip is no screenshot of a payment. */
const maxRatio = 6;
/** Two neighbouring pixels that differ by more are ink; a row with fewer such places is empty. */
const inkStep = 16;
const minInk = 3;
const minHeight = 8;
const maxHeight = 90;
/** Width of a piece as a multiple of its height: about six letters. */
const aspect = 4;
const columns = 16;
const rows = 4;
/** A cell is darker than the next one if they differ by this share of the contrast. */
const minContrast = 0.06;
/** A picture with fewer pieces is a photo, not a screenshot with text. */
const minPieces = 8;

type Picture = { pixels: Buffer } & Pick<OutputInfo, 'width' | 'height' | 'channels'>;
type OpenPicture = (picture: Picture) => Sharp;
type Box = { left: number; right: number; top: number; bottom: number };
type Piece = { height: number; hash: bigint };

/**
 * Hashes of the text pieces of a screenshot, tallest first; undefined without enough text. They contain no position and
 * no size, so a resized or cropped copy has equal hashes, and another payment others.
 */
async function pieceHashes(picture: Picture, openPicture: OpenPicture): Promise<bigint[] | undefined> {
  if (Math.max(picture.width / picture.height, picture.height / picture.width) > maxRatio) return undefined;
  const greyPicture = await greyOf(
    openPicture(picture).resize({ width: side, height: side, fit: 'outside' }).blur(0.8),
  );
  const pieces = linesOf(greyPicture).flatMap((line) =>
    wordsOf(greyPicture, line).flatMap((word) => piecesOf(greyPicture, word)),
  );
  if (pieces.length < minPieces) return undefined;
  return pieces.toSorted((a, b) => b.height - a.height).map(({ hash }) => hash);
}

/** Scaling uses linear light, in which a dotted colour is as light as a plain one. */
async function greyOf(image: Sharp): Promise<Picture> {
  return rawOf(image.flatten({ background: 'white' }).greyscale());
}

async function rawOf(image: Sharp): Promise<Picture> {
  const { data: pixels, info } = await image.raw().toBuffer({ resolveWithObject: true });
  return { ...info, pixels };
}

/** A picture on white as its luma by ITU-R BT.601, at a tenth of the cost. */
function lumaOf({ pixels, width, height, channels }: Picture): Picture {
  const luma = Buffer.allocUnsafe(width * height);
  const [green, blue] = channels < 3 ? [0, 0] : [1, 2];
  const hasAlpha = channels % 2 === 0;
  for (let at = 0, from = 0; at < luma.length; at += 1, from += channels) {
    const r = pixels[from] ?? 0;
    const g = pixels[from + green] ?? 0;
    const b = pixels[from + blue] ?? 0;
    const alpha = hasAlpha ? (pixels[from + channels - 1] ?? 0) : 255;
    luma[at] = 255 + (((r * 77 + g * 150 + b * 29) / 256 - 255) * alpha) / 255;
  }
  return { pixels: luma, width, height, channels: 1 };
}

/** True if a box has that many dark pixels. */
function hasInk({ pixels, width }: Picture, { left, right, top, bottom }: Box, atLeast = 1): boolean {
  let count = 0;
  for (let y = top; y < bottom; y += 1) {
    let previousPixel = pixels[y * width + left] ?? 0;
    for (let at = y * width + left + 1; at <= y * width + right; at += 1) {
      const nextPixel = pixels[at] ?? 0;
      if (Math.abs(previousPixel - nextPixel) >= inkStep) count += 1;
      if (count >= atLeast) return true;
      previousPixel = nextPixel;
    }
  }
  return false;
}

/** The runs of positions that fulfil `test`; gaps up to `gap` do not end one. */
function runs(from: number, to: number, gap: number, test: (at: number) => boolean): [number, number][] {
  const matches: [number, number][] = [];
  for (let at = from; at < to; at += 1) {
    if (!test(at)) continue;
    const lastRun = matches.at(-1);
    if (lastRun && at - lastRun[1] <= gap) lastRun[1] = at + 1;
    else matches.push([at, at + 1]);
  }
  return matches;
}

function linesOf(greyPicture: Picture): Box[] {
  const right = greyPicture.width - 1;
  return runs(0, greyPicture.height, 0, (y) => hasInk(greyPicture, { left: 0, right, top: y, bottom: y + 1 }, minInk))
    .filter(([top, bottom]) => bottom - top >= minHeight && bottom - top <= maxHeight)
    .map(([top, bottom]) => ({ left: 0, right, top, bottom }));
}

/** Splits a line at gaps wider than its height; each piece has its own upper and lower edge. */
function wordsOf(greyPicture: Picture, line: Box): Box[] {
  const hasColumn = (x: number) => hasInk(greyPicture, { ...line, left: x, right: x + 1 });
  return runs(0, line.right, line.bottom - line.top, hasColumn).flatMap(([left, right]) => {
    const hasRow = (y: number) => hasInk(greyPicture, { left, right, top: y, bottom: y + 1 });
    const inkedRuns = runs(line.top, line.bottom, line.bottom, hasRow);
    return inkedRuns.map(([top, bottom]) => ({ left, right: right + 1, top, bottom }));
  });
}

function piecesOf(greyPicture: Picture, { left, right, top, bottom }: Box): Piece[] {
  const width = right - left;
  const height = bottom - top;
  if (height < minHeight || width < height * 1.2) return [];
  const count = Math.max(1, Math.round(width / (aspect * height)));
  const edgeOfPiece = (index: number) => left + (width * index) / count;
  return Array.from({ length: count }, (_, index) => ({
    height,
    hash: hashOfPiece(greyPicture, { left: edgeOfPiece(index), right: edgeOfPiece(index + 1), top, bottom }),
  }));
}

/** 64 bits: where the piece is darker than to the right of it. */
function hashOfPiece(greyPicture: Picture, { left, right, top, bottom }: Box): bigint {
  const cells = Array.from({ length: rows * (columns + 1) }, (_, index) => {
    const row = Math.trunc(index / (columns + 1));
    const column = index % (columns + 1);
    const x = (part: number) => left + ((right - left) * part) / (columns + 1);
    const y = (part: number) => top + ((bottom - top) * part) / rows;
    return meanOf(greyPicture, { left: x(column), right: x(column + 1), top: y(row), bottom: y(row + 1) });
  });
  const contrast = (Math.max(...cells) - Math.min(...cells)) * minContrast;
  const bits = cells.flatMap((cell, index) => {
    if (index % (columns + 1) === columns) return [];
    return cell > (cells[index + 1] ?? cell) + contrast ? '1' : '0';
  });
  return BigInt.asIntN(64, BigInt(`0b${bits.join('')}`));
}

/** The mean of a box whose edges may run through pixels. */
function meanOf({ pixels, width, height }: Picture, box: Box): number {
  let sum = 0;
  let area = 0;
  for (let y = Math.trunc(box.top); y < Math.min(box.bottom, height); y += 1) {
    const coveredHeight = Math.min(y + 1, box.bottom) - Math.max(y, box.top);
    for (let x = Math.trunc(box.left); x < Math.min(box.right, width); x += 1) {
      const share = coveredHeight * (Math.min(x + 1, box.right) - Math.max(x, box.left));
      sum += (pixels[y * width + x] ?? 0) * share;
      area += share;
    }
  }
  return area === 0 ? 0 : sum / area;
}

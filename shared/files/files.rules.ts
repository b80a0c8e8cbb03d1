import { megabyteBytes } from '#shared/reference/units-of-size.ts';

/** Largest size of one uploaded file in bytes; the server refuses more, and the browser says so before it is sent. */
export const maxFileBytes = 10 * megabyteBytes;

/** Width and height in pixels. */
export type PictureSize = { width: number; height: number };

/** A larger picture is refused before it is decoded. */
export const maxPixels = 40_000_000;
const maxWidth = 4_000;
/** A screenshot of 1,080 pixels is stored as it is up to a height of 11,111. */
const maxArea = 12_000_000;
/** WebP allows no longer side. */
const maxSide = 16_000;
/** Print on a phone's screenshot is too small to read if the shorter side is below this. */
const minReadable = 540;

/** Days after the decision until the full size of a picture is deleted; the shown picture stays. */
export const fullSizeDays = 7;

/**
 * The size that a picture is stored in: limited by its width and its area, so that a long screenshot stays readable.
 */
export function storedSize({ width, height }: PictureSize): PictureSize {
  return scaledBy(
    { width, height },
    Math.min(maxWidth / width, maxSide / height, Math.sqrt(maxArea / (width * height))),
  );
}

/** The size of a picture scaled down to at most this many pixels; never enlarged. */
export function sizeWithin({ width, height }: PictureSize, pixels: number): PictureSize {
  return scaledBy({ width, height }, Math.sqrt(pixels / (width * height)));
}

/** True if a picture sent in this size is stored with print too small to read, and was larger before. */
export function losesItsText(original: PictureSize, sentSize: PictureSize): boolean {
  const shownSize = storedSize(sentSize);
  return shownSize.width < original.width && Math.min(shownSize.width, shownSize.height) < minReadable;
}

function scaledBy({ width, height }: PictureSize, factor: number): PictureSize {
  const scale = Math.min(1, factor);
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

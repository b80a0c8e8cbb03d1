import { losesItsText, maxPixels, sizeWithin, storedSize, type PictureSize } from '#shared/files/files.rules.ts';

export type FileKind = 'image' | 'imageOrPdf' | 'photo' | 'document';

const mimes: Record<FileKind, readonly string[]> = {
  image: ['image/jpeg', 'image/png', 'image/webp'],
  imageOrPdf: ['image/jpeg', 'image/png', 'image/webp', 'application/pdf'],
  photo: ['image/jpeg', 'image/png'],
  document: ['image/jpeg', 'image/png', 'application/pdf'],
};

/** The value of an input's `accept`. */
export const acceptOf = (kind: FileKind): string => mimes[kind].join(',');

/** The reason why a file would be refused, checked before the upload; the server checks the content again. */
export function fileProblem(file: File, kind: FileKind, maxBytes: number): 'type' | 'size' | 'empty' | undefined {
  if (!mimes[kind].includes(file.type)) return 'type';
  if (file.size === 0) return 'empty';
  return file.size > maxBytes ? 'size' : undefined;
}

export type FileProblem = NonNullable<ReturnType<typeof fileProblem>> | 'broken' | 'heic';

/** Number of pixels of a photo that is sent, usually 2,000 by 1,500. */
const photoPixels = 3_000_000;

type ChosenFile = {
  file: File;
  /** True if the reduced picture is too small to read its print. */
  isTooSmall: boolean;
};

/**
 * A chosen file in the form in which it can be sent, or the reason why not. A picture that is too large or of an
 * unusual type becomes a JPEG, in the size of `sentSize`.
 */
export async function takeFile(
  file: File,
  kind: FileKind,
  maxBytes: number,
  pixels = photoPixels,
): Promise<ChosenFile | { problem: FileProblem }> {
  const problem = fileProblem(file, kind, maxBytes);
  const isForeign = isHeic(file);
  if (problem === 'empty' || (problem === 'type' && !isForeign)) return { problem };
  if (!isForeign && !file.type.startsWith('image/')) return problem ? { problem } : { file, isTooSmall: false };
  const bitmap = await decode(file);
  if (!bitmap) return { problem: isForeign ? 'heic' : 'broken' };
  const sentPicture = isSentUnchanged(file, bitmap) && !problem ? bitmap : sentSize(bitmap, pixels);
  const isTooSmall = losesItsText(bitmap, sentPicture);
  const smallerPicture = problem && (await toJpeg(bitmap, file, pixels));
  bitmap.close();
  if (!problem) return { file, isTooSmall };
  return smallerPicture && smallerPicture.size <= maxBytes ? { file: smallerPicture, isTooSmall } : { problem };
}

/** A photo as iPhones store it; some systems name no type for it. */
const isHeic = ({ name, type }: File): boolean => /^image\/hei[cf]$/.test(type) || /\.hei[cf]$/i.test(name);

/**
 * Converts a picture to an upright JPEG in the size that is sent; leaves it unchanged if it is unreadable or small, or
 * would grow.
 */
export async function shrinkImage(file: File, pixels = photoPixels): Promise<File> {
  return preparePicture(file, pixels, () => false);
}

/**
 * Prepares a picture for a review: a photo as by `shrinkImage`, a screenshot unchanged, since the server stores it in
 * full size.
 */
export async function imageForReview(file: File, pixels = photoPixels): Promise<File> {
  return preparePicture(file, pixels, isSentUnchanged);
}

async function preparePicture(file: File, pixels: number, isUnchanged: typeof isSentUnchanged): Promise<File> {
  const bitmap = file.type.startsWith('image/') ? await decode(file) : undefined;
  // Not decodable by this browser: the server checks whether it is an image at all.
  if (!bitmap) return file;
  const smallerPicture = isUnchanged(file, bitmap) ? undefined : await toJpeg(bitmap, file, pixels);
  bitmap.close();
  return smallerPicture && smallerPicture.size < file.size ? smallerPicture : file;
}

async function decode(file: File): Promise<ImageBitmap | undefined> {
  try {
    return await createImageBitmap(file, { imageOrientation: 'from-image' });
  } catch {
    return undefined;
  }
}

/** No camera takes taller pictures: they are screenshots, whose print is as small as on a phone. */
const longRatio = 1.85;
const isLong = ({ width, height }: PictureSize) => Math.max(width, height) > longRatio * Math.min(width, height);

function isSentUnchanged({ type }: Pick<File, 'type'>, size: PictureSize): boolean {
  return (type === 'image/png' || isLong(size)) && size.width * size.height <= maxPixels;
}

/**
 * The size in which a picture that is too large is sent: a photo by its area, a long screenshot as it would be stored.
 */
export function sentSize(size: PictureSize, pixels = photoPixels): PictureSize {
  return isLong(size) ? storedSize(size) : sizeWithin(size, pixels);
}

async function toJpeg(bitmap: ImageBitmap, { name, lastModified }: File, pixels: number): Promise<File | undefined> {
  const { width, height } = sentSize(bitmap, pixels);
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.85));
  return blob ? new File([blob], `${name.replace(/\.\w+$/, '')}.jpg`, { type: 'image/jpeg', lastModified }) : undefined;
}

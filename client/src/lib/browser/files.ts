export type FileKind = 'image' | 'imageOrPdf' | 'photo' | 'document';

const mimes: Record<FileKind, readonly string[]> = {
  image: ['image/jpeg', 'image/png', 'image/webp'],
  imageOrPdf: ['image/jpeg', 'image/png', 'image/webp', 'application/pdf'],
  photo: ['image/jpeg', 'image/png'],
  document: ['image/jpeg', 'image/png', 'application/pdf'],
};

/** The value of an input's `accept`. */
export const acceptOf = (kind: FileKind): string => mimes[kind].join(',');

/** Why a file would be refused, checked before the upload; the server checks the content again. */
export function fileProblem(file: File, kind: FileKind, maxBytes: number): 'type' | 'size' | 'empty' | undefined {
  if (!mimes[kind].includes(file.type)) return 'type';
  if (file.size === 0) return 'empty';
  return file.size > maxBytes ? 'size' : undefined;
}

export type FileProblem = NonNullable<ReturnType<typeof fileProblem>> | 'broken' | 'heic';

/** A chosen file as it can be sent, or why not. A picture too large or unusual becomes a JPEG, as `sentSize` says. */
export async function takeFile(
  file: File,
  kind: FileKind,
  maxBytes: number,
  maxSidePx = 2000,
): Promise<{ file: File } | { problem: FileProblem }> {
  const problem = fileProblem(file, kind, maxBytes);
  const isForeign = isHeic(file);
  if (problem === 'empty' || (problem === 'type' && !isForeign)) return { problem };
  if (!isForeign && !file.type.startsWith('image/')) return problem ? { problem } : { file };
  const bitmap = await decode(file);
  if (!bitmap) return { problem: isForeign ? 'heic' : 'broken' };
  const smaller = problem && (await toJpeg(bitmap, file, maxSidePx));
  bitmap.close();
  if (!problem) return { file };
  return smaller && smaller.size <= maxBytes ? { file: smaller } : { problem };
}

/** A photo as iPhones store it; some systems name no type for it. */
const isHeic = ({ name, type }: File): boolean => /^image\/hei[cf]$/.test(type) || /\.hei[cf]$/i.test(name);

/** A picture as upright JPEG in the size that is sent; what cannot be read, is small or would grow stays as it is. */
export async function shrinkImage(file: File, maxSidePx = 2000): Promise<File> {
  const bitmap = file.type.startsWith('image/') ? await decode(file) : undefined;
  // Not decodable by this browser: the server checks whether it is an image at all.
  if (!bitmap) return file;
  const smaller = await toJpeg(bitmap, file, maxSidePx);
  bitmap.close();
  return smaller && smaller.size < file.size ? smaller : file;
}

async function decode(file: File): Promise<ImageBitmap | undefined> {
  try {
    return await createImageBitmap(file, { imageOrientation: 'from-image' });
  } catch {
    return undefined;
  }
}

/** Below this share of the longest side allowed, the shorter side of a long screenshot would not be readable. */
const minShorter = 0.54;
/** A phone cannot draw larger pictures. */
const maxPixels = 12_000_000;

/** The size that a picture is sent in: a photo by its longer side; a long screenshot by its shorter one, and its area. */
export function sentSize(
  { width, height }: Pick<ImageBitmap, 'width' | 'height'>,
  maxSidePx: number,
): { width: number; height: number } {
  const bySides = Math.max(maxSidePx / Math.max(width, height), (maxSidePx * minShorter) / Math.min(width, height));
  const scale = Math.min(1, bySides, Math.sqrt(maxPixels / (width * height)));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

async function toJpeg(bitmap: ImageBitmap, { name, lastModified }: File, maxSidePx: number): Promise<File | undefined> {
  const { width, height } = sentSize(bitmap, maxSidePx);
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.85));
  return blob ? new File([blob], `${name.replace(/\.\w+$/, '')}.jpg`, { type: 'image/jpeg', lastModified }) : undefined;
}

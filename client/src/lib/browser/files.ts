export type FileKind = 'image' | 'imageOrPdf' | 'photo' | 'document';

const mimes: Record<FileKind, readonly string[]> = {
  image: ['image/jpeg', 'image/png', 'image/webp'],
  imageOrPdf: ['image/jpeg', 'image/png', 'image/webp', 'application/pdf'],
  photo: ['image/jpeg', 'image/png'],
  document: ['image/jpeg', 'image/png', 'application/pdf'],
};

/** The value of an input's `accept`. */
export function acceptOf(kind: FileKind): string {
  return mimes[kind].join(',');
}

/** Why a file would be refused, checked before the upload; the server checks the content again. */
export function fileProblem(file: File, kind: FileKind, maxBytes: number): 'type' | 'size' | 'empty' | undefined {
  if (!mimes[kind].includes(file.type)) return 'type';
  if (file.size === 0) return 'empty';
  return file.size > maxBytes ? 'size' : undefined;
}

/**
 * A photo of at most `longestPx` on its longer side as JPEG, upright: a phone's 8 MB become some 400 KB. What
 * cannot be read here, is small already or would grow is left as it is.
 */
export async function shrinkImage(file: File, maxSidePx = 2000): Promise<File> {
  if (!file.type.startsWith('image/')) return file;
  let bitmap: ImageBitmap;
  try {
    bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' });
  } catch {
    return file; // Not decodable by this browser: the server will say whether it is an image at all.
  }
  const scale = Math.min(1, maxSidePx / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(bitmap.width * scale);
  canvas.height = Math.round(bitmap.height * scale);
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.85));
  if (!blob || blob.size >= file.size) return file;
  return new File([blob], file.name.replace(/\.\w+$/, '') + '.jpg', {
    type: 'image/jpeg',
    lastModified: file.lastModified,
  });
}

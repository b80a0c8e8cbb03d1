import { useCallback } from 'react';

/** The ref of an `<img>` that shows these bytes. They stay in this tab: their URL is revoked with it. */
export function useBlobImage(blob: Blob | undefined) {
  return useCallback(
    (image: HTMLImageElement | null) => {
      if (!image || !blob) return undefined;
      const url = URL.createObjectURL(blob);
      image.src = url;
      return () => URL.revokeObjectURL(url);
    },
    [blob],
  );
}

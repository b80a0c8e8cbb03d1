export const stagedTypes = ['image/jpeg', 'image/png', 'image/webp', 'application/pdf'] as const;

/** A file that arrived with the request: on disk for as long as the request lasts, not trusted beyond its type. */
export type StagedFile = {
  path: string;
  /** As the sender called it: NFC text without control characters, never part of a path. */
  originalName: string;
  /** In bytes. */
  size: number;
  /** Decided from the content. */
  type: (typeof stagedTypes)[number];
  /** SHA-256 of the bytes as sent. */
  sentHash: Buffer;
};

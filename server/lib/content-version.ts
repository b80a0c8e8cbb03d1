import { createHash } from 'node:crypto';

/** 22 characters that differ wherever the content differs, for ETags. */
export function contentVersion(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('base64url').slice(0, 22);
}

import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';

/** 22 characters that differ wherever the content differs. */
export function contentVersion(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('base64url').slice(0, 22);
}

/** Gives the answer this tag. True when the caller has it already: then 304 is the whole answer. */
export function isKnown(request: IncomingMessage, response: ServerResponse, tag: string): boolean {
  response.setHeader('ETag', tag);
  const known = request.headers['if-none-match'];
  // A CDN that compresses an answer weakens its tag.
  return known !== undefined && known.split(',').some((part) => strong(part.trim()) === strong(tag));
}

const strong = (tag: string) => tag.replace(/^W\//, '');

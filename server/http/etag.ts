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

/**
 * Lets a CDN or a caching proxy answer with this for `seconds`, and twice that long while it revalidates (RFC 9213,
 * RFC 5861); browsers revalidate each time and get 304. Only for public content. `variesBy` names the request's headers
 * that it depends on.
 */
export function allowSharedCache(response: ServerResponse, seconds: number, variesBy: readonly string[] = []): void {
  response.setHeader('Cache-Control', `public, max-age=0, must-revalidate, s-maxage=${seconds}`);
  response.setHeader('CDN-Cache-Control', `public, max-age=${seconds}, stale-while-revalidate=${2 * seconds}`);
  response.setHeader('Vary', ['Accept-Encoding', ...variesBy].join(', '));
}

/** Takes that back, for an answer that turns out to be a refusal. */
export function denySharedCache(response: ServerResponse): void {
  if (!response.hasHeader('CDN-Cache-Control')) return;
  response.removeHeader('CDN-Cache-Control');
  response.setHeader('Cache-Control', 'no-store');
}

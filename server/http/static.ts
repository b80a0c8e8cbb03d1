import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { clientDir } from '../paths.ts';

type StaticFile = { type: string; etag: string; cacheControl: string; plain: Buffer; br?: Buffer; gzip?: Buffer };
type Encoding = 'br' | 'gzip';
type Next = () => void;

const types: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};
/** Stands in pages for the address of this site, which the build does not know. */
const addressMark = '%PUBLIC_URL%';
/** Keeps pages readable without a network; where it is missing, browsers forget what they kept. */
const worker = '/sw.js';
const compressedEndings = ['.br', '.gz'];

/**
 * Serves the built client from memory (a few MB, compressed at build time), so that no path of a request ever
 * touches the disk. A page address answers its own page where the build made one, else index.html; anything unknown goes
 * to `next`. Pages name this site's own address (`publicUrl`) to search engines and previews of links.
 */
export function serveClient(folder = clientDir, publicUrl = '', { offlineReading = true } = {}) {
  const files = existsSync(folder) ? readFiles(folder, publicUrl) : new Map<string, StaticFile>();
  // Pages that find no worker take back what they kept.
  if (!offlineReading) files.delete(worker);
  return (request: IncomingMessage, response: ServerResponse, next: Next) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return next();
    const path = pathOf(request);
    const file = path === '/' ? undefined : files.get(path);
    if (file) return send(request, response, file);
    const page = files.get(`${path.replace(/\/$/, '')}/index.html`) ?? files.get('/index.html');
    return page && wantsPage(request, path) ? send(request, response, page) : next();
  };
}

/** A browser names HTML; a monitor or curl takes anything, and gets the page where the address is no file's. */
function wantsPage({ headers }: IncomingMessage, path: string): boolean {
  if (/^\/(api|ws|assets)(\/|$)/.test(path)) return false;
  const accept = headers.accept || '*/*';
  return accept.includes('text/html') || (accept.includes('*/*') && !/[.%]/.test(path));
}

function send(request: IncomingMessage, response: ServerResponse, file: StaticFile): void {
  response.setHeader('Content-Type', file.type);
  response.setHeader('Cache-Control', file.cacheControl);
  response.setHeader('ETag', file.etag);
  response.setHeader('Vary', 'Accept-Encoding');
  if (request.headers['if-none-match'] === file.etag) {
    response.writeHead(304).end();
    return;
  }
  const encoding = bestEncoding(request, file);
  const body = (encoding && file[encoding]) ?? file.plain;
  if (encoding) response.setHeader('Content-Encoding', encoding);
  response.writeHead(200, { 'Content-Length': body.length });
  response.end(request.method === 'HEAD' ? undefined : body);
}

function bestEncoding(request: IncomingMessage, file: StaticFile): Encoding | undefined {
  const accepted = request.headers['accept-encoding'] ?? '';
  const order: Encoding[] = ['br', 'gzip'];
  return order.find(
    (encoding) => file[encoding] && new RegExp(`\\b${encoding}\\b(?!\\s*;\\s*q=0(\\.0*)?\\s*(,|$))`).test(accepted),
  );
}

function pathOf({ url = '/' }: IncomingMessage): string {
  const path = url.split(/[?#]/, 1)[0] ?? '/';
  try {
    return decodeURIComponent(path);
  } catch {
    return path; // Malformed escapes name no file of ours.
  }
}

function readFiles(folder: string, publicUrl: string): Map<string, StaticFile> {
  const found = new Map<string, StaticFile>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const address = path.slice(folder.length).replaceAll('\\', '/');
    const ours = address.includes('/.') || compressedEndings.includes(extname(address));
    if (entry.isFile() && !ours) found.set(address, readFile(path, publicUrl));
  }
  return found;
}

function readFile(path: string, publicUrl: string): StaticFile {
  const ending = extname(path);
  const built = readFileSync(path);
  const isAddressed = ending === '.html' && built.includes(addressMark);
  const plain = isAddressed ? Buffer.from(built.toString().replaceAll(addressMark, publicUrl)) : built;
  const twin = (suffix: string) => (existsSync(path + suffix) ? readFileSync(path + suffix) : undefined);
  return {
    type: types[ending] ?? 'application/octet-stream',
    etag: `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`,
    cacheControl: cacheControlOf(path, ending),
    plain,
    br: isAddressed ? brotliCompressSync(plain) : twin('.br'),
    gzip: isAddressed ? gzipSync(plain) : twin('.gz'),
  };
}

function cacheControlOf(path: string, ending: string): string {
  // The page names the current assets, so it is always asked for; an asset's name changes with its content.
  if (ending === '.html') return 'no-store';
  if (path.endsWith(worker)) return 'no-cache';
  return /[\\/]assets[\\/]/.test(path) ? 'public, max-age=31536000, immutable' : 'public, max-age=3600';
}

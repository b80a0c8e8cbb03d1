import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gunzip, gzip } from 'node:zlib';
import { allowSharedCache, contentVersion, isKnown } from '#server/http/reply.ts';
import { clientDir } from '../../env/paths.ts';

export type StaticFile = {
  type: string;
  etag: string;
  cacheControl: string;
  br?: Buffer;
  /** Seconds for which a CDN may answer with it, and the headers that it depends on; absent where no CDN may. */
  shared?: { seconds: number; variesBy: readonly string[] };
  // A file of the build is kept only in its compressed forms, because few clients accept no compression.
} & ({ plain: Buffer; gzip?: Buffer } | { plain?: undefined; gzip: Buffer });
type Encoding = 'br' | 'gzip';

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
/** Caches pages for offline use; where it is missing, browsers clear that cache. */
const worker = '/sw.js';
const compressedEndings = ['.br', '.gz'];
/** Brotli quality, at most 11: most of the gain in a few milliseconds. */
const compressionQuality = 6;
const inBrotli = promisify(brotliCompress);
const inGzip = promisify(gzip);
const unzip = promisify(gunzip);

const builds = new Map<string, Map<string, StaticFile>>();

/** The built client in memory, read once, so that no request touches the disk; empty without a build. */
export function readClient(folder = clientDir, { offlineReading = true } = {}): ReadonlyMap<string, StaticFile> {
  const loading = builds.get(folder) ?? (existsSync(folder) ? readFiles(folder) : new Map<string, StaticFile>());
  builds.set(folder, loading);
  // Pages that find no worker clear their cache.
  return offlineReading ? loading : new Map([...loading].filter(([path]) => path !== worker));
}

/**
 * Sends a file in the best encoding the caller accepts, or 304 where it has this version; `status` is for error pages.
 */
export function sendStatic(request: IncomingMessage, response: ServerResponse, file: StaticFile, status = 200): void {
  response.setHeader('Content-Type', file.type);
  response.setHeader('Cache-Control', file.cacheControl);
  response.setHeader('Vary', 'Accept-Encoding');
  if (file.shared) allowSharedCache(response, file.shared.seconds, file.shared.variesBy);
  if (isKnown(request, response, file.etag)) {
    response.writeHead(304).end();
    return;
  }
  const encoding = bestEncoding(request, file);
  if (encoding) response.setHeader('Content-Encoding', encoding);
  const end = (body: Buffer) => {
    response.writeHead(status, { 'Content-Length': body.length });
    response.end(request.method === 'HEAD' ? undefined : body);
  };
  const encodedBody = encoding ? file[encoding] : file.plain;
  if (encodedBody) end(encodedBody);
  else if (file.gzip) unzip(file.gzip).then(end, (error: Error) => response.destroy(error));
}

function bestEncoding(request: IncomingMessage, file: StaticFile): Encoding | undefined {
  const acceptedHeader = request.headers['accept-encoding'] ?? '';
  const order: Encoding[] = ['br', 'gzip'];
  return order.find(
    (encoding) =>
      file[encoding] && new RegExp(`\\b${encoding}\\b(?!\\s*;\\s*q=0(\\.0*)?\\s*(,|$))`).test(acceptedHeader),
  );
}

/** The path a request names, without its query. */
export function pathOf({ url = '/' }: IncomingMessage): string {
  const path = url.split(/[?#]/, 1)[0] ?? '/';
  try {
    return decodeURIComponent(path);
  } catch {
    return path; // No file of ours has a name with a malformed escape.
  }
}

function readFiles(folder: string): Map<string, StaticFile> {
  const staticFiles = new Map<string, StaticFile>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const address = path.slice(folder.length).replaceAll('\\', '/');
    const isSkipped = address.includes('/.') || compressedEndings.includes(extname(address));
    if (entry.isFile() && !isSkipped) staticFiles.set(address, readFile(path));
  }
  return staticFiles;
}

/**
 * A text that is made at run time, such as a page; browsers ask for it each time. zlib's own threads compress it: 70 KB
 * would hold up all other answers for 2 ms.
 */
export async function staticFileOf(text: string, type: string, shared?: StaticFile['shared']): Promise<StaticFile> {
  const bytes = Buffer.from(text);
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: compressionQuality,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  };
  const [br, gzipped] = await Promise.all([inBrotli(bytes, { params }), inGzip(bytes)]);
  return { type, etag: etagOf(bytes), cacheControl: 'no-store', plain: bytes, br, gzip: gzipped, shared };
}

const etagOf = (plain: Buffer): string => `"${contentVersion(plain)}"`;

function readFile(path: string): StaticFile {
  const extension = extname(path);
  const bytes = readFileSync(path);
  const readCompressed = (suffix: string) => (existsSync(path + suffix) ? readFileSync(path + suffix) : undefined);
  const zipped = readCompressed('.gz');
  return {
    type: types[extension] ?? 'application/octet-stream',
    etag: etagOf(bytes),
    cacheControl: cacheControlOf(path, extension),
    br: readCompressed('.br'),
    ...(zipped ? { gzip: zipped } : { plain: bytes }),
  };
}

function cacheControlOf(path: string, extension: string): string {
  // The page names the current assets, so it is always asked for; an asset's name changes with its content.
  if (extension === '.html') return 'no-store';
  if (path.endsWith(worker)) return 'no-cache';
  return /[\\/]assets[\\/]/.test(path) ? 'public, max-age=31536000, immutable' : 'public, max-age=3600';
}

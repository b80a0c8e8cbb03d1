import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { languageTagsOf } from '#server/http/request.ts';
import { readJsonFile } from '#server/lib/json-file.ts';
import type { Log } from '#server/lib/log.ts';
import {
  notFoundPath,
  type CallApi,
  type PageAssets,
  type PageKind,
  type PageRenderer,
  type Preferences,
} from '#shared/kernel/ssr.ts';
import { clientDir } from '../env/paths.ts';
import { createPageCache } from '../http/serving/page-cache.ts';
import { pathOf, readClient, sendStatic, staticFileOf, type StaticFile } from '../http/serving/static.ts';
import { TooMany } from '../lib/refusal.ts';

type Next = (error?: unknown) => void;

export type PagesDeps = {
  log: Pick<Log, 'error'>;
  publicUrl: string;
  env?: { offlineReading: boolean; apiDocs: boolean };
  /** Calls the API for the data of a page, as a visitor would; null where it is not found. */
  callApi: CallApi;
  /** The version of what all pages show: none that was rendered under another one is sent. */
  version: () => unknown;
  /** Counts a rendering. Rejects with TooMany when this caller has asked for too many. */
  count: (request: IncomingMessage) => Promise<void>;
};

type PageRequest = PageKind & { path: string; search: string; preferences: Preferences };
type Page = { file: StaticFile; status: number; isPrivate?: boolean };
type Redirect = { location: string };

const pageType = 'text/html; charset=utf-8';
const emptyPage = '/index.html';
/** Any address whose page the browser renders. */
const clientOnlyPath = '/dashboard';
/** A page for search engines, the same for all readers of a language; cached as long as by the server. */
const sharedCaching = { seconds: 10, variesBy: ['Accept-Language', 'Cookie'] };

/**
 * Serves the built client: files from memory, pages rendered in the visitor's language by the client's own code
 * (`.ssr/renderer.js`). An address that is no page answers 404 with its page; anything else goes to `next`.
 */
export function serveClient(deps: PagesDeps, folder = clientDir) {
  const files = readClient(folder, deps.env);
  const index = readIndex(folder);
  const pageFor = index && pages(deps, folder, index);
  return (request: IncomingMessage, response: ServerResponse, next: Next): void => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return next();
    const path = pathOf(request);
    const file = path === '/' || path === emptyPage ? undefined : files.get(path);
    if (file) return sendStatic(request, response, file);
    if (!pageFor || (path !== emptyPage && !wantsPage(request, path))) return next();
    pageFor(request).then((answer) => send(request, response, answer), next);
  };
}

/** The inline scripts of pages, as a content security policy names them. */
export function inlineScriptsIn(folder = clientDir): string[] {
  const script = inlineScriptIn(readIndex(folder));
  return script ? [`'sha256-${createHash('sha256').update(script).digest('base64')}'`] : [];
}

/** The page of the build; empty without one. */
function readIndex(folder: string): string {
  const path = join(folder, 'index.html');
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
}

/**
 * A browser accepts HTML by name; a monitor or curl accepts anything, and gets the page where the address is no file's.
 */
function wantsPage({ headers }: IncomingMessage, path: string): boolean {
  if (/^\/(api|ws|assets)(\/|$)/.test(path)) return false;
  const accept = headers.accept || '*/*';
  return accept.includes('text/html') || (accept.includes('*/*') && !/[.%]/.test(path));
}

function send(request: IncomingMessage, response: ServerResponse, answer: Page | Redirect): void {
  if ('file' in answer) {
    if (answer.isPrivate) {
      response.setHeader('Referrer-Policy', 'no-referrer');
      response.setHeader('X-Robots-Tag', 'noindex');
    }
    return sendStatic(request, response, answer.file, answer.status);
  }
  response.writeHead(308, { Location: answer.location, 'Cache-Control': 'no-store', 'Content-Length': 0 }).end();
}

function pages(deps: PagesDeps, folder: string, index: string): (request: IncomingMessage) => Promise<Page | Redirect> {
  const shellFor = shells(index);
  const program = join(folder, '.ssr', 'renderer.js');
  if (!existsSync(program)) return () => shellFor();
  // The renderer is loaded with the first page: programs that serve no pages do without.
  let loading: Promise<PageRenderer> | undefined;
  let assets: PageAssets | undefined;
  const cache = createPageCache<Page>();
  let version = deps.version();
  return async (request) => {
    let lastRequest: PageRequest | undefined;
    try {
      const now = deps.version();
      if (version !== now) cache.clear();
      version = now;
      loading ??= import(pathToFileURL(program).href).then((module: { renderer: PageRenderer }) => module.renderer);
      const renderer = await loading;
      assets ??= pageAssets(folder, index);
      const files = assets;
      const pageRequest = pageRequestOf(request, renderer);
      lastRequest = pageRequest;
      if (pageRequest.canonical !== pageRequest.path) return { location: pageRequest.canonical + pageRequest.search };
      const render = () => renderPage(deps, renderer, files, pageRequest);
      const count = () => deps.count(request);
      const page = pageRequest.isPrivate
        ? await cache.freshPage(count, render)
        : await cache.pageOf(
            [pageRequest.name, pageRequest.preferences.language, pageRequest.preferences.currency].join(' '),
            count,
            render,
          );
      return page ?? (await shellFor(pageRequest));
    } catch (error) {
      // The browser renders the page itself, as it does wherever a user is signed in.
      if (!(error instanceof TooMany)) {
        const path = lastRequest?.isPrivate ? lastRequest.name : pathOf(request);
        deps.log.error({ err: error, path }, 'a page could not be rendered');
      }
      return shellFor(lastRequest);
    }
  };
}

/** Returns the page without rendered content, for builds without a renderer and while the server renders nothing. */
export function shellText(index: string, isForSearch: boolean): string {
  return isForSearch ? index : index.replace('</title>', '</title>\n    <meta name="robots" content="noindex" />');
}

/** The page that the browser renders itself. Search engines that run scripts may still index what is meant for them. */
function shells(index: string): (kind?: PageKind) => Promise<Page> {
  const forSearch = staticFileOf(shellText(index, true), pageType);
  const hiddenShell = staticFileOf(shellText(index, false), pageType);
  return async (kind) => ({
    file: await (kind?.isForSearch ? forSearch : hiddenShell),
    status: kind?.name === notFoundPath ? 404 : 200,
    isPrivate: kind?.isPrivate === true,
  });
}

function pageRequestOf(request: IncomingMessage, renderer: PageRenderer): PageRequest {
  const [url = '/'] = (request.url ?? '/').split('#', 1);
  const [requestedPath = '/'] = url.split('?', 1);
  // The page that a browser caches for offline use: it belongs to no address.
  const path = requestedPath === emptyPage ? clientOnlyPath : requestedPath;
  const search = url.slice(requestedPath.length);
  const kind = renderer.kindOf(path, search);
  const { language, currency } = renderer.preferencesOf(
    languageTagsOf(request.headers['accept-language']),
    /\bselectedLanguage=([a-z]{2})\b/.exec(request.headers.cookie ?? '')?.[1],
  );
  return { ...kind, path, search, preferences: { language, currency: kind.showsCurrency ? currency : null } };
}

async function renderPage(
  { callApi, publicUrl }: PagesDeps,
  renderer: PageRenderer,
  assets: PageAssets,
  { name, path, search, preferences, isForSearch, isPrivate }: PageRequest,
): Promise<Page> {
  const page = await renderer.render({
    path: name === notFoundPath ? notFoundPath : path,
    search,
    preferences,
    callApi,
    publicUrl,
    assets,
  });
  const isPublic = isForSearch && page.status === 200;
  return {
    file: await staticFileOf(page.html, pageType, isPublic ? sharedCaching : undefined),
    status: page.status,
    isPrivate,
  };
}

const chunks = z.record(z.string(), z.object({ file: z.string(), imports: z.array(z.string()).optional() }));
const moduleFiles = z.record(z.string(), z.array(z.string()));

/**
 * Reads from the build which files a page names: its head from the built index.html, the rest from Vite's manifests.
 */
function pageAssets(folder: string, index: string): PageAssets {
  const manifest = readJsonFile(join(folder, '.vite', 'manifest.json'), chunks);
  const filesByModule = readJsonFile(join(folder, '.vite', 'ssr-manifest.json'), moduleFiles);
  const keyOf = new Map(Object.entries(manifest).map(([key, { file }]) => [`/${file}`, key]));
  // A page has its own title.
  const head =
    /<head>([\s\S]*)<\/head>/
      .exec(index)?.[1]
      ?.replace(/<title>.*<\/title>/, '')
      .trim() ?? '';
  return {
    head,
    filesOf: (modules) => {
      const names = Object.keys(filesByModule).filter((name) => modules.some((suffix) => name.endsWith(suffix)));
      const files = names.flatMap((name) => filesByModule[name] ?? []).filter((file) => file.endsWith('.js'));
      const keys = files.flatMap((file) => keyOf.get(file) ?? []);
      // The head requests the files that it names already.
      return [...closureOf(manifest, keys)].map((file) => `/${file}`).filter((file) => !head.includes(file));
    },
  };
}

/** The inline script of the page: it runs before the first paint. */
function inlineScriptIn(index: string): string {
  return /<script>([\s\S]*?)<\/script>/.exec(index)?.[1] ?? '';
}

function closureOf(manifest: z.output<typeof chunks>, keys: readonly string[]): Set<string> {
  const files = new Set<string>();
  const visitModule = (key: string): void => {
    const chunk = manifest[key];
    if (!chunk || files.has(chunk.file)) return;
    files.add(chunk.file);
    chunk.imports?.forEach(visitModule);
  };
  keys.forEach(visitModule);
  return files;
}

import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { wrongPath, type Ask, type DrawnPage, type Drawer, type Taste } from '#shared/kernel/drawing.ts';
import type { Log } from '#server/log.ts';
import { clientDir } from '../paths.ts';
import { languageTagsOf } from './language.ts';
import { pageText, shellText } from './page-text.ts';
import { moduleFinder, type FilesOf } from './page-modules.ts';
import { madeFile, pathOf, readClient, sendStatic, type StaticFile } from './static.ts';

type Next = (error?: unknown) => void;

export type PagesDeps = {
  log: Pick<Log, 'error'>;
  publicUrl: string;
  env?: { offlineReading: boolean };
  /** Answers what a page shows, as a visitor would be answered; null where there is nothing of that kind. */
  ask: Ask;
  /** Stands for what all pages say: none that was drawn under another one is handed out. */
  edition: () => unknown;
  /** Counts a page that costs more than memory. Rejects when this caller has asked for too many. */
  count: (request: IncomingMessage) => Promise<void>;
};

type Wish = { path: string; search: string; taste: Taste; name: string; asksFor: 'little' | 'much' };
type Page = { file: StaticFile; status: number };
type Kept = { page: Promise<DrawnPage & { file: StaticFile }>; until: number };

/** Rates move every minute; a burst of visitors costs one drawing. */
const keepMs = 10_000;
const mostKept = 300;
const pageType = 'text/html; charset=utf-8';
const emptyPage = '/index.html';
/** Any address whose page the browser draws. */
const undrawnPath = '/dashboard';
/** A page is drawn in the visitor's language. */
const vary = 'Accept-Encoding, Accept-Language, Cookie';

/**
 * Serves the built client: files from memory, and pages drawn by the client's own code (`drawer.js` of the build), in
 * the visitor's language, with what search engines and previews are told. An address that is no page answers 404 with
 * the page that says so. Anything else goes to `next`.
 */
export function serveClient(deps: PagesDeps, folder = clientDir) {
  const files = readClient(folder, deps.env);
  const index = files.get('/index.html');
  const pageFor = index && pages(deps, folder, index.plain.toString());
  return (request: IncomingMessage, response: ServerResponse, next: Next): void => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return next();
    const path = pathOf(request);
    const file = path === '/' || path === emptyPage ? undefined : files.get(path);
    if (file) return sendStatic(request, response, file);
    if (!pageFor || (path !== emptyPage && !wantsPage(request, path))) return next();
    pageFor(request).then((page) => sendStatic(request, response, page.file, page.status), next);
  };
}

/** The scripts that stand in pages themselves, as a content security policy names them. */
export function inlineScriptsIn(folder = clientDir): string[] {
  const path = join(folder, 'index.html');
  const html = existsSync(path) ? readFileSync(path, 'utf8') : '';
  const scripts = [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, script = '']) => script);
  return scripts.map((script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`);
}

/** A browser names HTML; a monitor or curl takes anything, and gets the page where the address is no file's. */
function wantsPage({ headers }: IncomingMessage, path: string): boolean {
  if (/^\/(api|ws|assets)(\/|$)/.test(path)) return false;
  const accept = headers.accept || '*/*';
  return accept.includes('text/html') || (accept.includes('*/*') && !/[.%]/.test(path));
}

function pages(deps: PagesDeps, folder: string, index: string): (request: IncomingMessage) => Promise<Page> {
  const shell: Page = { file: madeFile(shellText(index), pageType), status: 200 };
  const program = join(folder, '.drawing', 'drawer.js');
  if (!existsSync(program)) return () => Promise.resolve(shell);
  // Read when the first page is asked for: programs that serve no pages do without.
  let loading: Promise<Drawer> | undefined;
  const filesOf = moduleFinder(folder);
  const kept = new Map<string, Kept>();
  let edition = deps.edition();
  return async (request) => {
    try {
      const now = deps.edition();
      if (edition !== now) kept.clear();
      edition = now;
      loading ??= import(pathToFileURL(program).href).then((module: { drawer: Drawer }) => module.drawer);
      const drawer = await loading;
      const wish = wishOf(request, drawer);
      return await keptPage(kept, wish, async () => {
        if (wish.asksFor === 'much') await deps.count(request);
        return drawPage(deps, drawer, index, filesOf, wish);
      });
    } catch (error) {
      // The browser draws the page itself, as it does wherever a person is signed in.
      deps.log.error({ err: error, path: pathOf(request) }, 'a page could not be drawn');
      return shell;
    }
  };
}

function wishOf(request: IncomingMessage, drawer: Drawer): Wish {
  const [path = '/', search = ''] = (request.url ?? '/').split('#', 1)[0]?.split(/(?=\?)/, 2) ?? [];
  const taste = drawer.tasteOf(
    languageTagsOf(request.headers['accept-language']),
    /\bselectedLanguage=([a-z]{2})\b/.exec(request.headers.cookie ?? '')?.[1],
  );
  // The page that a browser keeps for reading without a network: no address's own.
  return { path, search, taste, ...drawer.kindOf(path === emptyPage ? undrawnPath : path, search) };
}

function keptPage(kept: Map<string, Kept>, { name, taste }: Wish, draw: () => Kept['page']): Kept['page'] {
  const key = [name, taste.language, taste.currency].join(' ');
  const known = kept.get(key);
  if (known && known.until > performance.now()) return known.page;
  kept.delete(key);
  const oldest = kept.keys().next().value;
  if (kept.size >= mostKept && oldest !== undefined) kept.delete(oldest);
  const page = draw();
  kept.set(key, { page, until: performance.now() + keepMs });
  page.catch(() => kept.delete(key));
  return page;
}

async function drawPage(deps: PagesDeps, drawer: Drawer, index: string, filesOf: FilesOf, wish: Wish): Kept['page'] {
  const { ask, publicUrl } = deps;
  const path = wish.name === wrongPath ? wrongPath : wish.path === emptyPage ? undrawnPath : wish.path;
  const page = await drawer.draw({ path, search: wish.search, taste: wish.taste, ask, publicUrl });
  const text = pageText(index, page, publicUrl, filesOf(page.modules));
  return { ...page, file: madeFile(text, pageType, vary) };
}

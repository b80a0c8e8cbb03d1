import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { wrongPath, type Ask, type Drawer, type PageKind, type Taste } from '#shared/kernel/drawing.ts';
import type { Log } from '#server/log.ts';
import { clientDir } from '../paths.ts';
import { languageTagsOf } from './language.ts';
import { createPageCache } from './page-cache.ts';
import { pageText, shellText } from './page-text.ts';
import { moduleFinder, type FilesOf } from './page-modules.ts';
import { TooMany } from './refusal.ts';
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
  /** Counts a rendering. Rejects with TooMany when this caller has asked for too many. */
  count: (request: IncomingMessage) => Promise<void>;
};

type Wish = PageKind & { path: string; search: string; taste: Taste };
type Page = { file: StaticFile; status: number };
type Redirect = { location: string };

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
    pageFor(request).then((answer) => send(request, response, answer), next);
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

function send(request: IncomingMessage, response: ServerResponse, answer: Page | Redirect): void {
  if ('file' in answer) return sendStatic(request, response, answer.file, answer.status);
  response.writeHead(308, { Location: answer.location, 'Cache-Control': 'no-store', 'Content-Length': 0 }).end();
}

function pages(deps: PagesDeps, folder: string, index: string): (request: IncomingMessage) => Promise<Page | Redirect> {
  const shellFor = shells(index);
  const program = join(folder, '.drawing', 'drawer.js');
  if (!existsSync(program)) return () => shellFor();
  // Read when the first page is asked for: programs that serve no pages do without.
  let loading: Promise<Drawer> | undefined;
  const filesOf = moduleFinder(folder);
  const cache = createPageCache<Page>();
  let edition = deps.edition();
  return async (request) => {
    let wish: Wish | undefined;
    try {
      const now = deps.edition();
      if (edition !== now) cache.clear();
      edition = now;
      loading ??= import(pathToFileURL(program).href).then((module: { drawer: Drawer }) => module.drawer);
      const drawer = await loading;
      const asked = wishOf(request, drawer);
      wish = asked;
      if (asked.canonical !== asked.path) return { location: asked.canonical + asked.search };
      const page = await cache.pageOf(
        [asked.name, asked.taste.language, asked.taste.currency].join(' '),
        () => deps.count(request),
        () => renderPage(deps, drawer, index, filesOf, asked),
      );
      return page ?? (await shellFor(asked));
    } catch (error) {
      // The browser renders the page itself, as it does wherever a person is signed in.
      if (!(error instanceof TooMany)) {
        deps.log.error({ err: error, path: pathOf(request) }, 'a page could not be rendered');
      }
      return shellFor(wish);
    }
  };
}

/** The page that the browser renders itself. Search engines that run scripts may still index what is meant for them. */
function shells(index: string): (kind?: PageKind) => Promise<Page> {
  const forSearch = madeFile(shellText(index, true), pageType);
  const hidden = madeFile(shellText(index, false), pageType);
  return async (kind) => ({
    file: await (kind?.isForSearch ? forSearch : hidden),
    status: kind?.name === wrongPath ? 404 : 200,
  });
}

function wishOf(request: IncomingMessage, drawer: Drawer): Wish {
  const [url = '/'] = (request.url ?? '/').split('#', 1);
  const [asked = '/'] = url.split('?', 1);
  // The page that a browser keeps for reading without a network: no address's own.
  const path = asked === emptyPage ? undrawnPath : asked;
  const search = url.slice(asked.length);
  const kind = drawer.kindOf(path, search);
  const { language, currency } = drawer.tasteOf(
    languageTagsOf(request.headers['accept-language']),
    /\bselectedLanguage=([a-z]{2})\b/.exec(request.headers.cookie ?? '')?.[1],
  );
  return { ...kind, path, search, taste: { language, currency: kind.showsCurrency ? currency : null } };
}

async function renderPage(
  { ask, publicUrl }: PagesDeps,
  drawer: Drawer,
  index: string,
  filesOf: FilesOf,
  { name, path, search, taste }: Wish,
): Promise<Page> {
  const page = await drawer.draw({ path: name === wrongPath ? wrongPath : path, search, taste, ask, publicUrl });
  const text = pageText(index, page, publicUrl, filesOf(page.modules));
  return { file: await madeFile(text, pageType, vary), status: page.status };
}

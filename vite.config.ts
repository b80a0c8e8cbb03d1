import { existsSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin, type Rolldown } from 'vite';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/**
 * Preloads the Latin font file and no other: the rest is fetched when a text needs it.
 * The hashed file name is only known once the bundle is built, hence a plugin and not a line in index.html.
 */
function preloadLatinFont(): Plugin {
  return {
    name: 'preload-latin-font',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        const font = Object.keys(bundle ?? {}).find((name) => /geologica-latin-shrp-normal.*\.woff2$/.test(name));
        if (!font) return [];
        const attrs = { rel: 'preload', href: `/${font}`, as: 'font', type: 'font/woff2', crossorigin: '' };
        return [{ tag: 'link', attrs, injectTo: 'head' as const }];
      },
    },
  };
}

/** Inlines the script that runs before the first paint: a request of its own would delay every first visit. */
function inlineBeforePaint(): Plugin {
  return {
    name: 'inline-before-paint',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: async (html) => {
        const script = await readFile(here('client/public/before-paint.js'), 'utf8');
        const short = script.replace(/^\s*(\/\/|\/\*\*).*$/gm, '').replace(/\n\s*/g, '\n');
        return html.replace('<script src="/before-paint.js"></script>', () => `<script>${short.trim()}</script>`);
      },
    },
  };
}

/** The edits that `slimRouter` makes in the package; each must match at least once. */
const routerEdits: readonly (readonly [RegExp, string])[] = [
  [/ENABLE_DEV_WARNINGS = true/g, 'ENABLE_DEV_WARNINGS = false'],
  [/^\w+\.displayName = ".*";$/gm, ''],
  [/= (React\d*\.(?:forwardRef|createContext|memo)\()/g, '= /* @__PURE__ */ $1'],
];

/**
 * Makes react-router lighter by 2 KB, without which the first load is over its limit: the package's `exports` lead to
 * the development build alone, and the `displayName` that each component gets after it is made keeps those in the
 * bundle that no screen uses, such as forms. A release of the package whose text is another fails the build.
 */
function slimRouter(): Plugin {
  const missingRouterEdits = new Set(routerEdits);
  return {
    name: 'slim-router',
    apply: 'build',
    transform: {
      filter: { id: /node_modules[\\/]react-router[\\/]dist/ },
      handler(code) {
        const edited = routerEdits.reduce((text, edit) => {
          if (text.search(edit[0]) >= 0) missingRouterEdits.delete(edit);
          return text.replace(...edit);
        }, code);
        return { code: edited, map: null };
      },
    },
    buildEnd(error) {
      const [first] = missingRouterEdits;
      if (!error && first) this.error(`react-router has no ${String(first[0])} any more: slimRouter in vite.config.ts`);
    },
  };
}

/** The tables that name the file of each screen. */
const tablesOfScreens = ['routes.ts', 'admin/screens.ts', 'admin/AdminRoutes.tsx', 'admin/AdminSlots.tsx'];
/** The server renders these with the texts that they show: they are hydrated without waiting for others. */
const serverRendered = /[\\/](Landing|Blog|Article|Contact|Privacy|Terms|Offer)Page\.tsx$/;
const staticImport = /^(?:import|export)\s+(?!type\b)(?:[^'";]*?\sfrom\s+)?'([^']+)'/gm;

/** The files of the client that a file imports by this pattern. */
function importsIn(path: string, text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)]
    .map(([, name = '']) =>
      name.startsWith('#client/')
        ? here(name.replace('#', './').replace('client/', 'client/src/'))
        : resolve(dirname(path), name),
    )
    .filter((file) => /\.tsx?$/.test(file) && existsSync(file));
}

/** The namespaces of all texts that a screen may show, with everything that is loaded together with it. */
function textsOf(screen: string): string[] {
  const matches = new Set<string>();
  const seen = new Set<string>();
  const visit = (path: string) => {
    if (seen.has(path)) return;
    seen.add(path);
    const text = readFileSync(path, 'utf8');
    for (const [, named = ''] of text.matchAll(/\buseTranslation\(([^)]*)\)/g))
      for (const [, namespace = ''] of named.matchAll(/'([^']+)'/g))
        // Refusals come when they are needed; only who lists their texts beside others has to wait for them.
        if (namespace !== 'errors' || named.trim().startsWith('[')) matches.add(namespace);
    for (const file of importsIn(path, text, staticImport)) visit(file);
  };
  visit(screen);
  // The team's texts are shown to the team alone.
  const isTeam = /[\\/]admin[\\/]/.test(screen);
  return [...matches].filter((namespace) => isTeam || !namespace.startsWith('admin'));
}

/**
 * Lets each screen export the namespaces of its texts, which `lazyScreen` fetches before it shows the screen. Texts
 * that are fetched only when an answer needs them hide the whole screen for a moment, and take the focus from what is
 * typed into.
 */
function textsWithScreens(): Plugin {
  const screens = new Set<string>();
  return {
    name: 'texts-with-screens',
    buildStart() {
      for (const table of tablesOfScreens) {
        const path = here(`./client/src/app/${table}`);
        const namedImports = importsIn(path, readFileSync(path, 'utf8'), /\bimport\('([^']+)'\)/g);
        for (const screen of namedImports) if (!serverRendered.test(screen)) screens.add(screen);
      }
    },
    transform: {
      filter: { id: /client[\\/]src[\\/].*\.tsx$/ },
      handler(code, id) {
        if (!screens.has(id)) return null;
        return { code: `${code}\nexport const texts = ${JSON.stringify(textsOf(id))};\n`, map: null };
      },
    },
  };
}

/**
 * Preloads the imports of a screen together with it instead of one after the other. The list of them is part of the
 * first load and grows with every screen, so it contains only the screens on the way from the home page to an order.
 */
function preloadCustomerScreens(file: string, imports: string[], { hostType }: { hostType: 'html' | 'js' }): string[] {
  const customerScreens = /\/(Landing|Login|Register|Verify|Dashboard|Sell|Orders)Page-/;
  // Stylesheets in the list are loaded, not just preloaded: without them a screen would have no styles.
  return hostType === 'html' || customerScreens.test(file) ? imports : imports.filter((name) => name.endsWith('.css'));
}

const client = {
  // A font inlined as data: would need a looser font-src than 'self'.
  assetsInlineLimit: 0,
  manifest: true,
  // Lists the chunk of each module: the manifest names only the entry module of each chunk.
  ssrManifest: true,
  // Every supported browser (AbortSignal.any) preloads modules natively.
  modulePreload: { polyfill: false, resolveDependencies: preloadCustomerScreens },
  rolldownOptions: {
    output: {
      // The entry chunk names all others: a screen by its name, a shared chunk by its hash alone. Hashes do not
      // compress, so they have the fewest characters that the bundler allows for this number of chunks.
      chunkFileNames: ({ isDynamicEntry }: { isDynamicEntry: boolean }) =>
        isDynamicEntry ? 'assets/[name]-[hash:7].js' : 'assets/[hash:7].js',
      // The modules of every screen in one chunk, which stays in the browser's cache across releases.
      codeSplitting: {
        groups: [
          {
            name: 'vendor',
            priority: 5,
            tags: ['$initial' as const],
            test: /node_modules[\\/](react|react-dom|scheduler|react-router|react-router-dom|@tanstack|clsx)[\\/]/,
          },
          // Dozens of chunks of a few hundred bytes would each cost a response and compress separately.
          { name: 'shell', priority: 4, tags: ['$initial' as const], test: /./ },
          { name: 'home', priority: 3, test: /[\\/](LandingPage|SellCalculator|BelowTheFold)\.tsx$/ },
          // All refusals of a language are in one file, so that the sentence of any feature is there.
          { name: errorsOf, debugName: 'errors', priority: 3, test: /errors\.json$/ },
          // The chat would load what the tables of all screens share for this one hook.
          { name: 'media', priority: 3, test: /[\\/]useMediaQuery\.ts$/ },
          { name: sharedGroupOf, debugName: 'shared', priority: 2, minShareCount: 8 },
          { name: 'tools', priority: 1, test: /[\\/]HelpDock\.tsx$/ },
        ],
      },
    },
  },
};
/** True if `id`, or a module it reaches along `direction`, has a name that matches `wanted`. */
function reaches(
  id: string,
  wanted: RegExp,
  direction: 'importers' | 'importedIds',
  graph: Rolldown.ChunkingContext,
  seen = new Set<string>(),
): boolean {
  if (wanted.test(id)) return true;
  if (seen.has(id)) return false;
  seen.add(id);
  const next = graph.getModuleInfo(id)?.[direction] ?? [];
  return next.some((item) => reaches(item, wanted, direction, graph, seen));
}

/**
 * The chunk of a module that many screens share: a sale took 58 chunks, most of them smaller than a response costs. The
 * chat has chunks of its own, because it opens on any page; so do forms, whose libraries an article does without.
 */
function sharedGroupOf(id: string, graph: Rolldown.ChunkingContext): string | null {
  if (id.endsWith('.json')) return null;
  if (reaches(id, /[\\/]HelpPanels\.tsx$/, 'importers', graph)) return 'chat-shared';
  if (reaches(id, /node_modules[\\/](zod|react-hook-form)[\\/]/, 'importedIds', graph)) return 'forms';
  return 'common';
}

/** The chunk of a language's refusals. */
function errorsOf(id: string): string {
  return `errors-${/locales[\\/](\w+)[\\/]/.exec(id)?.[1] ?? ''}`;
}

/** All screens as one module for server-side rendering. */
const ssrBuild = {
  ssr: true,
  copyPublicDir: false,
  rolldownOptions: { input: here('client/src/app/ssr.entry.tsx'), output: { entryFileNames: 'renderer.js' } },
};

export default defineConfig(({ isSsrBuild }) => ({
  root: 'client',
  cacheDir: '../.cache/vite',
  plugins: [react(), tailwindcss(), preloadLatinFont(), slimRouter(), inlineBeforePaint(), textsWithScreens()],
  // The stand-in for React before 18, which react-i18next asks for, weighs 0.3 KB
  // in the first visit; React has it itself.
  resolve: { alias: { 'use-sync-external-store/shim': 'react' } },
  ssr: { noExternal: true, target: 'node' },
  build: {
    outDir: '../dist/client',
    emptyOutDir: true,
    target: 'es2023',
    // The oldest browsers with AbortSignal.any; all of them support oklch, so no colour needs a fallback.
    cssTarget: ['chrome116', 'edge116', 'firefox124', 'safari17.4'],
    ...(isSsrBuild ? ssrBuild : client),
  },
}));

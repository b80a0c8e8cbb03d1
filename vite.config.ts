import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/**
 * Preloads the Latin face and no other: the rest of the alphabet is fetched when a text needs it.
 * The hashed file name is only known once the bundle is made, hence a plugin and not a line in index.html.
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

/** Puts the script that runs before the first paint into the page: its own request would hold up every first visit. */
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

/** Says which file holds which module of ours: the manifest names only those that begin a file. */
function listModules(): Plugin {
  return {
    name: 'list-modules',
    apply: 'build',
    generateBundle(_options, bundle) {
      const ours = here('client/');
      const pairs = Object.values(bundle).flatMap((chunk) =>
        chunk.type === 'chunk' ? chunk.moduleIds.map((id) => [id.replace(ours, ''), chunk.fileName] as const) : [],
      );
      const listed = Object.fromEntries(pairs.filter(([id]) => id.startsWith('src/')));
      this.emitFile({ type: 'asset', fileName: '.vite/modules.json', source: JSON.stringify(listed) });
    },
  };
}

/**
 * What a screen imports is fetched along with it, so that it need not be asked for one after the other. The list of it is
 * part of the first load and grows with every screen, so only those on a customer's way to money are in it.
 */
function preloadOfCustomers(file: string, imports: string[], { hostType }: { hostType: 'html' | 'js' }): string[] {
  const onTheWay = /\/(Landing|Login|Register|VerifyOtp|Dashboard|Sell|Transactions)Page-/;
  // Styles are not preloaded but loaded: without them in the list a screen would come bare.
  return hostType === 'html' || onTheWay.test(file) ? imports : imports.filter((name) => name.endsWith('.css'));
}

const client = {
  // A font inlined as data: would need a looser font-src than 'self'.
  assetsInlineLimit: 0,
  manifest: true,
  // Every browser that knows what the program needs (AbortSignal.any) preloads modules by itself.
  modulePreload: { polyfill: false, resolveDependencies: preloadOfCustomers },
  rolldownOptions: {
    output: {
      // The first file names all others: a screen by its name, what screens share by its hash alone.
      chunkFileNames: ({ isDynamicEntry }: { isDynamicEntry: boolean }) =>
        isDynamicEntry ? 'assets/[name]-[hash].js' : 'assets/[hash].js',
      // What every screen needs, in one file that stays in the browser's cache from one release to the next.
      codeSplitting: {
        groups: [
          {
            name: 'vendor',
            priority: 5,
            tags: ['$initial' as const],
            test: /node_modules[\\/](react|react-dom|scheduler|react-router|react-router-dom|@tanstack|clsx)[\\/]/,
          },
          // Dozens of parts of a few hundred bytes would each bring its own answer and compress alone.
          { name: 'shell', priority: 4, tags: ['$initial' as const], test: /./ },
          { name: 'home', priority: 3, test: /[\\/]LandingPage\.tsx$/ },
          { name: 'calculator', priority: 2, test: /[\\/]SellCalculator\.tsx$/ },
          { name: 'tools', priority: 1, test: /[\\/](HelpDock|LanguageMenu)\.tsx$/ },
          { name: 'below', priority: 0, test: /[\\/](BelowTheFold|Footer)\.tsx$/ },
        ],
      },
    },
  },
};
/** The same screens as one program for the server, which draws pages with it. */
const drawing = {
  ssr: true,
  copyPublicDir: false,
  rolldownOptions: { input: here('client/src/app/ssr.entry.tsx'), output: { entryFileNames: 'renderer.js' } },
};

export default defineConfig(({ isSsrBuild }) => ({
  root: 'client',
  cacheDir: '../.cache/vite',
  plugins: [react(), tailwindcss(), preloadLatinFont(), inlineBeforePaint(), listModules()],
  ssr: { noExternal: true, target: 'node' },
  build: {
    outDir: '../dist/client',
    emptyOutDir: true,
    target: 'es2023',
    // The oldest browsers with what the program needs, AbortSignal.any: they know oklch, so no colour is said three times.
    cssTarget: ['chrome116', 'edge116', 'firefox124', 'safari17.4'],
    ...(isSsrBuild ? drawing : client),
  },
}));

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { rootDir } from '#server/env/paths.ts';

const clientDir = join(rootDir, 'dist', 'client');
const byModule = <Found>(name: string) =>
  JSON.parse(readFileSync(join(clientDir, '.vite', name), 'utf8')) as Partial<Record<string, Found>>;
type Chunk = { file: string; imports?: string[]; css?: string[] };
const manifest = byModule<Chunk>('manifest.json');
const filesByModule = byModule<string[]>('ssr-manifest.json');
const chunkIn = new Map(Object.values(manifest).map((chunk) => [chunk?.file, chunk]));

/** The file that contains a module, as its first one or not. */
function fileWith(name: string): string {
  const file = filesByModule[name]?.find((chunkFile) => chunkFile.endsWith('.js'))?.slice(1) ?? manifest[name]?.file;
  if (!file) throw new Error(`${name} is not in the build`);
  return file;
}

/** Every file that must be loaded before any of these modules can run. */
function filesFor(...modules: string[]): Set<string> {
  const files = new Set<string>();
  const visit = (file: string) => {
    if (files.has(file)) return;
    files.add(file);
    chunkIn.get(file)?.imports?.forEach((key) => visit(fileWith(key)));
  };
  for (const name of modules) visit(fileWith(name));
  return files;
}

/** Size in thousands of bytes for a browser that supports only gzip. */
function gzippedKb(files: Iterable<string>): number {
  const bytes = [...files].map((file) => gzipSync(readFileSync(join(clientDir, file)), { level: 9 }).length);
  return bytes.reduce((sum, size) => sum + size, 0) / 1000;
}

const dock = 'src/features/chat/components/HelpDock.tsx';
const textsOf = (...parts: string[]) => parts.map((part) => `../shared/locales/en/${part}.json`);
const home = ['index.html', 'src/features/landing/pages/LandingPage.tsx', ...textsOf('common', 'landing')];
/** The files that the home page fetches by itself; e2e/first-visit.test.ts compares them with a browser. */
const byItself = filesFor(...home, dock, ...textsOf('newsletter', 'rates', 'chat'));

describe('the first visit', () => {
  test('loads at most 170 KB of scripts, with everything that the page requests', () => {
    expect(gzippedKb(byItself)).toBeLessThanOrEqual(170);
  });

  test('loads at most 14 KB of styles', () => {
    expect(gzippedKb(manifest['index.html']?.css ?? [])).toBeLessThanOrEqual(14);
  });

  test.each([
    ['zod', /ZodError|_zod\b/], // Not main.tsx's setting that disables eval.
    ['react-hook-form', /shouldUnregister/],
    ['html-react-parser', /createHTMLDocument/],
  ])('does not load %s', (_library, mark) => {
    const heavy = [...byItself].filter((file) => mark.test(readFileSync(join(clientDir, file), 'utf8')));
    expect(heavy).toEqual([]);
  });
});

test('the chat loads at most 20 KB when it is first opened, and nothing before the first paint', () => {
  const panels = 'src/features/chat/components/HelpPanels.tsx';
  const onOpening = [...filesFor(panels)].filter((file) => !byItself.has(file));
  expect(gzippedKb(onOpening)).toBeLessThanOrEqual(20);
  expect([...filesFor(...home)]).not.toContain(fileWith(dock));
  expect([...byItself]).not.toContain(fileWith(panels));
});

/** The namespaces that the build has listed in the chunk of a screen. */
function namespacesOf(screen: string): string[] {
  const code = readFileSync(join(clientDir, fileWith(screen)), 'utf8');
  const [, name = ''] = /([\w$]+) as texts\b/.exec(code) ?? [];
  const list = code.split(`${name}=[`).at(-1)?.split(']')[0] ?? '';
  return list.split(',').map((text) => text.slice(1, -1));
}

// Late texts hide the screen for a moment, and take the focus from the field in use.
test.each([
  ['src/features/sell/pages/SellPage.tsx', ['sell', 'orders.line', 'kyc']],
  ['src/features/orders/admin/OrdersReviewPage.tsx', ['orders.admin', 'deposits.admin', 'approvals']],
])('the screen of %s loads with all texts that it may show', (screen, textKeys) => {
  expect(namespacesOf(screen)).toEqual(expect.arrayContaining(textKeys));
});

test('no file that a customer loads contains the admin shell', () => {
  const shell = fileWith('src/app/admin/AdminLayout.tsx');
  expect([...byItself, ...filesFor('src/features/sell/pages/DashboardPage.tsx')]).not.toContain(shell);
});

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { rootDir } from '#server/env/paths.ts';

const built = join(rootDir, 'dist', 'client');
const chunk = z.object({
  file: z.string(),
  imports: z.array(z.string()).optional(),
  css: z.array(z.string()).optional(),
});
const manifest = z
  .record(z.string(), chunk)
  .parse(JSON.parse(readFileSync(join(built, '.vite', 'manifest.json'), 'utf8')));

const filesByModule = z
  .record(z.string(), z.array(z.string()))
  .parse(JSON.parse(readFileSync(join(built, '.vite', 'ssr-manifest.json'), 'utf8')));
const chunkIn = new Map(Object.values(manifest).map((item) => [item.file, item]));

/** The file that holds a module, whether it begins with it or not. */
function fileWith(name: string): string {
  const file = filesByModule[name]?.find((item) => item.endsWith('.js'))?.slice(1) ?? manifest[name]?.file;
  if (!file) throw new Error(`${name} is not in the build`);
  return file;
}

/** Every file that must be there before any of these modules can run. */
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

/** In thousands of bytes, as a browser that supports only gzip gets them. */
function gzippedKb(files: Iterable<string>): number {
  const bytes = [...files].map((file) => gzipSync(readFileSync(join(built, file)), { level: 9 }).length);
  return bytes.reduce((sum, size) => sum + size, 0) / 1000;
}

const home = 'src/features/landing';
const dock = 'src/features/chat/components/HelpDock.tsx';
const firstPaint = filesFor(
  'index.html',
  `${home}/pages/LandingPage.tsx`,
  '../shared/locales/en/common.json',
  '../shared/locales/en/landing.json',
);
/** What the home page fetches automatically; e2e/first-visit.test.ts compares it with a browser. */
const byItself = filesFor(
  'index.html',
  `${home}/pages/LandingPage.tsx`,
  dock,
  ...['common', 'landing', 'newsletter', 'rates', 'chat'].map((namespace) => `../shared/locales/en/${namespace}.json`),
);

describe('the first visit of a stranger is light', () => {
  test('at most 170 KB of scripts, with everything that the page fetches by itself', () => {
    expect(gzippedKb(byItself)).toBeLessThanOrEqual(170);
  });

  test('at most 14 KB of styles', () => {
    expect(gzippedKb(manifest['index.html']?.css ?? [])).toBeLessThanOrEqual(14);
  });

  test.each(['zod', 'react-hook-form', 'html-react-parser'])('without %s', (library) => {
    const marks: Record<string, RegExp> = {
      zod: /ZodError|_zod\b/, // Not main.tsx's setting that disables eval.
      'react-hook-form': /shouldUnregister/,
      'html-react-parser': /createHTMLDocument/,
    };
    const heavy = [...byItself].filter((file) => marks[library]?.test(readFileSync(join(built, file), 'utf8')));
    expect(heavy).toEqual([]);
  });
});

test('the chat adds at most 20 KB when it is first opened, and nothing before the first paint', () => {
  const panels = 'src/features/chat/components/HelpPanels.tsx';
  const onOpening = [...filesFor(panels)].filter((file) => !byItself.has(file));
  expect(gzippedKb(onOpening)).toBeLessThanOrEqual(20);
  expect([...firstPaint]).not.toContain(fileWith(dock));
  expect([...byItself]).not.toContain(fileWith(panels));
});

test('the admin shell is in no file that a customer loads', () => {
  const shell = fileWith('src/app/admin/AdminLayout.tsx');
  expect([...byItself, ...filesFor('src/features/sell/pages/DashboardPage.tsx')]).not.toContain(shell);
});

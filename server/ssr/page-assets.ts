import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PageAssets } from '#shared/kernel/ssr.ts';

type Chunk = { file: string; imports?: string[]; css?: string[] };

/** Reads from the lists of the build (Vite's manifests) which files a page names. `index` is the built index.html. */
export function pageAssets(folder: string, index: string): PageAssets {
  const read = (name: string): unknown => JSON.parse(readFileSync(join(folder, '.vite', name), 'utf8'));
  const manifest = read('manifest.json') as Record<string, Chunk>;
  const filesByModule = read('ssr-manifest.json') as Record<string, string[]>;
  const entry = manifest['index.html'];
  if (!entry) throw new Error('The build has no index.html.');
  const scripts = Object.entries(manifest).filter(([, { file }]) => file.endsWith('.js'));
  const keyOf = new Map(scripts.map(([key, { file }]) => [`/${file}`, key]));
  const first = closureOf(manifest, ['index.html']);
  return {
    inlineScript: inlineScriptIn(index),
    script: `/${entry.file}`,
    imports: [...first].filter((file) => file !== entry.file).map((file) => `/${file}`),
    styles: (entry.css ?? []).map((file) => `/${file}`),
    fonts: [...index.matchAll(/<link rel="preload" href="([^"]+)" as="font"/g)].map(([, href = '']) => href),
    filesOf: (modules) => {
      const names = Object.keys(filesByModule).filter((name) => modules.some((ending) => name.endsWith(ending)));
      const keys = names.flatMap((name) => filesByModule[name] ?? []).flatMap((file) => keyOf.get(file) ?? []);
      // What the page itself names is on its way already.
      return [...closureOf(manifest, keys)].filter((file) => !first.has(file)).map((file) => `/${file}`);
    },
  };
}

/** The script that stands in the page itself: it runs before the first paint. */
export function inlineScriptIn(index: string): string {
  return /<script>([\s\S]*?)<\/script>/.exec(index)?.[1] ?? '';
}

function closureOf(manifest: Record<string, Chunk>, keys: readonly string[]): Set<string> {
  const files = new Set<string>();
  const visit = (key: string): void => {
    const chunk = manifest[key];
    if (!chunk || files.has(chunk.file)) return;
    files.add(chunk.file);
    chunk.imports?.forEach(visit);
  };
  keys.forEach(visit);
  return files;
}

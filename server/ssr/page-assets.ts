import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PageAssets } from '#shared/kernel/ssr.ts';

type Chunk = { file: string; imports?: string[] };

/** Reads from the build which files a page names: its head from the built index.html, the rest from Vite's manifests. */
export function pageAssets(folder: string, index: string): PageAssets {
  const read = (name: string): unknown => JSON.parse(readFileSync(join(folder, '.vite', name), 'utf8'));
  const manifest = read('manifest.json') as Record<string, Chunk>;
  const filesByModule = read('ssr-manifest.json') as Record<string, string[]>;
  const keyOf = new Map(Object.entries(manifest).map(([key, { file }]) => [`/${file}`, key]));
  // A page brings its own title.
  const head =
    /<head>([\s\S]*)<\/head>/
      .exec(index)?.[1]
      ?.replace(/<title>.*<\/title>/, '')
      .trim() ?? '';
  return {
    head,
    filesOf: (modules) => {
      const names = Object.keys(filesByModule).filter((name) => modules.some((ending) => name.endsWith(ending)));
      const files = names.flatMap((name) => filesByModule[name] ?? []).filter((file) => file.endsWith('.js'));
      const keys = files.flatMap((file) => keyOf.get(file) ?? []);
      // What the head names is on its way already.
      return [...closureOf(manifest, keys)].map((file) => `/${file}`).filter((file) => !head.includes(file));
    },
  };
}

/** The inline script of the page: it runs before the first paint. */
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

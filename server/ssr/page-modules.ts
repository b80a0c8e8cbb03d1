import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The files, by address, of modules whose names end so, with everything they import. */
export type FilesOf = (modules: readonly string[]) => string[];

type Chunk = { file: string; imports?: string[] };

/** Reads the lists of the build: which file holds a module, and what must be there before it runs. */
export function moduleFinder(folder: string): FilesOf {
  const read = (name: string): unknown => JSON.parse(readFileSync(join(folder, '.vite', name), 'utf8'));
  if (!existsSync(join(folder, '.vite', 'modules.json'))) return () => [];
  const manifest = read('manifest.json') as Record<string, Chunk>;
  const fileOf = read('modules.json') as Record<string, string>;
  const keyOf = new Map(Object.entries(manifest).map(([key, { file }]) => [file, key]));
  const first = closureOf(manifest, ['index.html']);
  return (modules) => {
    const names = Object.keys(fileOf).filter((name) => modules.some((ending) => name.endsWith(ending)));
    const keys = names.flatMap((name) => keyOf.get(fileOf[name] ?? '') ?? []);
    // What the page itself names is on its way already.
    return [...closureOf(manifest, keys)].filter((file) => !first.has(file)).map((file) => `/${file}`);
  };
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

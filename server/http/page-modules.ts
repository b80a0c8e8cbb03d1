import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The files, by address, of modules whose names end so, with everything they import. */
export type FilesOf = (modules: readonly string[]) => string[];

type Chunk = { file: string; imports?: string[] };

/** Reads the list of the build: which file holds a module, and what must be there before it runs. */
export function moduleFinder(folder: string): FilesOf {
  const path = join(folder, '.vite', 'manifest.json');
  if (!existsSync(path)) return () => [];
  const manifest = JSON.parse(readFileSync(path, 'utf8')) as Record<string, Chunk>;
  const first = closureOf(manifest, ['index.html']);
  return (modules) => {
    const names = Object.keys(manifest).filter((name) => modules.some((ending) => name.endsWith(ending)));
    // What the page itself names is on its way already.
    return [...closureOf(manifest, names)].filter((file) => !first.has(file)).map((file) => `/${file}`);
  };
}

function closureOf(manifest: Record<string, Chunk>, names: readonly string[]): Set<string> {
  const files = new Set<string>();
  const visit = (name: string): void => {
    const chunk = manifest[name];
    if (!chunk || files.has(chunk.file)) return;
    files.add(chunk.file);
    chunk.imports?.forEach(visit);
  };
  names.forEach(visit);
  return files;
}

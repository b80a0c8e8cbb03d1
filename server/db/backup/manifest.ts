import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';

/** The last file that a backup writes: without it the backup was cut short. */
export const manifestName = 'manifest.json';

const manifestShape = z.object({
  madeAt: z.iso.datetime(),
  /** Hashes of the migrations the database had, oldest first. */
  migrations: z.array(z.string()),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()), file: z.string(), sha256: z.string() })),
  sequences: z.array(z.object({ name: z.string(), lastValue: z.string() })),
});

export type Manifest = z.infer<typeof manifestShape>;

/** Reads a backup's table of contents and checks every table's bytes against it. */
export async function readVerified(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, manifestName), 'utf8').catch((cause: unknown) => {
    throw new Error(`${folder} is no complete backup: it has no ${manifestName}.`, { cause });
  });
  const manifest = manifestShape.parse(JSON.parse(text));
  for (const { file, sha256 } of manifest.tables) {
    const hash = await hashOf(join(folder, file)).catch((cause: unknown) => {
      throw new Error(`${file} of the backup is missing or cannot be read.`, { cause });
    });
    if (hash !== sha256) throw new Error(`${file} in the backup is damaged.`);
  }
  return manifest;
}

/** SHA-256 of a file, in hex. */
export async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { rootDir } from '../env/paths.ts';

export const productVersion: string = (
  JSON.parse(readFileSync(join(rootDir, 'package.json'), 'utf8')) as { version: string }
).version;

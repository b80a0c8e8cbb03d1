import { join } from 'node:path';
import { z } from 'zod';
import { rootDir } from '../env/paths.ts';
import { readJsonFile } from './json-file.ts';

const { version } = readJsonFile(join(rootDir, 'package.json'), z.object({ version: z.string() }));
/** The build defines it; see server/cli/build.mjs. */
declare const builtFrom: string | undefined;
const commit = typeof builtFrom === 'string' ? builtFrom : undefined;

/** The version of the product that runs and, in a build, the commit it was made of: 1.2.0+0a1b2c3d4e5f. */
export const productVersion: string = commit ? `${version}+${commit}` : version;

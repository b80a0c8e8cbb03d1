import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { rootDir } from '../env/paths.ts';

const { version } = JSON.parse(readFileSync(join(rootDir, 'package.json'), 'utf8')) as { version: string };
/** The build puts it in; see server/cli/build.mjs. */
declare const builtFrom: string | undefined;
const commit = typeof builtFrom === 'string' ? builtFrom : undefined;

/** The version of the product that runs and, in a build, the commit it was made of: 1.2.0+0a1b2c3d4e5f. */
export const productVersion: string = commit ? `${version}+${commit}` : version;

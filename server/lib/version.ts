import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { rootDir } from '../env/paths.ts';

const { version } = JSON.parse(readFileSync(join(rootDir, 'package.json'), 'utf8')) as { version: string };
// The build puts the commit in place of this variable.
const commit = process.env.LANDFALL_COMMIT;

/** The version of the product that runs and, in a build, the commit it was made of: 1.2.0+0a1b2c3d4e5f. */
export const productVersion: string = commit ? `${version}+${commit}` : version;

import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { rootDir } from '#server/env/paths.ts';

/** Builds outdated parts once before the journeys that run the real program. */
export function setup(): void {
  const env = { ...process.env, NODE_ENV: 'production' };
  execFileSync(process.execPath, [join(rootDir, 'server', 'cli', 'build.mjs')], { stdio: 'inherit', env });
}

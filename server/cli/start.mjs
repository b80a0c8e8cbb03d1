// npm start: builds what is missing or stale (an image has no sources, so nothing is), then becomes the server, or the
// program of server/cli that is named. Plain JavaScript, because Node 20 runs no TypeScript.
import { spawnSync } from 'node:child_process';
import { accessSync, constants, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parts, root, staleParts } from './stale.mjs';

if (staleParts().length > 0) {
  try {
    mkdirSync(join(root, 'dist'), { recursive: true });
    accessSync(join(root, 'dist'), constants.W_OK);
  } catch {
    console.error(
      `The build in ${join(root, 'dist')} is missing or older than its sources, and only its owner may build: npm run build`,
    );
    process.exit(1);
  }
  console.error('Building what changed …');
  // In a process of its own: building sets NODE_ENV, which to the server means that it is in production.
  const { status } = spawnSync(process.execPath, [join(root, 'server', 'cli', 'build.mjs')], {
    cwd: root,
    stdio: ['ignore', 2, 2],
    env: { ...process.env, NODE_ENV: 'production' },
  });
  if (status !== 0) process.exit(status ?? 1);
}
process.setSourceMapsEnabled(true);
const [node, , name, ...given] = process.argv;
const program = join(parts.server.output, name ? `cli/${name}.js` : 'main.js');
// A program finds its arguments in the same place when it is started by itself.
process.argv = [node, program, ...given];
await import(pathToFileURL(program).href);

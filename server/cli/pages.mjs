import { join } from 'node:path';

/** Builds what the server draws pages with, beside the client. Names that begin with a dot are not served. */
export async function buildDrawer(build, configFile, outDir) {
  const drawing = { ssr: true, outDir: join(outDir, '.drawing'), emptyOutDir: true };
  await build({ configFile, logLevel: 'warn', build: drawing });
}

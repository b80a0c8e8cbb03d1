import { join } from 'node:path';

/** Builds what the server renders pages with, beside the client. Names that begin with a dot are not served. */
export async function buildSsr(build, configFile, outDir) {
  const ssrBuild = { ssr: true, outDir: join(outDir, '.ssr'), emptyOutDir: true };
  await build({ configFile, logLevel: 'warn', build: ssrBuild });
}

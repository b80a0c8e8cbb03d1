// npm run build: makes dist/client and dist/server where they are missing or stale. All its output goes to stderr.
import { spawnSync } from 'node:child_process';
import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { noticesName, noticesOf, packageFolderOf, productionPackages } from './notices.mjs';
import { buildSsr } from './ssr.mjs';
import { contentOf, parts, root, staleParts } from './stale.mjs';
import { thinMappings } from './thin-source-map.mjs';

/**
 * Libraries that become part of the server's own file: plain scripts, which so lose their comments, whatever is not
 * used of them and their own source maps. All others bring native code, threads or files of their own, or are CommonJS.
 */
const bundled = new Set([
  '@noble/hashes',
  '@scure/base',
  '@scure/bip32',
  '@scure/btc-signer',
  'csv-parse',
  'drizzle-orm',
  'eta',
  'helmet',
  'libphonenumber-js',
  'marked',
  'nodemailer',
  'otpauth',
  'p-queue',
  'zod',
]);
/** Packages of which only styles are delivered: no module names them. */
const inStyles = ['node_modules/tailwindcss'];
/** Programs of threads, which `startThread` starts. */
const threads = [
  'server/pdf/worker.ts',
  'server/features/payouts/statements/payouts.statement.worker.ts',
  'server/features/imports/reading/imports.reading.worker.ts',
];

const builders = { client: buildClient, server: buildServer };

for (const name of staleParts()) {
  const startedAt = Date.now();
  const { output } = parts[name];
  const stamp = contentOf(parts[name]);
  // A draft that is moved at the end: an interrupted build never seems finished, and a serving one is not disturbed.
  const draft = `${output}.draft-${process.pid}`;
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { recursive: true });
  await builders[name](draft);
  await writeFile(join(draft, '.stamp'), stamp);
  await rm(output, { recursive: true, force: true });
  await rename(draft, output);
  console.error(`Built the ${name} in ${((Date.now() - startedAt) / 1000).toFixed(1)} s.`);
}

async function buildClient(outDir) {
  const { build } = await import('vite');
  const configFile = join(root, 'vite.config.ts');
  const delivered = new Set([...productionPackages(), ...inStyles]);
  const addAll = (modules) => modules.map(packageFolderOf).forEach((folder) => folder && delivered.add(folder));
  const collector = {
    name: 'collect-packages',
    buildEnd() {
      addAll([...this.getModuleIds()]);
    },
  };
  await build({ configFile, logLevel: 'warn', plugins: [collector], build: { outDir, emptyOutDir: true } });
  await buildSsr(build, configFile, outDir);
  addAll((await buildServiceWorker(outDir)).map((path) => `/${path}`));
  await writeFile(join(outDir, noticesName), noticesOf(delivered));
  await compressAll(outDir);
}

/** Answers the paths of what it was made of. */
async function buildServiceWorker(outDir) {
  const { build } = await import('esbuild');
  const { metafile } = await build({
    absWorkingDir: root,
    metafile: true,
    entryPoints: ['client/src/service-worker.js'],
    outfile: join(outDir, 'sw.js'),
    bundle: true,
    minify: true,
    legalComments: 'none',
    target: 'es2022',
    define: { 'process.env.NODE_ENV': '"production"' },
    logLevel: 'warning',
  });
  return Object.keys(metafile.inputs);
}

async function buildServer(outdir) {
  const { build } = await import('esbuild');
  const { dependencies } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  const programs = (await readdir(join(root, 'server', 'cli'))).filter(
    (name) => name.endsWith('.ts') && !name.includes('.test.'),
  );
  await build({
    absWorkingDir: root,
    entryPoints: ['server/main.ts', ...threads, ...programs.map((name) => `server/cli/${name}`)],
    outbase: 'server',
    outdir,
    bundle: true,
    splitting: true,
    external: Object.keys(dependencies).filter((name) => !bundled.has(name)),
    platform: 'node',
    format: 'esm',
    target: 'node20',
    // The program's text stays in memory as long as it runs: without comments, and of one byte a character.
    minifyWhitespace: true,
    minifySyntax: true,
    legalComments: 'none',
    sourcemap: true,
    sourcesContent: false,
    define: { builtFrom: JSON.stringify(commitOf()) },
    logLevel: 'warning',
  });
  // The catalogues are data: an image has them beside the program, not in it.
  await cp(join(root, 'shared', 'locales'), join(outdir, 'locales'), { recursive: true });
  const layouts = ['mail.layout.html.eta', 'mail.layout.text.eta'];
  await Promise.all(layouts.map((name) => cp(join(root, 'server', 'features', 'mail', name), join(outdir, name))));
  for (const name of await readdir(outdir, { recursive: true })) {
    if (name.endsWith('.js')) await assertOneByteEach(join(outdir, name));
    if (!name.endsWith('.js.map')) continue;
    const map = JSON.parse(await readFile(join(outdir, name), 'utf8'));
    await writeFile(join(outdir, name), JSON.stringify({ ...map, mappings: thinMappings(map.mappings) }));
  }
}

/** A program with one character beyond Latin-1 takes twice its size in memory. Only regular expressions have one. */
async function assertOneByteEach(file) {
  const [wide] = /.{0,30}[^\0-\xff]/.exec(await readFile(file, 'utf8')) ?? [];
  if (wide) throw new Error(`A regular expression doubles the memory of the program, make it of a string: ${wide}`);
}

/**
 * Identifies the sources of the build: COMMIT where there is no repository, as in
 * an image, or else a hash of the sources.
 */
function commitOf() {
  if (process.env.COMMIT) return process.env.COMMIT.slice(0, 20);
  const { status, stdout } = spawnSync('git', ['describe', '--always', '--dirty', '--abbrev=12', '--exclude=*'], {
    cwd: root,
    encoding: 'utf8',
  });
  return status === 0 ? stdout.trim() : `src.${contentOf(parts.server).slice(0, 12)}`;
}

/** Compresses once, at the highest level, what would otherwise be compressed at each request. */
async function compressAll(folder) {
  const worthIt = new Set(['.css', '.html', '.ico', '.js', '.json', '.svg', '.txt', '.webmanifest']);
  const minBytes = 1024;
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (!entry.isFile() || path.slice(folder.length).includes('/.') || !worthIt.has(extname(entry.name))) continue;
    const plain = await readFile(path);
    if (plain.length < minBytes) continue;
    const params = { [constants.BROTLI_PARAM_SIZE_HINT]: plain.length };
    await writeFile(`${path}.br`, await promisify(brotliCompress)(plain, { params }));
    await writeFile(`${path}.gz`, await promisify(gzip)(plain, { level: 9 }));
  }
}

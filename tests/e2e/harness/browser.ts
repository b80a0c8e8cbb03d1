import { execFile } from 'node:child_process';
import { existsSync, statfsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { chromium, type Browser } from 'playwright';
import { rootDir } from '#server/env/paths.ts';
import { freePort } from '#tests/setup/listening.ts';

/** A browser program and its environment variables. */
export interface BrowserProgram {
  path: string;
  env: Record<string, string>;
}

const installedPaths = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

// Runs as root, sends no network requests, and never shares a profile: Playwright makes a private one.
const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Playwright puts the browser's shared memory on the disk, for machines whose /dev/shm is too small for a page. */
const onTheDisk = '--disable-dev-shm-usage';
const enoughSharedMemory = 1024 ** 3;

/** npm's Chromium is built for this system alone. */
const npmBringsOne = process.platform === 'linux' && process.arch === 'x64';

/**
 * CHROMIUM_PATH (`bundled` insists on the one npm brings), else the one npm brings, else an installed Chromium or
 * Chrome. npm's is the same on every machine, and a bare page without the windows of a desktop browser, which cost more
 * than the page (docs/decisions/0031). `exists` and `isBrought` are parameters for its test.
 */
export async function findBrowser(
  givenPath: string | undefined = process.env.CHROMIUM_PATH,
  exists: (path: string) => boolean = existsSync,
  isBrought: boolean = npmBringsOne,
): Promise<BrowserProgram> {
  if (givenPath === 'bundled') return unpackedBrowser();
  if (givenPath && !exists(givenPath)) throw new Error(`CHROMIUM_PATH names ${givenPath}, which does not exist.`);
  if (givenPath) return { path: givenPath, env: {} };
  if (isBrought) return unpackedBrowser();
  const path = installedPaths.find((candidate) => exists(candidate));
  if (!path) throw new Error('No Chromium was found: install one, or name it in CHROMIUM_PATH.');
  return { path, env: {} };
}

/** Starts a browser; it ends with the process that started it, if not before. */
export async function launchBrowser(...args: string[]): Promise<Browser> {
  const { path, env } = await findBrowser();
  return chromium.launch({
    executablePath: path,
    args: [...flags, ...args],
    ignoreDefaultArgs: hasSharedMemory() ? [onTheDisk] : [],
    env: { ...definedEnv(), ...env, LANG: 'en_US.UTF-8' },
  });
}

/** The browser's processes exchange rendered pixels in shared memory: a file on a disk makes them a tenth slower. */
function hasSharedMemory(): boolean {
  if (process.platform !== 'linux' || !existsSync('/dev/shm')) return false;
  const { bavail, bsize } = statfsSync('/dev/shm');
  return bavail * bsize >= enoughSharedMemory;
}

function definedEnv(): Record<string, string> {
  const pairs = Object.entries(process.env).filter((pair): pair is [string, string] => pair[1] !== undefined);
  return Object.fromEntries(pairs);
}

/** The package's Chromium with its libraries and fonts, unpacked once for each version (about 4 s, 200 MB). */
async function unpackedBrowser(): Promise<BrowserProgram> {
  const manifest = join(rootDir, 'node_modules', '@sparticuz', 'chromium', 'package.json');
  const { version } = JSON.parse(await readFile(manifest, 'utf8')) as { version: string };
  const folder = join(rootDir, '.cache', `chromium-${version}`);
  if (!existsSync(folder)) {
    const draft = `${folder}.draft-${process.pid}`;
    await mkdir(draft, { recursive: true });
    await promisify(execFile)(process.execPath, [fileURLToPath(new URL('./unpack-browser.mjs', import.meta.url))], {
      env: { ...process.env, TMPDIR: draft, AWS_LAMBDA_JS_RUNTIME: 'nodejs20.x' },
    });
    // The package's own font list names a fixed folder; without this one no text is rendered. The machine's fonts
    // know more scripts.
    await writeFile(
      join(draft, 'fonts.conf'),
      '<?xml version="1.0"?>\n<!DOCTYPE fontconfig SYSTEM "fonts.dtd">\n' +
        `<fontconfig><dir>${folder}/fonts</dir><dir>/usr/share/fonts</dir>` +
        `<cachedir>${folder}/fonts-cache</cachedir></fontconfig>\n`,
    );
    // Another run may have been faster; either copy is complete.
    await rename(draft, folder).catch(async (error: NodeJS.ErrnoException) => {
      await rm(draft, { recursive: true, force: true });
      if (!existsSync(folder)) throw error;
    });
  }
  const libraries = join(folder, 'al2023', 'lib');
  const env = { FONTCONFIG_FILE: join(folder, 'fonts.conf'), LD_LIBRARY_PATH: libraries };
  return { path: join(folder, 'chromium'), env };
}

/** Runs `work` with a separate browser that is controlled over the debugging port, as Lighthouse does. */
export async function withDebuggedBrowser<Result>(work: (port: number) => Promise<Result>): Promise<Result> {
  const port = await freePort();
  const browser = await launchBrowser(`--remote-debugging-port=${port}`);
  try {
    return await work(port);
  } finally {
    await browser.close();
  }
}

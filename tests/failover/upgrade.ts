import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { rootDir } from '#server/env/paths.ts';
import { launchBrowser } from '#tests/e2e/harness/browser.ts';
import { hydrated } from '#tests/e2e/harness/page.ts';
import { atTheEnd } from '#tests/setup/endings.ts';

const run = promisify(execFile);
const git = async (...args: string[]) => (await run('git', args, { cwd: rootDir })).stdout.trim();

/**
 * A built checkout of an earlier commit; by default the one before the last that changed the program. It stays in
 * .cache. It uses the packages of this checkout, so their lock file must be the same.
 */
export async function previousBuild(givenCommit?: string): Promise<{ folder: string; commit: string }> {
  const program = ['--', 'client', 'server', 'shared'];
  const commit = await git(
    'rev-parse',
    givenCommit ?? (await git('log', '--first-parent', '--skip=1', '-1', '--format=%H', ...program)),
  );
  const folder = join(rootDir, '.cache', `previous-${commit.slice(0, 12)}`);
  if (existsSync(folder)) return { folder, commit };
  const draft = `${folder}.draft-${process.pid}`;
  await mkdir(draft, { recursive: true });
  await run('sh', ['-c', 'git archive "$1" | tar -x -C "$2"', 'sh', commit, draft], { cwd: rootDir });
  const lockOf = (checkout: string) => readFile(join(checkout, 'package-lock.json'), 'utf8');
  if ((await lockOf(draft)) !== (await lockOf(rootDir)))
    throw new Error(`${commit} has other packages: run npm ci and npm run build in ${draft}, and name it ${folder}.`);
  await run('cp', ['-al', join(rootDir, 'node_modules'), join(draft, 'node_modules')]);
  await run(process.execPath, [join(draft, 'server', 'cli', 'build.mjs')], {
    cwd: draft,
    env: { ...process.env, NODE_ENV: 'production', COMMIT: commit.slice(0, 12) },
  });
  await rename(draft, folder);
  return { folder, commit };
}

/** A part that every page of the product has once its scripts have run. */
const shownBy = {
  '/': 'main h1',
  '/login': 'main input[type=password]',
  '/contact': 'main h1',
  '/terms-of-service': 'main h2',
};

/** Loads pages in a browser with an empty cache, one after the other until it is stopped; counts the failures. */
export async function loadPages(url: string) {
  const browser = await launchBrowser();
  atTheEnd(() => browser.close());
  const endController = new AbortController();
  const failures: string[] = [];
  let loads = 0;
  const load = async (path: string, expectedText: string) => {
    const context = await browser.newContext();
    const page = await context.newPage();
    page.on('response', (response) => {
      if (response.status() >= 400 && !response.url().includes('/api/auth/'))
        failures.push(`${response.status()} ${response.url()}`);
    });
    page.on('pageerror', (error) => failures.push(`${path}: ${error.message}`));
    await page.goto(`${url}${path}`);
    await page.locator(expectedText).first().waitFor({ timeout: 30_000 });
    await hydrated(page);
    await context.close();
    loads += 1;
  };
  const loading = (async () => {
    while (!endController.signal.aborted)
      for (const [path, expectedText] of Object.entries(shownBy))
        await load(path, expectedText).catch((error: unknown) => failures.push(`${path}: ${String(error)}`));
  })();
  return {
    stop: async () => {
      endController.abort();
      await loading;
      await browser.close();
      return { loads, failed: failures };
    },
  };
}

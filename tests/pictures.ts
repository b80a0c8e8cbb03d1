// npm run pictures: the pictures of the README, taken from the built product as it is now.
import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright';
import { rootDir } from '#server/paths.ts';
import { launchBrowser } from './e2e/harness/browser.ts';
import { startProduct } from './e2e/harness/server.ts';

const pictures = [
  { name: 'landing-dark', path: '/', viewport: { width: 1280, height: 800 }, theme: 'dark' },
  { name: 'landing-light', path: '/', viewport: { width: 1280, height: 800 }, theme: 'light' },
  { name: 'landing-phone', path: '/', viewport: { width: 360, height: 740 }, theme: 'dark' },
];

const folder = join(rootDir, 'docs', 'pictures');
mkdirSync(folder, { recursive: true });
execFileSync(process.execPath, [join(rootDir, 'server', 'cli', 'build.mjs')], { stdio: 'inherit' });
const server = await launchBrowser();
const product = await startProduct();
try {
  const browser = await chromium.connect(server.wsEndpoint());
  for (const { name, path, viewport, theme } of pictures) {
    const localStorage = [{ name: 'landfall-ui-theme', value: theme }];
    const storageState = { cookies: [], origins: [{ origin: product.url, localStorage }] };
    const page = await browser.newPage({ viewport, storageState, locale: 'en-US', reducedMotion: 'reduce' });
    await page.goto(new URL(path, product.url).href, { waitUntil: 'networkidle' });
    await page.screenshot({ path: join(folder, `${name}.png`), animations: 'disabled', caret: 'hide' });
    await page.close();
  }
} finally {
  await product.stop();
  await server.close();
}

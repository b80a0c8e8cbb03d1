// npm run pictures: the pictures of the README, taken from the built demonstration as it is now.
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from 'playwright';
import sharp from 'sharp';
import { rootDir } from '#server/paths.ts';
import { launchBrowser } from './e2e/harness/browser.ts';

type Who = 'visitor' | 'customer' | 'admin';
type Picture = {
  name: string;
  path: string;
  who: Who;
  theme: 'dark' | 'light';
  viewport: { width: number; height: number };
  /** Walks to what is to be seen. */
  reach?: (page: Page) => Promise<unknown>;
};

const desktop = { width: 1280, height: 800 };
const phone = { width: 360, height: 740 };
const saleOfBitcoin = '/sell?crypto=bitcoin';

const seeRates = (page: Page) => page.getByRole('link', { name: 'Sell 0.05 BTC' }).waitFor();
const seeOrders = (page: Page) => page.getByRole('button', { name: 'Next' }).waitFor();

const pictures: Picture[] = [
  { name: 'landing-dark', path: '/', who: 'visitor', theme: 'dark', viewport: desktop, reach: seeRates },
  { name: 'landing-light', path: '/', who: 'visitor', theme: 'light', viewport: desktop, reach: seeRates },
  { name: 'landing-phone', path: '/', who: 'visitor', theme: 'dark', viewport: phone, reach: seeRates },
  { name: 'sell-amount', path: saleOfBitcoin, who: 'customer', theme: 'dark', viewport: desktop, reach: sayAmount },
  { name: 'sell-deposit-phone', path: saleOfBitcoin, who: 'customer', theme: 'dark', viewport: phone, reach: holdRate },
  {
    name: 'transactions-light',
    path: '/transactions',
    who: 'customer',
    theme: 'light',
    viewport: desktop,
    reach: seeOrders,
  },
  {
    name: 'admin-review',
    path: '/admin/transactions',
    who: 'admin',
    theme: 'dark',
    viewport: { width: 1440, height: 900 },
    reach: (page) => page.getByRole('button', { name: 'Start processing' }).waitFor(),
  },
];

async function sayAmount(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'You sell' }).fill('0.02');
  await page.getByRole('combobox', { name: 'Paid out in' }).fill('NGN');
  await page.getByRole('option', { name: /^NGN / }).click();
  await page.getByRole('button', { name: /^Continue with 0\.02/ }).waitFor();
}

async function holdRate(page: Page): Promise<void> {
  await sayAmount(page);
  await page.getByRole('button', { name: /^Continue with/ }).click();
  const another = page.getByRole('button', { name: 'Use another' });
  const bank = page.getByRole('textbox', { name: 'Bank', exact: true });
  await another.or(bank).first().waitFor();
  if (await bank.isVisible()) {
    await bank.fill('First Coastal Bank of Nigeria');
    await page.getByRole('textbox', { name: 'Account number' }).fill('0123884421');
    await page.getByRole('textbox', { name: 'Account name' }).fill('Ada Okafor');
  }
  await page.getByRole('button', { name: 'Hold the rate' }).click();
  await page.getByRole('region', { name: 'Where to send your coins' }).waitFor();
}

type Demonstration = { url: string; people: Record<Exclude<Who, 'visitor'>, { email: string; password: string }> };

/** Starts the demonstration in a folder of its own and reads on its console who may sign in. */
async function startDemonstration(dataDir: string) {
  const child = spawn(process.execPath, [join(rootDir, 'server', 'cli', 'start.mjs'), 'demo'], {
    cwd: rootDir,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, PORT: '0', DATA_DIR: dataDir, RATE_LIMIT_FACTOR: '1000', LOG_LEVEL: 'warn' },
  });
  let said = '';
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const begun = new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      if (/^A customer: .*\n/m.test(said)) resolve();
    });
    child.once('exit', () => reject(new Error(`The demonstration ended before it was ready:\n${said}`)));
  });
  await begun;
  const read = (pattern: RegExp) => pattern.exec(said)?.[1] ?? '';
  const demonstration: Demonstration = {
    url: read(/ready at (\S+)/),
    people: {
      customer: { email: read(/^A customer: ([^,\s]+)/m), password: read(/^A customer: .*password: (\S+)/m) },
      admin: { email: read(/^Administrator: (\S+)/m), password: read(/^Password: (\S+)/m) },
    },
  };
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
  };
  return { ...demonstration, stop };
}

async function tokenOf({ url, people }: Demonstration, who: Who): Promise<string | undefined> {
  if (who === 'visitor') return undefined;
  const headers = { 'Content-Type': 'application/json' };
  const response = await fetch(`${url}/api/login`, { method: 'POST', headers, body: JSON.stringify(people[who]) });
  const { token } = (await response.json()) as { token?: string };
  if (!token) throw new Error(`The ${who} of the demonstration could not sign in: ${response.status}`);
  return token;
}

const folder = join(rootDir, 'docs', 'pictures');
mkdirSync(folder, { recursive: true });
execFileSync(process.execPath, [join(rootDir, 'server', 'cli', 'build.mjs')], { stdio: 'inherit' });
const dataDir = mkdtempSync(join(tmpdir(), 'landfall-pictures-'));
const server = await launchBrowser();
const demonstration = await startDemonstration(dataDir);
try {
  const browser = await chromium.connect(server.wsEndpoint());
  for (const { name, path, who, viewport, theme, reach } of pictures) {
    const token = await tokenOf(demonstration, who);
    const localStorage: { name: string; value: string }[] = [{ name: 'landfall-ui-theme', value: theme }];
    if (token) localStorage.push({ name: 'auth_token', value: token });
    const storageState = { cookies: [], origins: [{ origin: demonstration.url, localStorage }] };
    const page = await browser.newPage({ viewport, storageState, locale: 'en-US', reducedMotion: 'reduce' });
    await page.goto(new URL(path, demonstration.url).href, { waitUntil: 'networkidle' });
    await reach?.(page);
    await page.waitForLoadState('networkidle');
    const shot = await page.screenshot({ animations: 'disabled', caret: 'hide' });
    // A palette makes them a third as large, and nobody sees it.
    await sharp(shot)
      .png({ palette: true, quality: 85, effort: 10 })
      .toFile(join(folder, `${name}.png`));
    await page.close();
  }
} finally {
  await demonstration.stop();
  await server.close();
  rmSync(dataDir, { recursive: true, force: true });
}

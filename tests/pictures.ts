// npm run pictures: a picture of every screen for docs/SCREENS.md, taken from the built demonstration as it is now.
// `npm run pictures -- sell admin-chat` takes those alone whose names begin so.
import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright';
import sharp from 'sharp';
import { rootDir } from '#server/paths.ts';
import { launchBrowser } from './e2e/harness/browser.ts';
import { applyAppearance, type Look } from './screens/appearance.ts';
import { startDemo, windowOf, type DemoServer, type Who } from './screens/demo-server.ts';
import { findPlaces, screensOf, type ScreenState } from './screens/screens.ts';
import { waitUntilIdle } from './screens/wait-until-idle.ts';

type Device = 'desktop' | 'phone';
type Theme = 'dark' | 'light';

const folder = join(rootDir, 'docs', 'pictures');
const devices = {
  desktop: { width: 1280, height: 800 },
  phone: { width: 360, height: 740 },
};
// An admin must see all decision data without scrolling in a window of this size.
const adminWindow = { width: 1440, height: 900 };
const isMoney = ({ name }: ScreenState) =>
  /^(landing|dashboard|sell-amount|sell-deposit|transactions|order)$/.test(name);

/** Every screen in the dark on a desktop and in the light on a phone; the ways to money the other way round too. */
function looksOf(stop: ScreenState): (Look & { device: Device })[] {
  const look = (device: Device, theme: Theme) => ({ device, theme, ...devices[device] });
  const desktop = { ...look('desktop', 'dark'), ...(stop.who === 'admin' && adminWindow) };
  // The admin search is opened by keys that a phone lacks.
  if (stop.name === 'admin-command') return [desktop];
  const usual = [desktop, look('phone', 'light')];
  return isMoney(stop) ? [...usual, look('phone', 'dark'), look('desktop', 'light')] : usual;
}

async function keep(page: Page, name: string): Promise<void> {
  await waitUntilIdle(page);
  const shot = await page.screenshot({ animations: 'disabled', caret: 'hide' });
  const { size } = await sharp(shot)
    .webp({ quality: 55, effort: 6 })
    .toFile(join(folder, `${name}.webp`));
  console.log(`${name} ${Math.ceil(size / 1024)} KB`);
}

/** One visit, whose page is then shown in each variant. */
async function take(page: Page, stop: ScreenState): Promise<void> {
  await page.setViewportSize(devices.desktop);
  await page.goto(stop.path ?? stop.route);
  await waitUntilIdle(page);
  await stop.reach?.(page);
  for (const { device, ...look } of looksOf(stop)) {
    await applyAppearance(page, look);
    await keep(page, `${stop.name}-${look.theme}-${device}`);
  }
}

/** The first screens as shown in another language. */
async function takeTranslated(browser: Browser, demonstration: DemoServer, stop: ScreenState): Promise<void> {
  for (const [language, theme] of [
    ['ar', 'dark'],
    ['de', 'light'],
  ] as const) {
    const context = await windowOf(browser, demonstration, stop.who, { theme, language, viewport: devices.phone });
    const page = await context.newPage();
    await page.goto(stop.path ?? stop.route);
    await keep(page, `${stop.name}-${theme}-phone-${language}`);
    await context.close();
  }
}

mkdirSync(folder, { recursive: true });
execFileSync(process.execPath, [join(rootDir, 'server', 'cli', 'build.mjs')], { stdio: 'inherit' });
const wanted = process.argv.slice(2);
const browser = await launchBrowser();
const demonstration = await startDemo();
try {
  const stops = screensOf(await findPlaces(demonstration));
  // Routes to the same screen need no screenshot of their own.
  const shown = stops.filter(({ name }) => !/(-page|-gate)$|^(admin-unknown|sign-out)$/.test(name));
  const chosen = shown.filter(({ name }) => wanted.length === 0 || wanted.some((start) => name.startsWith(start)));
  const windows = new Map<Who, BrowserContext>();
  for (const stop of chosen) {
    const open = windows.get(stop.who) ?? (await windowOf(browser, demonstration, stop.who, { theme: 'dark' }));
    windows.set(stop.who, open);
    const page = await open.newPage();
    await take(page, stop);
    await page.close();
    if (/^(landing|dashboard)$/.test(stop.name)) await takeTranslated(browser, demonstration, stop);
  }
} finally {
  await demonstration.stop();
  await browser.close();
}

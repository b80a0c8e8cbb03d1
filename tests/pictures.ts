// npm run pictures: a picture of every screen for docs/SCREENS.md, taken from the built demonstration as it is now.
// `npm run pictures -- sell admin-chat` takes those alone whose names begin so.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright';
import sharp from 'sharp';
import { rootDir } from '#server/env/paths.ts';
import { launchBrowser } from './e2e/harness/browser.ts';
import { applyAppearance, waitUntilIdle, type Variant } from './screens/appearance.ts';
import { startDemo, windowOf, type Who } from './screens/demo-server.ts';
import { findPlaces, screensOf, type ScreenState } from './screens/screens.ts';
import { atTheEnd, endAll } from './setup/endings.ts';

const folder = join(rootDir, 'docs', 'pictures');
const devices = { desktop: { width: 1280, height: 800 }, phone: { width: 360, height: 740 } };
type Device = keyof typeof devices;
// An admin must see all decision data without scrolling in a window of this size.
const adminWindow = { width: 1440, height: 900 };
const isFirst = (name: string) => /^(landing|dashboard)$/.test(name);
const isMoney = (name: string) => isFirst(name) || /^(sell-amount|sell-deposit|transactions|order)$/.test(name);

/** Every screen in the dark on a desktop and in the light on a phone; the ways to money the other way round too, the first ones in other languages. */
function variantsOf({ name, who }: ScreenState): (Variant & { device: Device })[] {
  const variant = (device: Device, theme: Variant['theme'], language = 'en') => ({
    device,
    theme,
    language,
    ...devices[device],
  });
  const desktop = { ...variant('desktop', 'dark'), ...(who === 'admin' && adminWindow) };
  // The admin search is opened by keys that a phone lacks.
  if (name === 'admin-command') return [desktop];
  return [
    ...(isFirst(name) ? [variant('phone', 'dark', 'ar'), variant('phone', 'light', 'de')] : []),
    desktop,
    variant('phone', 'light'),
    ...(isMoney(name) ? [variant('phone', 'dark'), variant('desktop', 'light')] : []),
  ];
}

async function saveScreenshot(page: Page, name: string): Promise<void> {
  await waitUntilIdle(page);
  const shot = await page.screenshot({ animations: 'disabled', caret: 'hide' });
  const { size } = await sharp(shot)
    .webp({ quality: 55, effort: 6 })
    .toFile(join(folder, `${name}.webp`));
  console.log(`${name} ${Math.ceil(size / 1024)} KB`);
}

/** One visit, whose page is then shown in each variant. */
async function take(page: Page, screen: ScreenState): Promise<void> {
  await page.setViewportSize(devices.desktop);
  await page.goto(screen.path ?? screen.route);
  await waitUntilIdle(page);
  await screen.reach?.(page);
  for (const { device, ...variant } of variantsOf(screen)) {
    await applyAppearance(page, variant);
    const language = variant.language === 'en' ? '' : `-${variant.language}`;
    await saveScreenshot(page, `${screen.name}-${variant.theme}-${device}${language}`);
  }
}

mkdirSync(folder, { recursive: true });
const wanted = process.argv.slice(2);
try {
  const browser = await launchBrowser();
  atTheEnd(() => browser.close());
  const demonstration = await startDemo();
  const screens = screensOf(await findPlaces(demonstration));
  // Routes to the same screen need no screenshot of their own.
  const shown = screens.filter(({ name }) => !/(-page|-gate)$|^(admin-unknown|sign-out)$/.test(name));
  const chosen = shown.filter(({ name }) => wanted.length === 0 || wanted.some((start) => name.startsWith(start)));
  const windows = new Map<Who, BrowserContext>();
  for (const screen of chosen) {
    const open = windows.get(screen.who) ?? (await windowOf(browser, demonstration, screen.who));
    windows.set(screen.who, open);
    const page = await open.newPage();
    await take(page, screen);
    await page.close();
  }
} finally {
  await endAll();
}

// npm run pictures: a picture of every screen for docs/SCREENS.md, taken from the built demonstration as it is now.
// `npm run pictures -- sell admin-chat` takes those alone whose names begin so.
import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Browser } from 'playwright';
import sharp from 'sharp';
import { rootDir } from '#server/paths.ts';
import { launchBrowser } from './e2e/harness/browser.ts';
import { startDemonstration, windowOf, type Demonstration } from './tour/demonstration.ts';
import { settle } from './tour/settle.ts';
import { findPlaces, stopsOf, type Stop } from './tour/stops.ts';

interface Picture {
  stop: Stop;
  theme: 'dark' | 'light';
  device: 'desktop' | 'phone';
  language?: string;
}

const devices = {
  desktop: { width: 1280, height: 800 },
  phone: { width: 360, height: 740 },
};
// What the desk needs to decide is to be seen without scrolling on a window of this size.
const deskWindow = { width: 1440, height: 900 };

/** Every screen once on a desktop and once on a phone, the ways to money in both themes, and two in other languages. */
function picturesOf(stops: readonly Stop[]): Picture[] {
  const isMoney = ({ name }: Stop) =>
    /^(landing|dashboard|sell-|exchange-|transactions$|order|admin-review$)/.test(name);
  const translated = stops.filter(({ name }) => name === 'landing' || name === 'dashboard');
  return [
    ...stops.flatMap((stop): Picture[] => [
      { stop, theme: 'dark', device: 'desktop' },
      { stop, theme: 'light', device: 'phone' },
      ...(isMoney(stop) ? [{ stop, theme: 'light', device: 'desktop' } as const] : []),
    ]),
    ...translated.flatMap((stop): Picture[] => [
      { stop, theme: 'dark', device: 'phone', language: 'ar' },
      { stop, theme: 'light', device: 'phone', language: 'de' },
    ]),
  ];
}

const folder = join(rootDir, 'docs', 'pictures');
const nameOf = ({ stop, theme, device, language }: Picture) =>
  [stop.name, theme, device, language].filter((part) => part !== undefined).join('-');

async function take(browser: Browser, demonstration: Demonstration, picture: Picture): Promise<number> {
  const { stop, theme, device, language } = picture;
  const viewport = device === 'desktop' && stop.who === 'admin' ? deskWindow : devices[device];
  const context = await windowOf(browser, demonstration, stop.who, { theme, language });
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  try {
    // A walk is made in the width that it is written for.
    await page.setViewportSize(stop.reach ? devices.desktop : viewport);
    await page.goto(stop.path ?? stop.route);
    await settle(page);
    await stop.reach?.(page);
    await page.setViewportSize(viewport);
    await settle(page);
    const shot = await page.screenshot({ animations: 'disabled', caret: 'hide' });
    const path = join(folder, `${nameOf(picture)}.webp`);
    return (await sharp(shot).webp({ quality: 60, effort: 6 }).toFile(path)).size;
  } finally {
    await context.close();
  }
}

mkdirSync(folder, { recursive: true });
execFileSync(process.execPath, [join(rootDir, 'server', 'cli', 'build.mjs')], { stdio: 'inherit' });
const wanted = process.argv.slice(2);
const server = await launchBrowser();
const demonstration = await startDemonstration();
try {
  const browser = await chromium.connect(server.wsEndpoint());
  const stops = stopsOf(await findPlaces(demonstration));
  const chosen = stops.filter(({ name }) => wanted.length === 0 || wanted.some((start) => name.startsWith(start)));
  for (const picture of picturesOf(chosen)) {
    console.log(`${nameOf(picture)} ${Math.ceil((await take(browser, demonstration, picture)) / 1024)} KB`);
  }
} finally {
  await demonstration.stop();
  await server.close();
}

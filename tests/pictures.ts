// npm run pictures: a picture of every screen for docs/SCREENS.md, taken from the current built demo. `npm run pictures
// -- sell admin-chat` takes only those with these prefixes.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';
import sharp from 'sharp';
import { rootDir } from '#server/env/paths.ts';
import { launchBrowser } from './e2e/harness/browser.ts';
import { applyAppearance, waitUntilIdle } from './screens/appearance.ts';
import { startDemo, windowOf } from './screens/demo-server.ts';
import { firstWindow, isPictured, picturesOf } from './screens/picture-list.ts';
import { findPlaces } from './screens/places.ts';
import type { ScreenState } from './screens/screen-state.ts';
import { screensOf } from './screens/screens.ts';
import { atTheEnd, endAll } from './setup/endings.ts';

const folder = join(rootDir, 'docs', 'pictures');
async function saveScreenshot(page: Page, name: string): Promise<void> {
  await waitUntilIdle(page);
  const shot = await page.screenshot({ animations: 'disabled', caret: 'hide' });
  const { size } = await sharp(shot)
    .webp({ quality: 55, effort: 6 })
    .toFile(join(folder, `${name}.webp`));
  console.log(`${name} ${Math.ceil(size / 1024)} KB`);
}

/** One visit, whose page is then captured in each variant. */
async function take(page: Page, screen: ScreenState): Promise<void> {
  await page.setViewportSize(firstWindow);
  await screen.prepare?.(page);
  await page.goto(screen.path ?? screen.route);
  await waitUntilIdle(page);
  await screen.reach?.(page);
  for (const { name, variant } of picturesOf(screen)) {
    await applyAppearance(page, variant);
    // A phone scrolls the field in use into view, while a shrunk window leaves it in place.
    await page.evaluate(
      () => document.activeElement?.matches('[type=search]') && document.activeElement.scrollIntoView(),
    );
    await saveScreenshot(page, name);
  }
}

mkdirSync(folder, { recursive: true });
const wantedNames = process.argv.slice(2);
try {
  const browser = await launchBrowser();
  atTheEnd(() => browser.close());
  const demonstration = await startDemo();
  const screens = screensOf(await findPlaces(demonstration));
  const shownScreens = screens.filter(isPictured);
  const chosenScreens = shownScreens.filter(
    ({ name }) => wantedNames.length === 0 || wantedNames.some((start) => name.startsWith(start)),
  );
  for (const screen of chosenScreens) {
    // Each screen has its own window: the next one would continue a draft of the last one.
    const open = await windowOf(browser, demonstration, screen.who);
    // An unreachable screen is reported, and does not stop the others.
    await take(await open.newPage(), screen).catch((error: unknown) => {
      console.error(`FAIL ${screen.name} ${String(error).split('\n').slice(0, 4).join(' ')}`);
      process.exitCode = 1;
    });
    // A request that is still answered when its page closes would end the program.
    for (const page of open.pages()) await page.unrouteAll({ behavior: 'wait' });
    await open.close();
  }
} finally {
  await endAll();
}

// npm run a11y: every screen of the built demo, in both themes, at four widths, in English and in Arabic, and what fits
// on a phone in the two languages with the longest texts. It ends with 1 if axe finds anything, anything overflows
// sideways, a text is cut off, a page shifts while it loads, a touch target is too small, the focus is invisible, or a
// text has an unknown font size. At its end it sells in Firefox and in WebKit, if they are installed.
import type { Page } from 'playwright';
import { adminPaths } from '#client/app/admin/places.ts';
import { routes } from '#client/app/routes.ts';
import { launchBrowser } from './e2e/harness/browser.ts';
import { sellInEachEngine } from './engines/sale.ts';
import { applyAppearance, waitUntilIdle, type Variant } from './screens/appearance.ts';
import { axeViolations, clippedTexts, layoutShift, tooWide } from './screens/axe.ts';
import { startDemo, windowOf, type DemoServer } from './screens/demo-server.ts';
import { lostFocus, smallTargets, unknownFontSizes } from './screens/measurements.ts';
import { findPlaces } from './screens/places.ts';
import type { ScreenState } from './screens/screen-state.ts';
import { screensOf } from './screens/screens.ts';
import { atTheEnd, toTheEnd } from './setup/endings.ts';

const phone = { width: 360, height: 740 };
const sizes = [{ width: 1280, height: 800 }, { width: 768, height: 1024 }, phone];
const smallestViewport = { width: 320, height: 640 };
const maxShift = 0.1;

const variantsIn = (theme: Variant['theme'], language: string, ...extraSizes: (typeof phone)[]): Variant[] =>
  [...sizes, ...extraSizes].map((size) => ({ theme, language, ...size }));

/** Language costs most to render again, so it changes last; the final variant restores the page's initial English. */
const variants: readonly Variant[] = [
  ...variantsIn('dark', 'en', smallestViewport),
  ...variantsIn('dark', 'ar', smallestViewport),
  { theme: 'dark', language: 'de', ...phone },
  { theme: 'dark', language: 'ru', ...phone },
  ...variantsIn('light', 'ar'),
  ...variantsIn('light', 'en'),
];
/** Variants that are checked for overflow only: 320 px is no usual width, and axe ignores the language. */
const isForFit = ({ width, language }: Variant) => width === 320 || language === 'de' || language === 'ru';

/** `npm run a11y -- sell admin-chat` checks the screens with these prefixes; `engines` is the sale in other engines. */
const wantedNames = process.argv.slice(2);
const isWanted = ({ name }: Pick<ScreenState, 'name'>) =>
  wantedNames.length === 0 || wantedNames.some((start) => name.startsWith(start));

/** The faults of one variant. */
async function faultsIn(page: Page, variant: Variant): Promise<string[]> {
  await applyAppearance(page, variant);
  const wide = (await tooWide(page)).map((box) => `too wide: ${box}`);
  const cutTexts = [...(await clippedTexts(page)), ...(await unknownFontSizes(page))];
  return [...wide, ...cutTexts, ...(isForFit(variant) ? [] : await axeViolations(page))];
}

async function checkScreen(
  page: Page,
  { path, route, prepare, reach, who, isOffline }: ScreenState,
): Promise<string[]> {
  const faultScreens = new Map<string, string[]>();
  const note = (fault: string, screenName: string) =>
    faultScreens.set(fault, [...(faultScreens.get(fault) ?? []), screenName]);
  await prepare?.(page);
  for (const size of reach ? sizes.slice(0, 1) : sizes) {
    await page.setViewportSize(size);
    await page.goto(path ?? route);
    await waitUntilIdle(page);
    const shift = await layoutShift(page);
    if (shift > maxShift) note(`things move by ${shift} while it loads`, `${size.width}`);
  }
  await reach?.(page);
  await waitUntilIdle(page);
  for (const variant of variants.filter(({ language }) => !isOffline || language === 'en')) {
    for (const fault of await faultsIn(page, variant))
      note(fault, `${variant.theme} ${variant.width} ${variant.language}`);
  }
  // Pointer and keyboard, on a phone: 44 px for customers, 24 for admins, whose tables are dense.
  const toHands = [...(await smallTargets(page, who === 'admin' ? 24 : 44)), ...(await lostFocus(page))];
  for (const fault of toHands) note(fault, `light ${phone.width} en`);
  return [...faultScreens].map(([fault, screenNames]) => `${fault} (${screenNames.join(', ')})`);
}

async function crawl(demonstration: DemoServer): Promise<string[]> {
  const screens = screensOf(await findPlaces(demonstration));
  const seenRoutes = new Set(screens.map(({ route }) => route));
  const paths = [...routes.map(({ path }) => path), ...adminPaths];
  const faults = paths.filter((path) => !seenRoutes.has(path)).map((path) => `nobody looks at ${path}`);
  for (const fault of faults) console.log(`FAIL ${fault}`);
  const browser = await launchBrowser();
  atTheEnd(() => browser.close());
  for (const screen of screens.filter(isWanted)) {
    // A new window for each screen: leftovers of one check, such as a draft or a language, must not disturb the next
    // one.
    const open = await windowOf(browser, demonstration, screen.who, { hasTouch: true });
    const page = await open.newPage();
    page.setDefaultTimeout(15_000);
    // A failed visit is a fault of its own, and does not stop the other checks.
    const screenFaults = await checkScreen(page, screen).catch((error: unknown) => [
      String(error).split('\n').slice(0, 4).join(' '),
    ]);
    await open.close();
    faults.push(...screenFaults);
    const lines = screenFaults.map((fault) => `\n     ${fault}`).join('');
    console.log(`${screenFaults.length === 0 ? 'ok  ' : 'FAIL'} ${screen.name}${lines}`);
  }
  return faults;
}

const faults = await toTheEnd(async () => crawl(await startDemo()));
const inEngines = isWanted({ name: 'engines' });
const { failed, missing } = inEngines ? await sellInEachEngine() : { failed: [], missing: [] };
console.log(`${variants.length} variants of each screen, ${faults.length} faults`);
if (inEngines) console.log(`other engines: ${failed.length} failed, not installed: ${missing.join(', ') || 'none'}`);
process.exitCode = faults.length + failed.length === 0 ? 0 : 1;

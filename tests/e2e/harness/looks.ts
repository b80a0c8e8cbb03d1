import type { Page } from 'playwright';
import { expect } from 'vitest';
import { expectNoAxeViolations, shot } from './page.ts';

export interface Look {
  theme: 'dark' | 'light';
  width: number;
  height: number;
}

/** Every screen is looked at in both themes, on a small phone and on a desk. */
export const looks: readonly Look[] = [
  { theme: 'dark', width: 360, height: 740 },
  { theme: 'light', width: 360, height: 740 },
  { theme: 'dark', width: 1280, height: 800 },
  { theme: 'light', width: 1280, height: 800 },
];

/** Shows the open page in another look without loading it again. */
export async function wear(page: Page, { theme, width, height }: Look): Promise<void> {
  await page.setViewportSize({ width, height });
  await page.evaluate((chosen) => {
    localStorage.setItem('landfall-ui-theme', chosen);
    // What the browser itself tells a page when another tab changed the choice.
    dispatchEvent(new StorageEvent('storage', { key: 'landfall-ui-theme', newValue: chosen }));
  }, theme);
  await page.locator(`html.${theme}`).waitFor({ state: 'attached' });
}

/** What stands out sideways at this width, in the page or in an open dialog: the boxes and what in them is too wide. */
async function tooWide(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const boxes = [document.documentElement, ...document.querySelectorAll('dialog[open], dialog[open] > *')];
    const wide = boxes.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth);
    if (wide.length === 0) return [];
    const outside = [...document.querySelectorAll('main *, dialog[open] *')].filter(
      (element) => element.getBoundingClientRect().right > innerWidth,
    );
    return [...wide, ...outside.slice(-3)]
      .map((element) => element.cloneNode(false))
      .map((element) => (element instanceof HTMLElement ? element.outerHTML : element.nodeName));
  });
}

/**
 * Checks the page as it stands now in every look, and on a phone of 320 px: nothing is wider than the window, axe finds
 * nothing, and a picture is kept as NAME-THEME-WIDTH.
 */
export async function expectGoodInEveryLook(page: Page, name: string): Promise<void> {
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await tooWide(page), `${name} at 320 px`).toEqual([]);
  for (const look of looks) {
    await wear(page, look);
    expect(await tooWide(page), `${name} at ${look.width} px`).toEqual([]);
    await shot(page, `${name}-${look.theme}-${look.width}`);
    await expectNoAxeViolations(page);
  }
}

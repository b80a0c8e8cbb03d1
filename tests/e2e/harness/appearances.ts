import type { Page } from 'playwright';
import { expect } from 'vitest';
import { applyAppearance, type Variant } from '#tests/screens/appearance.ts';
import { tooWide } from '#tests/screens/axe.ts';
import { expectNoAxeViolations, shot } from './page.ts';

export { applyAppearance };

/** Every screen is checked in both themes, on a phone and on a desktop. */
export const variants: readonly Variant[] = [
  { theme: 'dark', width: 360, height: 740 },
  { theme: 'light', width: 360, height: 740 },
  { theme: 'dark', width: 1280, height: 800 },
  { theme: 'light', width: 1280, height: 800 },
];

/**
 * Checks the current page in every variant, and on a phone of 320 px: nothing is wider than the window, axe finds
 * nothing, and with SHOTS a screenshot is saved as NAME-THEME-WIDTH.
 */
export async function expectGoodInEveryAppearance(page: Page, name: string): Promise<void> {
  await page.setViewportSize({ width: 320, height: 640 });
  // A chart takes the new width a frame later.
  await expect.poll(() => tooWide(page), { message: `${name} at 320 px` }).toEqual([]);
  for (const variant of variants) {
    await applyAppearance(page, variant);
    expect(await tooWide(page), `${name} at ${variant.width} px`).toEqual([]);
    await shot(page, `${name}-${variant.theme}-${variant.width}`);
    await expectNoAxeViolations(page);
  }
}

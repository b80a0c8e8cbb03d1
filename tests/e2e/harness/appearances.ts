import type { Page } from 'playwright';
import { expect } from 'vitest';
import { applyAppearance, type Variant } from '#tests/screens/appearance.ts';
import { tooWide } from '#tests/screens/axe.ts';
import { expectNoAxeViolations, shot } from './page.ts';

export { applyAppearance };

const phone = { width: 360, height: 740 };
const desktop = { width: 1280, height: 800 };

/** Covers both themes and both widths in two checks. */
const diagonals: readonly Variant[] = [
  { theme: 'dark', ...phone },
  { theme: 'light', ...desktop },
];
/** Appearances of the later states of a journey, in turn: the other two combinations come first. */
const rotation: readonly Variant[] = [{ theme: 'light', ...phone }, { theme: 'dark', ...desktop }, ...diagonals];

/** Number of checked states of a window. */
const checkedAt = new WeakMap<Page, number>();

/** With SHOTS every state is saved in every variant. */
function variantsOfState(state: number): readonly Variant[] {
  if (process.env.SHOTS) return rotation;
  return state === 0 ? diagonals : rotation.slice((state - 1) % rotation.length).slice(0, 1);
}

/**
 * Checks the current page on a phone of 320 px and, for the first state of a window, in dark on a phone and in light on
 * a desktop; each later state in one of the four, in turn (`npm run a11y` has all sixteen). No content is wider than
 * the window, and with SHOTS a screenshot is saved as NAME-THEME-WIDTH. axe checks the first or the last of these: the
 * length of the name decides which, so that both themes are covered and a state is always checked in the same one. The
 * page stays light, and as wide as a desktop.
 */
export async function expectGoodInEveryAppearance(page: Page, name: string): Promise<void> {
  const state = checkedAt.get(page) ?? 0;
  checkedAt.set(page, state + 1);
  await page.setViewportSize({ width: 320, height: 640 });
  // A chart takes the new width a frame later.
  await expect.poll(() => tooWide(page), { message: `${name} at 320 px` }).toEqual([]);
  const variants = variantsOfState(state);
  const appearance = variants.at((name.length % 2) - 1);
  for (const variant of variants) {
    await applyAppearance(page, variant);
    expect(await tooWide(page), `${name} at ${variant.width} px`).toEqual([]);
    await shot(page, `${name}-${variant.theme}-${variant.width}`);
    if (variant === appearance) await expectNoAxeViolations(page);
  }
  await applyAppearance(page, { theme: 'light', ...desktop });
}

import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import type { LineState } from '#shared/orders/line/line.states.ts';
import { applyAppearance } from '#tests/screens/appearance.ts';
import { clippedTexts, tooWide } from '#tests/screens/axe.ts';
import { brokenWords, coveredRest } from '#tests/screens/large-text.ts';
import { answer, pathOf } from '#tests/screens/line-states.ts';
import { shot } from './harness/page.ts';
import { customer } from './harness/users.ts';

/** The states that most orders go through, and those that need the customer. */
const states: readonly LineState[] = [
  'waiting',
  'seen',
  'confirming',
  'checked',
  'short',
  'late',
  'sent',
  'arrived',
  'refund_address',
  'account',
];

const phone = { theme: 'dark', width: 360, height: 740 } as const;
const smallestViewport = { theme: 'light', width: 320, height: 640 } as const;

const views = [
  [phone, 100],
  [phone, 200],
  [smallestViewport, 100],
] as const;

const faultsOf = async (page: Page): Promise<string[]> =>
  (await Promise.all([tooWide(page), clippedTexts(page), brokenWords(page), coveredRest(page)])).flat();

test('a customer with large letters or a small phone reads words and sums whole in the ten usual states', async () => {
  const { page } = await customer('/contact');
  for (const state of states) {
    await page.unrouteAll();
    await answer(page, state);
    await page.setViewportSize(phone);
    await page.goto(pathOf(state));
    await page.locator(`section[data-state=${state}]`).first().waitFor();
    for (const [view, percent] of views) {
      await applyAppearance(page, view);
      await page.evaluate((size) => document.documentElement.style.setProperty('font-size', `${size}%`), percent);
      const name = `${state}-${view.width}-${percent}`;
      // A dialog adapts to its content a moment after its letters have grown.
      await expect.poll(() => faultsOf(page), { message: name }).toEqual([]);
      await shot(page, `large-text-${name}`);
    }
  }
});

test('a customer with a phone reads the clock and button of a choice, and of the moment of success, wholly', async () => {
  const { page } = await customer('/contact');
  await page.setViewportSize(phone);
  for (const [state, path, read] of [
    ['short', pathOf('short'), '.line-next :is(a, button), .line-clock'],
    ['photo', `${pathOf('photo')}&new`, '.line-next :is(a, button)'],
  ] as const) {
    await page.unrouteAll();
    await answer(page, state);
    await page.goto(path);
    await page.locator(`section[data-state=${state}]`).first().waitFor();
    // A finger must meet the whole area of each button, and nothing that covers it, nor over the time it is pressed by.
    const parts = page.locator(read);
    const coveredTexts = () =>
      parts.evaluateAll((all) => {
        const isCovered = (part: Element) => {
          const { left, right, top, bottom } = part.getBoundingClientRect();
          const hits = [top + 4, bottom - 4].map((y) => document.elementFromPoint((left + right) / 2, y));
          return !hits.every((element) => part.contains(element));
        };
        return all.filter(isCovered).map(({ textContent }) => textContent);
      });
    await expect.poll(coveredTexts).toEqual([]);
    await shot(page, `whole-button-${state}`);
  }
});

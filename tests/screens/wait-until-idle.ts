import type { Page } from 'playwright';

/** Waits until nothing is on its way any more and nothing stands in for what was. */
export async function waitUntilIdle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' });
}

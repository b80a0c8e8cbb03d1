import type { Page } from 'playwright';

export interface Variant {
  theme: 'dark' | 'light';
  width: number;
  height: number;
  /** Default: the page's own language. Arabic is the one that is read from right to left. */
  language?: string;
}

/** Applies another variant to the open page without a reload: navigation and typed input stay. */
export async function applyAppearance(page: Page, { theme, width, height, language }: Variant): Promise<void> {
  await page.setViewportSize({ width, height });
  const choices = { 'landfall-ui-theme': theme, ...(language && { selectedLanguage: language }) };
  await page.evaluate((appearance) => {
    for (const [key, newValue] of Object.entries(appearance)) {
      if (localStorage.getItem(key) === newValue) continue;
      localStorage.setItem(key, newValue);
      // The browser's own event when another tab changed the choice.
      dispatchEvent(new StorageEvent('storage', { key, newValue }));
    }
  }, choices);
  const languageSelector = language ? `[lang=${language}]` : '';
  await page.locator(`html.${theme}${languageSelector}`).waitFor({ state: 'attached' });
  // Server texts load again in the other language.
  if (language) await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' });
}

/** Waits until no request is pending and no placeholder is shown. */
export async function waitUntilIdle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' });
}

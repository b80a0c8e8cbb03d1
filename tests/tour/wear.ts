import type { Page } from 'playwright';

export interface Look {
  theme: 'dark' | 'light';
  width: number;
  height: number;
  /** As the page has it, unless said. */
  direction?: 'ltr' | 'rtl';
}

/** Shows the open page in another look without loading it again. */
export async function wear(page: Page, { theme, width, height, direction }: Look): Promise<void> {
  await page.setViewportSize({ width, height });
  await page.evaluate(
    ({ chosen, towards }) => {
      localStorage.setItem('landfall-ui-theme', chosen);
      // What the browser itself tells a page when another tab changed the choice.
      dispatchEvent(new StorageEvent('storage', { key: 'landfall-ui-theme', newValue: chosen }));
      if (towards) document.documentElement.dir = towards;
    },
    { chosen: theme, towards: direction },
  );
  await page.locator(`html.${theme}`).waitFor({ state: 'attached' });
}

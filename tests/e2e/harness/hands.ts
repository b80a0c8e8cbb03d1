import type { Locator, Page } from 'playwright';
import { button, pressKey } from './controls.ts';
import { administrator } from './server.ts';

/** Keyboard and mouse at this page, with a count of keys and clicks. */
export function controlsOf(page: Page, ownPassword = administrator.password) {
  const counts = { keys: 0, clicks: 0 };
  const click = async (target: Locator) => {
    counts.clicks += 1;
    await target.click();
  };
  return {
    page,
    counts,
    click,
    /** Presses one key; a chord counts each of its keys. */
    key: async (key: string) => {
      counts.keys += key.split('+').length;
      if (key.length === 1) return pressKey(page, key);
      return page.keyboard.press(key);
    },
    /** Types the password if the session is no longer sure; the press counts. */
    prove: async () => {
      const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' });
      const password = dialog.getByLabel('Your password', { exact: true });
      if (!(await password.isVisible())) return;
      await password.fill(ownPassword);
      await click(button(dialog, 'Continue'));
    },
  };
}
export type Hands = ReturnType<typeof controlsOf>;

/** Prints what a test counted. */
export const report = (text: string): void => console.log(text);

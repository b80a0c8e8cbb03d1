import type { Locator, Page } from 'playwright';
import { expect } from './expect.ts';
import { aPicture } from './orders.ts';
import { administrator } from './server.ts';

type Within = Page | Locator;
type Name = string | RegExp;

/** What the page is about. */
export const heading = (page: Page): Locator => page.getByRole('heading', { level: 1 });

/** The button of this name; `exact` where another begins like it. */
export const button = (within: Within, name: Name, exact = false): Locator =>
  within.getByRole('button', { name, exact });

/** Presses the button of this name. */
export const press = (within: Within, name: Name, exact = false): Promise<void> => button(within, name, exact).click();

/** The text field of this whole name. */
export const field = (within: Within, name: Name): Locator => within.getByRole('textbox', { name, exact: true });

/** Types into text fields, each under its name. */
export async function fill(within: Within, texts: Record<string, string>): Promise<void> {
  for (const [name, text] of Object.entries(texts)) await field(within, name).fill(text);
}

/** Types the administrator's password where it is asked for again. */
export const givePassword = (within: Within): Promise<void> =>
  within.getByLabel('Your password', { exact: true }).fill(administrator.password);

/** Waits until all of these texts are in there. */
export async function expectTexts(within: Locator, ...texts: Name[]): Promise<void> {
  for (const text of texts) await expect(within).toContainText(text);
}

/** Waits until each of these is visible. */
export async function expectVisible(...all: Locator[]): Promise<void> {
  for (const one of all) await expect(one).toBeVisible();
}

/** Waits until none of these is visible. */
export async function expectHidden(...all: Locator[]): Promise<void> {
  for (const one of all) await expect(one).toBeHidden();
}

/** Presses Tab until this control has the focus; returns how many times. */
export async function tabTo(page: Page, aim: Locator): Promise<number> {
  await aim.first().waitFor();
  for (let presses = 0; presses < 60; presses += 1) {
    if (await aim.first().evaluate((element) => element === document.activeElement)) return presses;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab never came to ${String(aim)}`);
}

/** A small picture to be chosen in an input. */
export const aPng = (name: string) => ({ name, mimeType: 'image/png', buffer: aPicture() });

/** Writes a message in the chat in there, and sends it. */
export async function say(chat: Within, text: string): Promise<void> {
  const message = chat.getByLabel('Write a message');
  await message.fill(text);
  await message.press('Enter');
}

import type { Locator, Page } from 'playwright';
import { aProof } from '#tests/factories/files.ts';
import { expect } from './expect.ts';
import { administrator } from './server.ts';

type SearchRoot = Page | Locator;
type Name = string | RegExp;

/** The level 1 heading of the page. */
export const heading = (page: Page): Locator => page.getByRole('heading', { level: 1 });

/** The button of this name; `exact` if another name begins with it. */
export const button = (root: SearchRoot, name: Name, exact = false): Locator =>
  root.getByRole('button', { name, exact });

/** Presses the button of this name. */
export const press = (root: SearchRoot, name: Name, exact = false): Promise<void> => button(root, name, exact).click();

/** The text field of exactly this name. */
export const field = (root: SearchRoot, name: Name): Locator => root.getByRole('textbox', { name, exact: true });

/** Types into text fields, each under its name. */
export async function fill(root: SearchRoot, texts: Record<string, string>): Promise<void> {
  for (const [name, text] of Object.entries(texts)) await field(root, name).fill(text);
}

/** Types the password if it is asked for again, the administrator's by default, and presses the button. */
export async function pressProven(root: SearchRoot, name: Name, password = administrator.password): Promise<void> {
  await root.getByLabel('Your password', { exact: true }).fill(password);
  await press(root, name, true);
}

/** Waits until all of these texts are inside. */
export async function expectTexts(root: Locator, ...texts: Name[]): Promise<void> {
  for (const text of texts) await expect(root).toContainText(text);
}

/** Waits until each of these is visible. */
export async function expectVisible(...all: Locator[]): Promise<void> {
  for (const locator of all) await expect(locator).toBeVisible();
}

/** Waits until none of these is visible. */
export async function expectHidden(...all: Locator[]): Promise<void> {
  for (const locator of all) await expect(locator).toBeHidden();
}

/** Presses Tab until this control has the focus; returns the number of presses. */
export async function tabTo(page: Page, target: Locator): Promise<number> {
  await target.first().waitFor();
  for (let presses = 0; presses < 60; presses += 1) {
    if (await target.first().evaluate((element) => element === document.activeElement)) return presses;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab never came to ${String(target)}`);
}

/**
 * Presses a command key: letters in quick succession count as a word, so it first waits until the previous one is long
 * enough ago.
 */
export async function pressKey(page: Page, key: string): Promise<void> {
  const clock = () => page.evaluate(() => performance.now());
  const previousTime = await clock();
  await expect.poll(clock).toBeGreaterThan(previousTime + 200);
  await page.keyboard.press(key);
}

/** Digits as an Arabic keyboard types them. */
export const inArabicDigits = (digits: string): string =>
  digits.replaceAll(/\d/g, (digit) => String.fromCodePoint(0x06_60 + Number(digit)));

/** A small picture for a file input. */
export const aPng = (name: string) => ({ name, mimeType: 'image/png', buffer: aProof() });

/** Sends a message in the chat by the Enter key. */
export async function sendMessage(chat: SearchRoot, text: string): Promise<void> {
  const message = chat.getByLabel('Write a message');
  await message.fill(text);
  await message.press('Enter');
}

/**
 * Opens the list of payout currencies and picks one: text typed into the closed field would be appended to a choice
 * that has just loaded.
 */
export async function pickCurrency(root: SearchRoot, code: string): Promise<void> {
  const list = root.getByRole('combobox', { name: 'Payout currency' });
  await list.click();
  await list.fill(code);
  await root.getByRole('option', { name: new RegExp(`^${code} `) }).click();
}

/** Step 2: the amount, and its payout currency. */
export async function fillAmount(page: Page, amount: string, currency: string): Promise<void> {
  await field(page, 'You sell').fill(amount);
  await pickCurrency(page, currency);
}

/** Step 3: a bank account. */
export async function fillBank(page: Page, number = '0123456789'): Promise<void> {
  await page.getByLabel('Bank', { exact: true }).fill('Bank of Lagos');
  await page.getByRole('textbox', { name: 'Account number' }).fill(number);
  await page.getByRole('textbox', { name: 'Account name' }).fill('Ada Okafor');
}

/** Opens the dialog of step 4 and chooses a photo in it. */
export async function chooseProof(page: Page, name = 'transfer.png') {
  await press(page, /^Next: I’ve sent/);
  const dialog = page.getByRole('dialog', { name: 'Add proof of your transfer' });
  await dialog.getByLabel('Choose photo').setInputFiles(aPng(name));
  return dialog;
}

/** Chooses a picture of more than 10 MB, made in the page: zeros after its end, which decoders ignore. */
export async function chooseLargePhoto(input: Locator, name: string): Promise<void> {
  await input.evaluate(async (element, fileName) => {
    if (!(element instanceof HTMLInputElement)) throw new Error('Files are chosen in an input.');
    const canvas = new OffscreenCanvas(2400, 1600);
    // Without a context a canvas has no pixels to encode.
    canvas.getContext('2d')?.fillRect(0, 0, 1200, 1600);
    const picture = await canvas.convertToBlob({ type: 'image/png' });
    const dataTransfer = new DataTransfer();
    const parts = [picture, new Uint8Array(10 * 1024 * 1024)];
    dataTransfer.items.add(new File(parts, fileName, { type: 'image/png' }));
    element.files = dataTransfer.files;
    element.dispatchEvent(new Event('change', { bubbles: true }));
  }, name);
}

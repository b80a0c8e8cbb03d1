// From an opened page to the state to be shown, in English.
import type { Page } from 'playwright';

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click();
const fill = (page: Page, name: string | RegExp, text: string) => page.getByRole('textbox', { name }).fill(text);
/** The first link or button with this name, in one of the two ways a screen may show it. */
const enter = (page: Page, name: RegExp) =>
  page.getByRole('link', { name }).or(page.getByRole('button', { name })).first().click();

/** Presses the form's own button with nothing in the fields: every refusal is shown. */
export async function sendNothing(page: Page): Promise<void> {
  await page.locator('main form button[type=submit]').first().click();
  await page.locator('[aria-invalid=true]').first().waitFor();
}

export async function findNoCoin(page: Page): Promise<void> {
  await page.getByRole('searchbox', { name: 'Search cryptocurrency' }).fill('no such coin');
  await page.getByText('No cryptocurrencies found').waitFor();
}

export const seeCoins = (page: Page) => page.getByRole('radio', { name: /BTC · Bitcoin Network/ }).waitFor();

export async function typeAmount(page: Page): Promise<void> {
  await fill(page, 'You sell', '0.02');
  await page.getByRole('combobox', { name: 'Payout currency' }).fill('NGN');
  await page.getByRole('option', { name: /^NGN / }).click();
  await page.getByRole('button', { name: /^Continue with 0\.02/ }).waitFor();
}

export async function fillAccount(page: Page): Promise<void> {
  await typeAmount(page);
  await press(page, /^Continue with/);
  // An account saved earlier is chosen already.
  await page.getByRole('radio', { name: /^First Coastal Bank of Nigeria/ }).waitFor();
}

export async function insertHeldRateRow(page: Page): Promise<void> {
  await fillAccount(page);
  await press(page, 'Lock rate and show address');
  await page.getByRole('region', { name: 'Where to send your coins' }).waitFor();
}

export async function openProof(page: Page): Promise<void> {
  await page.goto('/sell?crypto=ethereum');
  await fill(page, 'You sell', '1.5');
  for (const name of [/^Continue with/, 'Lock rate and show address', /^Next: I’ve sent/]) await press(page, name);
  await page.getByRole('dialog', { name: 'Add proof of your transfer' }).waitFor();
}

export async function startExchange(page: Page): Promise<void> {
  await page.getByRole('combobox', { name: 'Currency you send' }).selectOption('PHP');
  await page.getByRole('combobox', { name: 'Currency you receive' }).selectOption('USD');
  await fill(page, 'You send', '10000.50');
  await page.getByRole('button', { name: 'Continue with ₱10,000.50 PHP' }).waitFor();
}

export async function fillExchangeBank(page: Page): Promise<void> {
  await startExchange(page);
  await press(page, /^Continue with/);
  await page.getByLabel('Bank', { exact: true }).fill('First Coastal Bank of New England');
  await fill(page, 'Account number', '0123884421');
  await fill(page, 'Account name', 'Oluwaseun Adebayo-Ogunleye');
  await fill(page, /^Routing number/, '021000021');
}

export async function chooseExchangeMethod(page: Page): Promise<void> {
  await fillExchangeBank(page);
  await press(page, 'Show payment instructions');
  await page.getByRole('radio', { name: 'Philippine bank transfer (SAMPLE)' }).check();
  await page.getByText('SAMPLE - replace before use').waitFor();
}

export const expectDialog = (page: Page) => page.getByRole('dialog').waitFor();

export async function openExport(page: Page): Promise<void> {
  await press(page, 'Export');
  await expectDialog(page);
}

/** Opens help, whichever way this window offers it. */
async function openHelp(page: Page, entry: string): Promise<void> {
  await page.getByRole('button', { name: entry }).first().click();
  await page.getByRole('log').locator('time').first().waitFor();
}

export const openSupport = (page: Page) => openHelp(page, 'Support chat');
export const openAssistant = (page: Page) => openHelp(page, 'Assistant');

/** The first of the queue. */
export async function openFirst(page: Page): Promise<void> {
  await page.locator('main li a, main li button').first().click();
  await page.locator('main h2, main h3').first().waitFor();
}

export async function openUser(page: Page): Promise<void> {
  const row = page.getByRole('row', { name: /Oluwaseun/ });
  await row.getByRole('link').first().click();
  await expectDialog(page);
}

export async function openRoom(page: Page): Promise<void> {
  await enter(page, /Ngozi/);
  await page.getByRole('log').waitFor();
}

export async function openPost(page: Page): Promise<void> {
  await enter(page, /^Edit/);
  await page.getByRole('textbox', { name: 'Title' }).waitFor();
}

export async function openCommand(page: Page): Promise<void> {
  await page.keyboard.press('Control+k');
  await expectDialog(page);
}

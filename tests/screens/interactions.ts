// From an opened page to the state to be shown, in English.
import type { Page } from 'playwright';

/** Presses the form's own button with nothing in the fields: every refusal is shown. */
export async function sendNothing(page: Page): Promise<void> {
  await page.locator('main form button[type=submit]').first().click();
  await page.locator('[aria-invalid=true]').first().waitFor();
}

export async function findNoCoin(page: Page): Promise<void> {
  await page.getByRole('searchbox', { name: 'Search cryptocurrency' }).fill('no such coin');
  await page.getByText('No cryptocurrencies found').waitFor();
}

export async function seeCoins(page: Page): Promise<void> {
  await page.getByRole('radio', { name: /BTC · Bitcoin Network/ }).waitFor();
}

export async function typeAmount(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'You sell' }).fill('0.02');
  await page.getByRole('combobox', { name: 'Payout currency' }).fill('NGN');
  await page.getByRole('option', { name: /^NGN / }).click();
  await page.getByRole('button', { name: /^Continue with 0\.02/ }).waitFor();
}

export async function fillAccount(page: Page): Promise<void> {
  await typeAmount(page);
  await page.getByRole('button', { name: /^Continue with/ }).click();
  // An account saved earlier is chosen already.
  await page.getByRole('radio', { name: /^First Coastal Bank of Nigeria/ }).waitFor();
}

export async function insertHeldRateRow(page: Page): Promise<void> {
  await fillAccount(page);
  await page.getByRole('button', { name: 'Lock rate and show address' }).click();
  await page.getByRole('region', { name: 'Where to send your coins' }).waitFor();
}

export async function openProof(page: Page): Promise<void> {
  await page.goto('/sell?crypto=ethereum');
  await page.getByRole('textbox', { name: 'You sell' }).fill('1.5');
  await page.getByRole('button', { name: /^Continue with/ }).click();
  await page.getByRole('button', { name: 'Lock rate and show address' }).click();
  await page.getByRole('button', { name: /^Next: I’ve sent/ }).click();
  await page.getByRole('dialog', { name: 'Add proof of your transfer' }).waitFor();
}

export async function startExchange(page: Page): Promise<void> {
  await page.getByRole('combobox', { name: 'Currency you send' }).selectOption('PHP');
  await page.getByRole('combobox', { name: 'Currency you receive' }).selectOption('USD');
  await page.getByRole('textbox', { name: 'You send' }).fill('10000.50');
  await page.getByRole('button', { name: 'Continue with ₱10,000.50 PHP' }).waitFor();
}

export async function fillExchangeBank(page: Page): Promise<void> {
  await startExchange(page);
  await page.getByRole('button', { name: /^Continue with/ }).click();
  await page.getByLabel('Bank', { exact: true }).fill('First Coastal Bank of New England');
  await page.getByRole('textbox', { name: 'Account number' }).fill('0123884421');
  await page.getByRole('textbox', { name: 'Account name' }).fill('Oluwaseun Adebayo-Ogunleye');
  await page.getByRole('textbox', { name: /^Routing number/ }).fill('021000021');
}

export async function chooseExchangeMethod(page: Page): Promise<void> {
  await fillExchangeBank(page);
  await page.getByRole('button', { name: 'Show payment instructions' }).click();
  await page.getByRole('radio', { name: 'Philippine bank transfer (SAMPLE)' }).check();
  await page.getByText('SAMPLE - replace before use').waitFor();
}

export async function expectDialog(page: Page): Promise<void> {
  await page.getByRole('dialog').waitFor();
}

export async function openExport(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('dialog').waitFor();
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
  await page
    .getByRole('row', { name: /Oluwaseun/ })
    .getByRole('link')
    .first()
    .click();
  await page.getByRole('dialog').waitFor();
}

export async function openRoom(page: Page): Promise<void> {
  await page
    .getByRole('link', { name: /Ngozi/ })
    .or(page.getByRole('button', { name: /Ngozi/ }))
    .first()
    .click();
  await page.getByRole('log').waitFor();
}

export async function openPost(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /^Edit/ })
    .or(page.getByRole('link', { name: /^Edit/ }))
    .first()
    .click();
  await page.getByRole('textbox', { name: 'Title' }).waitFor();
}

export async function openCommand(page: Page): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').waitFor();
}

import { expect } from 'playwright/test';
import { test } from 'vitest';
import { expectNoAxeViolations, openPage } from './harness/page.ts';
import { expectGoodInEveryLook } from './harness/looks.ts';
import { admin, visitor } from './harness/people.ts';

test('a visitor asks the bot, wants a person, and talks to the agent who joins', async () => {
  const page = await openPage();
  let letDockCome = () => undefined as void;
  const pressed = new Promise<void>((resolve) => (letDockCome = resolve));
  await page.route('**/HelpDock-*.js', (route) => pressed.then(() => route.continue()));
  await page.goto('/contact', { waitUntil: 'domcontentloaded' });
  const log = page.getByRole('log');
  await page.getByRole('button', { name: 'Open Live Chat' }).click();
  letDockCome(); // A press before it stands there counts.
  await page.getByRole('button', { name: 'What are your fees?' }).click();
  await expect(page.getByText('Assistant is typing')).toBeVisible();
  await expect(log).toContainText('5% standard, 4% over $5,000.00 USD, 3% over $10,000.00 USD');
  await page.getByRole('button', { name: 'Talk to an agent' }).click();
  await page.getByLabel('Your email address').fill('guest@example.com');
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(log).toContainText('A person will answer you here or at guest@example.com');
  await expect(page.getByLabel('Your email address')).toBeHidden();

  const { page: desk } = await admin('/admin/agent-chat');
  await expect(desk.getByRole('button', { name: 'Online', pressed: true })).toBeVisible();
  await desk.getByRole('button', { name: /guest@example\.com.*Talk to an agent/ }).click();
  await expect(page.getByText('You are talking to Admin Agent')).toBeVisible();
  await desk.getByLabel('Write a message').fill('Good day. How can I help?');
  await desk.getByLabel('Write a message').press('Enter');
  await expect(log).toContainText('Good day. How can I help?');
  await page.getByLabel('Write a message').fill('Is 0x52908400098527886E0F7030069857D2E4169EE7 yours?');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(log).toContainText('Careful: this is not an account or address of ours.');
  await expect(desk.getByRole('log')).toContainText('This holds an account or address');
  await desk.getByRole('button', { name: 'Busy' }).click();
  await expect(desk.getByRole('button', { name: 'Busy', pressed: true })).toBeVisible();
  await expectNoAxeViolations(page);
  await expectGoodInEveryLook(desk, 'agent-chat');
  await page.reload();
  await page.getByRole('button', { name: 'Open Live Chat' }).click();
  await expect(page.getByRole('log')).toContainText('Good day. How can I help?');
  await expectGoodInEveryLook(page, 'support-chat');
});

test('on a phone the way to help stands in the header and covers neither a field nor a figure', async () => {
  const page = await visitor('/register', { viewport: { width: 320, height: 740 } });
  const help = page.getByRole('banner').getByRole('button', { name: 'Help', exact: true });
  await help.waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
  await page.goto('/');
  await page.getByRole('banner').getByRole('link', { name: 'Sign In' }).click();
  await page.getByRole('heading', { name: 'Sign in to Landfall' }).waitFor();
  await help.click();
  await page
    .getByRole('dialog', { name: 'Help' })
    .getByRole('button', { name: /Support/ })
    .waitFor();
});

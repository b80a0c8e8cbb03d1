import { randomUUID } from 'node:crypto';
import { expect as check, test } from 'vitest';
import { expectGoodInEveryAppearance } from './harness/appearances.ts';
import { expect } from './harness/expect.ts';
import { readMail } from './harness/mail.ts';
import { ask, visitor } from './harness/users.ts';

test('a visitor subscribes in the footer, confirms by mail and leaves again at one press', async () => {
  const email = `reader.${randomUUID().slice(0, 8)}@readers.test`;
  const page = await visitor('/contact');
  const footer = page.getByRole('contentinfo');
  await footer.scrollIntoViewIfNeeded();
  await footer.getByRole('button', { name: 'Subscribe' }).click();
  await expect(footer.getByText('Please enter a valid email address')).toBeVisible();
  await expectGoodInEveryAppearance(page, 'footer-subscribe');
  await footer.getByRole('textbox').fill(email);
  await footer.getByRole('button', { name: 'Subscribe' }).click();
  await expect(footer.getByText(`confirm with the link we’ve sent to ${email}`)).toBeVisible();

  const linkIn = (text: string, path: string) => new RegExp(`http\\S+${path}\\?token=\\S+`).exec(text)?.[0] ?? '';
  const asked = await readMail(email, /Please confirm/);
  await page.goto(linkIn(asked.text ?? '', '/newsletter/confirm'));
  await expect(page.getByRole('button', { name: 'Confirm my subscription' })).toBeVisible();
  await page.getByRole('button', { name: 'Confirm my subscription' }).click();
  await expect(page.getByText('You’re subscribed.')).toBeVisible();

  const welcome = await readMail(email, /You are subscribed/);
  const header = (name: string) => welcome.headers.find(({ key }) => key === name)?.value ?? '';
  check(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
  check(header('list-unsubscribe')).toMatch(/^<http.*\/api\/unsubscribe\?token=.*>$/);
  await page.goto(linkIn(welcome.text ?? '', '/newsletter/unsubscribe'));
  await page.getByRole('main').getByRole('button', { name: 'Unsubscribe' }).click();
  await expect(page.getByText('You’re unsubscribed.')).toBeVisible();
  check(await ask('POST', '/api/subscribe', { body: { email } })).toEqual({
    message: 'Please confirm with the link that we have sent you.',
  });
}, 90_000);

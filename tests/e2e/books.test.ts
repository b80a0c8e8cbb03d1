import { test } from 'vitest';
import { expectGoodInEveryAppearance } from './harness/appearances.ts';
import { expectTexts, field, fill, press } from './harness/controls.ts';
import { expect } from './harness/expect.ts';
import { admin } from './harness/users.ts';

test('the owner enters a cost by hand, finds it in the journal and reverses it once', async () => {
  const { page } = await admin('/admin/books');
  const note = `Charge ${crypto.randomUUID()}`;
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expectGoodInEveryAppearance(page, 'admin-books');
  await press(page, 'Manual entry…');
  const dialog = page.getByRole('dialog', { name: 'Manual entry' });
  await fill(dialog, { Amount: '12.50', Note: note });
  await expectTexts(dialog, '$12.50 USD: Bank → Bank costs');
  await press(dialog, 'Enter it in the books');
  await expect(dialog).toBeHidden();

  await page.getByRole('link', { name: 'Journal' }).click();
  await page.getByRole('searchbox', { name: 'Search by order, batch or note' }).fill(note);
  const entries = page.getByRole('list', { name: 'Journal' }).getByRole('listitem');
  await expect(entries).toHaveCount(1);
  await expectTexts(entries, '$12.50 USD: Bank → Bank costs', note);
  await expectGoodInEveryAppearance(page, 'admin-books-journal');
  await entries.getByRole('button', { name: /^Reverse/ }).click();
  const asked = page.getByRole('dialog', { name: 'Reverse this entry' });
  await field(asked, 'Note').fill(`${note}, entered twice`);
  await press(asked, 'Reverse this entry');
  await expect(asked).toBeHidden();
  await expect(entries).toHaveCount(2);
  await expectTexts(entries.filter({ hasText: 'Reversed: ' }), '$12.50 USD');
  await expect(entries.getByRole('button', { name: /^Reverse/ })).toHaveCount(0);
});

test('the owner reads every tab of the books', async () => {
  const { page } = await admin('/admin/books');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  for (const tab of ['Positions', 'Profit', 'Reconciliation', 'Months']) {
    await page.getByRole('link', { name: new RegExp(`^${tab}`) }).click();
    await expect(page.getByRole('link', { name: new RegExp(`^${tab}`) })).toHaveAttribute('aria-current', 'page');
    await expectGoodInEveryAppearance(page, `admin-books-${tab.toLowerCase()}`);
  }
});

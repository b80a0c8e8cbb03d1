import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright';
import { beforeAll, test } from 'vitest';
import { expectGoodInEveryAppearance } from './harness/appearances.ts';
import { button, field, heading, press, pressKey } from './harness/controls.ts';
import { expect } from './harness/expect.ts';
import { placeSellOrder } from './harness/orders.ts';
import { aCustomer, admin, anAdmin, ask } from './harness/users.ts';

const iban = 'DE89370400440532013000';
const account = `Dropped ${randomUUID().slice(0, 8)}`;

beforeAll(async () => {
  const { token } = await anAdmin();
  const body = { name: account, currency: 'EUR', format: 'by_hand', holderName: 'Landfall', iban, bankName: 'Bank' };
  await ask('POST', '/api/admin/desk-accounts', { token, body });
});

/** Opens the command menu by its key and types into it. */
async function command(page: Page, input: string) {
  await button(page, 'Find or do').waitFor();
  await pressKey(page, 'Control+k');
  const menu = page.getByRole('dialog', { name: 'Find or do' });
  await expect(menu.getByRole('combobox')).toBeFocused();
  await page.keyboard.type(input);
  return menu.getByRole('option', { selected: true });
}

test('the owner opens the pause of a coin by keyboard, which needs a reason', async () => {
  const { page } = await admin('/admin/team');
  await expect(await command(page, 'pause btc')).toHaveText(/^Pause Bitcoin/);
  await expectGoodInEveryAppearance(page, 'command-pause');
  await page.getByRole('combobox').press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Pause Bitcoin' });
  const reason = field(dialog, 'Reason (for the team)');
  await expect(reason).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(reason).toHaveAttribute('aria-invalid', 'true');
  await expectGoodInEveryAppearance(page, 'command-pause-reason');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
});

test('the owner finds a setting by its name at its field, also after a reload', async () => {
  const { page } = await admin('/admin/team');
  await expect(await command(page, 'limit without identity')).toHaveText(/^Limit without identity check/);
  await page.keyboard.press('Enter');
  const limit = field(page, 'Limit without identity check');
  await expect(limit).toBeFocused();
  await page.reload();
  await expect(limit).toBeFocused();
  await expect(await command(page, 'spread bitcoin')).toHaveText(/^Spread: Bitcoin/);
  await page.keyboard.press('Enter');
  await expect(heading(page)).toHaveText('Prices');
  await expect(page.getByRole('textbox', { name: 'Bitcoin', exact: true })).toBeFocused();
  await expectGoodInEveryAppearance(page, 'command-spread');
});

test('the owner opens the batch of due payouts, and finds a batch again by its number', async () => {
  const { page, user } = await admin('/admin/team');
  const { token } = user;
  const { id } = await placeSellOrder(await aCustomer(), { cryptoId: 'usdt-trc20', amount: 30, currency: 'NGN' });
  const payout = await ask<{ id: string }>('POST', `/api/admin/transactions/${id}/payout`, {
    token,
    body: { reason: 'Checked' },
  });
  await expect(await command(page, 'batch ngn')).toHaveText(/^Batch \d+ payouts?, ₦/);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/admin\/payouts\?tab=due&group=NGN$/);

  const form = { accountId: null, payoutIds: [payout.id] };
  const batch = await ask<{ reference: string }>('POST', '/api/admin/payout-batches', { token, body: form });
  await expect(await command(page, batch.reference.replace(/^B-0+/, 'b-'))).toHaveText(
    new RegExp(`^${batch.reference}`),
  );
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: batch.reference });
  await expect(button(dialog, /^Release ₦/)).toBeVisible();
  await expectGoodInEveryAppearance(page, 'command-batch');
  await page.reload();
  await expect(button(dialog, /^Release ₦/)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(page).not.toHaveURL(/batch=/);
});

const statement =
  `:20:S1\r\n:25:${iban}\r\n:28C:1/1\r\n:60F:C261124EUR100,00\r\n:61:2611241124D93,02NTRFNONREF//N1\r\n` +
  ':86:rent\r\n:62F:C261124EUR6,98\r\n';

/** Drags a file over the page, and drops it there where `isDropped`. */
const drag = (page: Page, name: string, isDropped: boolean) =>
  page.evaluate(
    ([fileName, text, dropCount]) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([text], fileName));
      for (const type of ['dragover', ...(dropCount ? ['drop'] : [])])
        document.body.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer }));
    },
    [name, statement, isDropped] as const,
  );

test('the owner drops a statement on another page, and imports it only by the button', async () => {
  const { page, user } = await admin('/admin/team');
  const storedStatements = async () =>
    (await ask<{ fileName: string }[]>('GET', '/api/admin/statements?pageSize=100', { token: user.token })).filter(
      ({ fileName }) => fileName === name,
    ).length;
  const name = `${randomUUID().slice(0, 8)}.sta`;
  await heading(page).waitFor();
  await drag(page, name, false);
  await expect(page.getByText('Drop the statement')).toBeVisible();
  await expectGoodInEveryAppearance(page, 'statement-drag');
  await drag(page, name, true);
  const dialog = page.getByRole('dialog', { name });
  await expect(dialog).toContainText('Nothing is stored yet.');
  await expect(dialog.getByLabel('Account', { exact: true }).locator('option:checked')).toContainText(account);
  await expectGoodInEveryAppearance(page, 'statement-dropped');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect.poll(storedStatements).toBe(0);

  await drag(page, name, true);
  await expect(dialog).toContainText('Bookings: 1');
  await page.keyboard.press('Control+Enter');
  await expect(page).toHaveURL(/\/admin\/statements\?statement=/);
  await expect.poll(storedStatements).toBe(1);
  await expect(page.getByRole('cell', { name })).toBeVisible();
  await press(page, 'Find or do');
  await page.keyboard.press('Escape');
});

import { expect as check, test } from 'vitest';
import { inTheDatabase } from './harness/database.ts';
import { expect } from './harness/expect.ts';
import { aMember } from './harness/members.ts';
import { aPicture, placeSellOrder, type PlacedOrder } from './harness/orders.ts';
import { openOwnProduct } from './harness/product.ts';
import { aCustomer, anAdmin, as, ask, stepUpOf } from './harness/users.ts';

// A rule that asks for a second member would hold up every other test that changes a setting.
openOwnProduct();

test('a payout over the limit is asked for by one member, who cannot approve it, and paid when another one approves', async () => {
  const owner = await anAdmin();
  const reviewer = await aMember(owner, 'reviewer');
  await inTheDatabase('update team_members set approves_from = now()');
  const asker = await as(owner, '/admin/approvals');
  await asker.getByRole('heading', { name: 'Approvals' }).waitFor();
  const navLink = asker.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /^Approvals/ });
  await expect(navLink).toBeHidden();
  await ask('PUT', '/api/admin/settings', {
    token: owner.token,
    stepUp: await stepUpOf(owner),
    body: { fourEyes: { payoutOverUsd: 970 } },
  });
  // The open tab receives the rule without being loaded again.
  await expect(navLink).toBeVisible();

  const seller = await aCustomer();
  const order = await placeSellOrder(seller, { cryptoId: 'usdt-trc20', amount: 995, currency: 'USD' });
  await asker.goto(`/admin/transactions?tx=${order.id}`);
  await asker.getByRole('button', { name: 'Start processing' }).click();
  await asker.getByLabel('Final transaction ID').fill('WIRE/2026/88410275');
  await asker.getByRole('button', { name: 'Confirmed, paid' }).click();
  await asker
    .getByLabel(/Payout screenshots$/)
    .setInputFiles({ name: 'payout.png', mimeType: 'image/png', buffer: aPicture() });
  await asker.getByRole('button', { name: /^Approve / }).click();
  await expect(asker.getByText('Waiting for a second person').first()).toBeVisible();
  await asker.goto('/admin/approvals');
  const own = asker.getByRole('article', { name: 'Payout' }).filter({ hasText: order.reference });
  await expect(own).toContainText('You asked for this; somebody else has to decide it.');
  await expect(own.getByRole('button', { name: /Approve|Refuse|request/ })).toHaveText(['Cancel the request']);

  const second = await as(reviewer, '/admin/approvals');
  const request = second.getByRole('article', { name: 'Payout' }).filter({ hasText: order.reference });
  const details = [
    'WIRE/2026/88410275',
    'Transfer confirmed, payout sent',
    'Ada Okafor',
    seller.email,
    /\$9\d\d\.\d\d/,
  ];
  for (const detail of details) await expect(request).toContainText(detail);
  const statusOf = async () =>
    (await ask<PlacedOrder>('GET', `/api/transactions/${order.id}`, { token: seller.token })).status;
  check(await statusOf()).toBe('processing');
  await request.getByRole('button', { name: /^Approve / }).click();
  await expect(request).toContainText('Approved');
  await expect(request).toContainText('Decided by Nora Diaz');
  check(await statusOf()).toBe('completed');
});

import { cleanup, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { anOrder, aSessionUser } from '#tests/components/answers.ts';
import { dialogOf, expectText, press, renderScreen } from '#tests/components/screen.tsx';
import { Refused } from '#tests/components/server.ts';
import { t } from '#tests/components/texts.ts';

const as = aSessionUser();
const unknown = new Refused('not_found', 'order_not_found');

test('a customer who has placed an order sees the confirmation once, and opens the order from there', async () => {
  const order = anOrder({ status: 'pending', updatedAt: new Date().toISOString() });
  const answers = { 'GET /api/transactions/:id': order, 'GET /api/transactions/:id/deposit': unknown };
  await renderScreen(`/transactions?tx=${order.id}&new`, answers, { as });
  await screen.findByRole('heading', { level: 1, name: t('orders:submitted.title') });
  await expectText(t('orders:submitted.text'));
  const points = within(await screen.findByRole('list', { name: t('orders.line:progress') }));
  expect(points.getByRole('listitem', { current: 'step' }).textContent).toContain(t('orders.line:point.sent'));
  const before = history.length;
  (await screen.findByRole('link', { name: t('orders:submitted.track') })).click();
  await dialogOf(/^We have your photo/);
  await press(t('action.close'));
  await screen.findByRole('heading', { level: 1, name: t('orders:title') });
  await expect.poll(() => location.search).toBe('');
  expect(history.length).toBe(before);
  // Back, where the moment was left by another link than its own.
  cleanup();
  await renderScreen(`/transactions?tx=${order.id}&new`, answers, { as, isReload: true });
  await dialogOf(/^We have your photo/);
  expect(location.search).toBe(`?tx=${order.id}`);
});

test('a customer who reloads the confirmation of a sale sees the order', async () => {
  const order = anOrder({ status: 'pending', updatedAt: new Date().toISOString() });
  const answers = { 'GET /api/transactions/:id': order, 'GET /api/transactions/:id/deposit': unknown };
  await renderScreen(`/transactions?tx=${order.id}&new`, answers, { as });
  await screen.findByRole('heading', { level: 1, name: t('orders:submitted.title') });
  await expectText(t('orders:submitted.text'));
  // A reload drops the page without leaving it in order.
  document.body.replaceChildren();
  await renderScreen(`/transactions?tx=${order.id}&new`, answers, { as, isReload: true });
  await dialogOf(/^We have your photo/);
  expect(screen.queryByText(t('orders:submitted.title'))).toBeNull();
});

test('a customer who reloads after the decision sees the order, not the confirmation again', async () => {
  const order = anOrder({ status: 'processing', stage: 'on_hold' });
  const answers = { 'GET /api/transactions/:id': order, 'GET /api/transactions/:id/deposit': unknown };
  await renderScreen(`/transactions?tx=${order.id}&new`, answers, { as });
  await dialogOf('We need to check something first');
  expect(screen.queryByText(t('orders:submitted.title'))).toBeNull();
  expect(location.search).toBe(`?tx=${order.id}`);
  await expectText('Your payout waits until then. We’ll email you if we need anything.');
});

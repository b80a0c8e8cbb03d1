import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import i18next from 'i18next';
import { expect, test } from 'vitest';
import { entryView } from '#shared/books/books.contract.ts';
import { renderAdmin } from '#tests/components/admin.ts';
import { blankOf } from '#tests/components/blank.ts';
import { expectText, field } from '#tests/components/screen.tsx';
import { Page } from '#tests/components/server.ts';
import { t } from '#tests/components/texts.ts';
import type { Entry } from '../books.queries.ts';

const line = { from: 'coins:bitcoin', to: 'position', unit: 'bitcoin', amount: '0.5', base: '1.00' };
const entry: Entry = {
  ...blankOf(entryView),
  kind: 'disposal',
  key: 'disposal:x:1',
  bookedIn: '2026-11',
  lines: [line],
};

/** Loads a screen without the texts of a namespace, as on a first visit. */
function removeTexts(namespace: string): void {
  i18next.removeResourceBundle('en', namespace);
  const { state } = i18next.services.backendConnector as { state: Record<string, number> };
  delete state[`en|${namespace}`];
}

/** True if a parent of an element was ever hidden: the browser then takes the focus away from it. */
function watchHidden(element: Element): () => boolean {
  let wasHidden = false;
  const update = () => {
    wasHidden ||= element.closest('[style*="none"]') !== null || !element.isConnected;
  };
  new MutationObserver(update).observe(document.body, { attributes: true, childList: true, subtree: true });
  return () => wasHidden;
}

test('a member who types before the first answer keeps the focus and the search', async () => {
  removeTexts('refunds.admin');
  let answer: (found: Page<Entry[]>) => void = () => undefined;
  const journalPromise = new Promise<Page<Entry[]>>((resolve) => {
    answer = resolve;
  });
  const server = await renderAdmin('/admin/books?tab=journal', {
    'GET /api/admin/desk-accounts': [],
    'GET /api/admin/books/reconciliation': { accounts: [], coins: [] },
    'GET /api/admin/books/journal': () => journalPromise,
  });
  const box = await field(t('books.admin:filter.search'));
  const wasHidden = watchHidden(box);
  fireEvent.change(box, { target: { value: 'B-0000' } });
  await act(async () => answer(new Page([entry], 1)));
  await expectText(/0\.5.BTC/);
  fireEvent.change(box, { target: { value: 'B-000007' } });
  const lastQuery = () => server.sent('GET /api/admin/books/journal').at(-1)?.query;
  await waitFor(() => expect(lastQuery()).toMatchObject({ q: 'B-000007' }));
  await waitFor(() => expect(location.search).toContain('q=B-000007'));
  expect([box.value, wasHidden()]).toEqual(['B-000007', false]);
  expect(screen.getByRole('searchbox', { name: t('books.admin:filter.search') })).toBe(box);
});

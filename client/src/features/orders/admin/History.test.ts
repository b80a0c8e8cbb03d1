import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, expect, test } from 'vitest';
import { switchLanguage } from '#client/lib/i18n/i18n.ts';
import { useNotes } from '../components/useNotes.ts';
import { History } from './History.tsx';

afterEach(() => switchLanguage('en'));

const plainEvent = { at: '2026-11-22T09:00:00.000Z', stage: null, note: null, because: null, byName: null };
const openedEvent = { ...plainEvent, id: '1', from: null, to: 'pending', by: 'customer' } as const;
const endedEvent = { ...plainEvent, id: '2', from: 'pending', to: 'failed' } as const;
const because = { reason: 'proof_not_received', params: { hours: 24 } } as const;
const expiredEvent = { ...endedEvent, by: 'system', because } as const;

/** The team's message as the pages of the customer and of the administrator show it. */
function Notes({ adminNotes, events }: Parameters<ReturnType<typeof useNotes>['adminNotesOf']>[0]) {
  return useNotes().adminNotesOf({ adminNotes, events });
}
const notesOf = (adminNotes: string | null, lastEvent: Parameters<typeof Notes>[0]['events'][number]) =>
  renderToStaticMarkup(createElement(Notes, { adminNotes, events: [openedEvent, lastEvent] }));

test('a customer and an administrator read in Arabic why an exchange expired', async () => {
  await switchLanguage('ar', ['orders', 'orders.admin', 'common']);
  const history = renderToStaticMarkup(createElement(History, { events: [openedEvent, expiredEvent] }));
  for (const page of [history, notesOf(null, expiredEvent)]) {
    expect(page.replace(/[\u2066-\u2069]/g, '')).toContain('لم يصل إثبات الدفع خلال 24 ساعة');
    expect(page).not.toContain('proof of payment');
  }
});

test('notes stay in the language in which a member wrote them', async () => {
  await switchLanguage('ar', ['orders', 'orders.admin', 'common']);
  const refusedEvent = { ...endedEvent, by: 'admin', note: 'Nothing arrived.' } as const;
  expect(notesOf('Nothing arrived.', refusedEvent)).toBe('Nothing arrived.');
  expect(renderToStaticMarkup(createElement(History, { events: [refusedEvent] }))).toContain('Nothing arrived.');
  // A reason that was given at a step without an end is no message.
  const lateProof = { ...openedEvent, because: { reason: 'quote_expired', params: {} } } as const;
  expect(notesOf(null, lateProof)).toBe('');
});

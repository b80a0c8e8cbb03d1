import { beforeEach, expect, test } from 'vitest';
import { clearTabStorage, readTabItem, writeTabItem } from '#client/lib/storage/tab-storage.ts';
import { createDrafts } from './orders.drafts.ts';
import { emptyDraft, missingFor } from './orders.requirements.ts';

const receipt = new File(['x'], 'receipt.png', { type: 'image/png' });
const entered = { ...emptyDraft, adminTransactionId: 'FCB/1', adminNotes: 'Paid', payoutFiles: [receipt] };

beforeEach(clearTabStorage);

test('an administrator who reloads finds the text typed for an order, and chooses its files again', () => {
  createDrafts().set('a', entered);
  const reloaded = createDrafts();
  expect(reloaded.get('a')).toEqual({ ...entered, payoutFiles: [] });
  expect(reloaded.get('b')).toBeUndefined();
});

test('an administrator who looks at another order and comes back finds text and files', () => {
  const drafts = createDrafts();
  drafts.set('a', entered);
  expect(drafts.get('a')).toEqual(entered);
  expect([drafts.hasOthers('a'), drafts.hasOthers('b')]).toEqual([false, true]);
});

test('nothing typed for an order is left once it is decided, or the administrator has signed out', () => {
  const drafts = createDrafts();
  drafts.set('a', entered);
  drafts.delete('a');
  expect([drafts.get('a'), createDrafts().get('a')]).toEqual([undefined, undefined]);

  drafts.set('b', entered);
  clearTabStorage();
  expect(createDrafts().get('b')).toBeUndefined();
});

test('an emptied text does not hide the stored one', () => {
  const drafts = createDrafts();
  drafts.set('a', entered);
  drafts.set('a', emptyDraft);
  expect(createDrafts().get('a')).toBeUndefined();
});

test.each(['{', '7', '{"adminNotes":1}', '[]'])(
  'an invalid draft in the browser’s storage (%s) counts as no draft',
  (stored) => {
    createDrafts().set('a', entered);
    expect(readTabItem('evidence:a')).not.toBeNull();
    writeTabItem('evidence:a', stored);
    expect(createDrafts().get('a')).toBeUndefined();
  },
);

const bare = { adminNotes: null, adminTransactionId: null, adminPayoutScreenshots: [], awaitingProof: false };
const shot = {
  filename: 'a',
  originalName: 'a.png',
  type: 'image/png',
  size: 1,
  uploadDate: '2026-03-12T14:02:00Z',
  fullSize: null,
};
const texts = ['adminTransactionId', 'adminNotes'];
const onRecord = { ...bare, adminNotes: 'Paid', adminTransactionId: 'FCB/1', adminPayoutScreenshots: [shot] };

test.each([
  ['asks for the id, the notes and a screenshot', bare, emptyDraft, [...texts, 'payoutFiles']],
  ['takes spaces for no evidence', bare, { ...entered, adminTransactionId: ' ', adminNotes: '\n' }, texts],
  ['does not ask again for what is entered', bare, entered, []],
  ['does not ask again for what is on record', onRecord, emptyDraft, []],
])('approving %s', (_sentence, order, draft, missing) => {
  expect(missingFor(order, draft, true)).toEqual(missing);
});

test('a business that pays in cash approves without evidence, never without a proof of payment', () => {
  expect(missingFor(bare, emptyDraft, false)).toEqual([]);
  expect(missingFor({ ...bare, awaitingProof: true }, emptyDraft, false)).toEqual(['proof']);
});

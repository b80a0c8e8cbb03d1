import { beforeEach, expect, test } from 'vitest';
import { clearTabStorage, readTabItem, writeTabItem } from '#client/lib/storage/tab-storage.ts';
import { createDrafts } from './orders.drafts.ts';
import { emptyDraft, missingFor } from './orders.requirements.ts';

const receipt = new File(['x'], 'receipt.png', { type: 'image/png' });
const enteredDraft = { ...emptyDraft, adminTransactionId: 'FCB/1', adminNotes: 'Paid', payoutFiles: [receipt] };

beforeEach(clearTabStorage);

test('an administrator who reloads finds the text typed for an order, and chooses its files again', () => {
  createDrafts().set('a', enteredDraft);
  const reloaded = createDrafts();
  expect(reloaded.get('a')).toEqual({ ...enteredDraft, payoutFiles: [] });
  expect(reloaded.get('b')).toBeUndefined();
});

test('an administrator who looks at another order and comes back finds text and files', () => {
  const drafts = createDrafts();
  drafts.set('a', enteredDraft);
  expect(drafts.get('a')).toEqual(enteredDraft);
  expect([drafts.hasOthers('a'), drafts.hasOthers('b')]).toEqual([false, true]);
});

test('nothing typed for an order is left once it is decided, or the administrator has signed out', () => {
  const drafts = createDrafts();
  drafts.set('a', enteredDraft);
  drafts.delete('a');
  expect([drafts.get('a'), createDrafts().get('a')]).toEqual([undefined, undefined]);

  drafts.set('b', enteredDraft);
  clearTabStorage();
  expect(createDrafts().get('b')).toBeUndefined();
});

test('an administrator who empties a draft sees the stored text again', () => {
  const drafts = createDrafts();
  drafts.set('a', enteredDraft);
  drafts.set('a', emptyDraft);
  expect(createDrafts().get('a')).toBeUndefined();
});

test.each(['{', '7', '{"adminNotes":1}', '[]'])(
  'an invalid draft in the browser’s storage (%s) counts as no draft',
  (storedText) => {
    createDrafts().set('a', enteredDraft);
    expect(readTabItem('evidence:a')).not.toBeNull();
    writeTabItem('evidence:a', storedText);
    expect(createDrafts().get('a')).toBeUndefined();
  },
);

const bareOrder = { adminNotes: null, adminTransactionId: null, adminPayoutScreenshots: [], awaitingProof: false };
const shot = {
  filename: 'a',
  originalName: 'a.png',
  type: 'image/png',
  size: 1,
  uploadDate: '2026-03-12T14:02:00Z',
  fullSize: null,
};
const texts = ['adminTransactionId', 'adminNotes'];
const onRecord = { ...bareOrder, adminNotes: 'Paid', adminTransactionId: 'FCB/1', adminPayoutScreenshots: [shot] };

test.each([
  ['asks for the id, the notes and a screenshot', bareOrder, emptyDraft, [...texts, 'payoutFiles']],
  ['takes spaces for no evidence', bareOrder, { ...enteredDraft, adminTransactionId: ' ', adminNotes: '\n' }, texts],
  ['does not ask again for what is entered', bareOrder, enteredDraft, []],
  ['does not ask again for what is on record', onRecord, emptyDraft, []],
])('approving %s', (_sentence, order, draft, missing) => {
  expect(missingFor(order, draft, true)).toEqual(missing);
});

test('a business that pays in cash approves without evidence, never without a proof of payment', () => {
  expect(missingFor(bareOrder, emptyDraft, false)).toEqual([]);
  expect(missingFor({ ...bareOrder, awaitingProof: true }, emptyDraft, false)).toEqual(['proof']);
});

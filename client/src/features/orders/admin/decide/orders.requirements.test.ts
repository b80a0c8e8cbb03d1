import { expect, test } from 'vitest';
import { emptyDraft, missingFor } from './orders.requirements.ts';

const bare = { adminNotes: null, adminTransactionId: null, adminPayoutScreenshots: [], awaitingProof: false };
const shot = { filename: 'a', originalName: 'a.png', type: 'image/png', size: 1, uploadDate: '2026-03-12T14:02:00Z' };
const file = new File(['x'], 'receipt.png', { type: 'image/png' });

const entered = { adminTransactionId: 'FCB/1', adminNotes: 'Paid', payoutFiles: [file] };
const onRecord = { ...bare, adminNotes: 'Paid', adminTransactionId: 'FCB/1', adminPayoutScreenshots: [shot] };

test.each([
  [
    'with nothing at hand asks for the id, the notes and a screenshot',
    bare,
    emptyDraft,
    ['adminTransactionId', 'adminNotes', 'payoutFiles'],
  ],
  [
    'takes spaces for no evidence',
    bare,
    { ...entered, adminTransactionId: ' ', adminNotes: '\n' },
    ['adminTransactionId', 'adminNotes'],
  ],
  ['does not ask again for what is entered', bare, entered, []],
  ['does not ask again for what is on record', onRecord, emptyDraft, []],
])('approving %s', (_sentence, order, draft, missing) => {
  expect(missingFor(order, draft, true)).toEqual(missing);
});

test('a business that pays in cash approves without evidence, but never before the customer has proved the payment', () => {
  expect(missingFor(bare, emptyDraft, false)).toEqual([]);
  expect(missingFor({ ...bare, awaitingProof: true }, emptyDraft, false)).toEqual(['proof']);
});

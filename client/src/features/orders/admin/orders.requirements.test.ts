import { expect, test } from 'vitest';
import { emptyDraft, missingFor } from './orders.requirements.ts';

const bare = { adminNotes: null, adminTransactionId: null, adminPayoutScreenshots: [], awaitingProof: false };
const shot = { filename: 'a', originalName: 'a.png', type: 'image/png', size: 1, uploadDate: '2026-03-12T14:02:00Z' };
const file = new File(['x'], 'receipt.png', { type: 'image/png' });

test('approving with nothing at hand asks for the id, the notes and a screenshot', () => {
  expect(missingFor(bare, emptyDraft, true)).toEqual(['finalId', 'notes', 'screenshot']);
});

test('spaces are no evidence', () => {
  expect(missingFor(bare, { finalId: ' ', notes: '\n', files: [file] }, true)).toEqual(['finalId', 'notes']);
});

test('what is entered or already on record is not asked for again', () => {
  expect(missingFor(bare, { finalId: 'FCB/1', notes: 'Paid', files: [file] }, true)).toEqual([]);
  const onRecord = { ...bare, adminNotes: 'Paid', adminTransactionId: 'FCB/1', adminPayoutScreenshots: [shot] };
  expect(missingFor(onRecord, emptyDraft, true)).toEqual([]);
});

test('a desk that pays in cash approves without evidence, but never before the customer has proved the payment', () => {
  expect(missingFor(bare, emptyDraft, false)).toEqual([]);
  expect(missingFor({ ...bare, awaitingProof: true }, emptyDraft, false)).toEqual(['proof']);
});

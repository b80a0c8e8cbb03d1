import { expect, test } from 'vitest';
import { emptyDraft, evidenceForm, missingFor } from './orders.requirements.ts';

const bare = { adminNotes: null, adminTransactionId: null, adminPayoutScreenshots: [], awaitingProof: false };
const shot = { filename: 'a', originalName: 'a.png', type: 'image/png', size: 1, uploadDate: '2026-03-12T14:02:00Z' };
const file = new File(['x'], 'receipt.png', { type: 'image/png' });

test('approving with nothing at hand asks for the id, the notes and a screenshot', () => {
  expect(missingFor(bare, emptyDraft, true)).toEqual(['adminTransactionId', 'adminNotes', 'payoutFiles']);
});

test('spaces are no evidence', () => {
  expect(missingFor(bare, { adminTransactionId: ' ', adminNotes: '\n', payoutFiles: [file] }, true)).toEqual([
    'adminTransactionId',
    'adminNotes',
  ]);
});

test('what is entered or already on record is not asked for again', () => {
  expect(missingFor(bare, { adminTransactionId: 'FCB/1', adminNotes: 'Paid', payoutFiles: [file] }, true)).toEqual([]);
  const onRecord = { ...bare, adminNotes: 'Paid', adminTransactionId: 'FCB/1', adminPayoutScreenshots: [shot] };
  expect(missingFor(onRecord, emptyDraft, true)).toEqual([]);
});

test('a business that pays in cash approves without evidence, but never before the customer has proved the payment', () => {
  expect(missingFor(bare, emptyDraft, false)).toEqual([]);
  expect(missingFor({ ...bare, awaitingProof: true }, emptyDraft, false)).toEqual(['proof']);
});

test('an administrator reads beside each field of the evidence why it is asked for', () => {
  const { error } = evidenceForm(bare, true).safeParse(emptyDraft);
  expect(error?.issues.map(({ path, message }) => [path[0], message])).toEqual([
    ['adminTransactionId', 'admin_transaction_id_required'],
    ['adminNotes', 'admin_notes_required'],
    ['payoutFiles', 'payout_screenshot_required'],
  ]);
  expect(evidenceForm(bare, false).safeParse(emptyDraft).success).toBe(true);
});

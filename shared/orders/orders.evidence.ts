import { z } from 'zod';
import { text } from '#shared/kernel/fields.ts';
import { reason, type Reason } from '#shared/kernel/reason.ts';
import { keysOf } from '#shared/kernel/records.ts';
import { reviewDecision } from './admin/orders.admin.contract.ts';

/** The fields that prove a payout, in the order of the screen, each with the reason that asks for it. */
export const evidenceReasons = {
  adminTransactionId: reason('admin_transaction_id_required'),
  adminNotes: reason('admin_notes_required'),
  payoutFiles: reason('payout_screenshot_required'),
};
export type EvidenceField = keyof typeof evidenceReasons;

/** The evidence of a payout, stored or sent with the request; `payoutFiles` counts the screenshots. */
export interface Evidence {
  adminTransactionId?: string | null | undefined;
  adminNotes?: string | null | undefined;
  payoutFiles: number;
}

/** Returns the evidence that is neither stored nor given; blank text counts as missing. */
export function missingEvidence(recordedEvidence: Evidence, givenEvidence: Evidence): EvidenceField[] {
  const hasPart = {
    adminTransactionId: (givenEvidence.adminTransactionId?.trim() || recordedEvidence.adminTransactionId) ?? '',
    adminNotes: (givenEvidence.adminNotes?.trim() || recordedEvidence.adminNotes) ?? '',
    payoutFiles: givenEvidence.payoutFiles + recordedEvidence.payoutFiles,
  };
  return keysOf(evidenceReasons).filter((field) => !hasPart[field]);
}

const { adminTransactionId, adminNotes, reason: whyApproved } = reviewDecision.form.fields.shape;

/**
 * The evidence of one payout as an admin types it; if the settings lift the rule nothing is required, except the reason
 * against a warning.
 */
export function payoutEvidence(recordedEvidence: Evidence, isRequired: boolean, hasWarnings = false) {
  const evidence = z.object({
    adminTransactionId: adminTransactionId.unwrap(),
    adminNotes: adminNotes.unwrap(),
    reason: whyApproved.unwrap(),
    payoutFiles: z.array(z.file()),
  });
  return evidence.superRefine((input, context) => {
    if (hasWarnings && !input.reason.trim())
      context.addIssue({ code: 'custom', message: reason('warning_needs_reason'), path: ['reason'] });
    if (!isRequired) return;
    for (const field of missingEvidence(recordedEvidence, { ...input, payoutFiles: input.payoutFiles.length }))
      context.addIssue({ code: 'custom', message: evidenceReasons[field], path: [field] });
  });
}

/** The reason of a refusal, which the customer reads. */
export const refusal = z.object({
  adminNotes: text(2000, { min: 1, error: 'refusal_note_required' satisfies Reason }),
});

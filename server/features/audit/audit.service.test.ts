import { expect, expectTypeOf, test } from 'vitest';
import type { AuditDetails } from '#shared/audit/audit.actions.ts';
import { auditRecord, textAbout } from './audit.service.ts';

type SentDetails = AuditDetails<'refund.sent'>;
type BlockedDetails = AuditDetails<'user.blocked'>;
type NoteDetails = { amount: string; coin: string; note: string };

test('the compiler refuses an action with other details than it declares', () => {
  const refund = { amount: '0.5', coin: 'bitcoin' };
  const sentRefund = { ...refund, txHash: 'ab12' };
  const storedReason = { reason: textAbout('u-1', 'Stolen proof') };
  expectTypeOf(sentRefund).toExtend<SentDetails>();
  expectTypeOf(refund).not.toExtend<SentDetails>();
  expectTypeOf({ ...sentRefund, amount: true }).not.toExtend<SentDetails>();
  // Free text about a customer is stored beside the log.
  expectTypeOf(storedReason).toExtend<BlockedDetails>();
  expectTypeOf({ reason: 'Stolen proof' }).not.toExtend<BlockedDetails>();
  // One of two actions takes only the details that both declare.
  expectTypeOf<{ play: 'late' }>().not.toExtend<AuditDetails<'deposit.played' | 'user.signed_out'>>();
  // No note is declared.
  expectTypeOf<NoteDetails>().toExtend<AuditDetails<'refund.approved'>>();
  expectTypeOf<NoteDetails>().not.toExtend<Parameters<typeof auditRecord<'refund.approved', NoteDetails>>[1]>();

  expect(auditRecord('refund.sent', sentRefund)).toMatchObject({ action: 'refund.sent', details: sentRefund });
  expect(auditRecord('backup.made').details).toEqual({});
});

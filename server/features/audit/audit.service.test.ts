import { expect, expectTypeOf, test } from 'vitest';
import type { AuditDetails } from '#shared/audit/audit.actions.ts';
import { auditRecord, textAbout } from './audit.service.ts';

type Sent = AuditDetails<'refund.sent'>;
type Blocked = AuditDetails<'user.blocked'>;
type Noted = { amount: string; coin: string; note: string };

test('the compiler refuses an action with other details than it declares', () => {
  const refund = { amount: '0.5', coin: 'bitcoin' };
  const sent = { ...refund, txHash: 'ab12' };
  const stored = { reason: textAbout('u-1', 'Stolen proof') };
  expectTypeOf(sent).toExtend<Sent>();
  expectTypeOf(refund).not.toExtend<Sent>();
  expectTypeOf({ ...sent, amount: true }).not.toExtend<Sent>();
  // Free text about a customer is stored beside the log.
  expectTypeOf(stored).toExtend<Blocked>();
  expectTypeOf({ reason: 'Stolen proof' }).not.toExtend<Blocked>();
  // One of two actions takes only the details that both declare.
  expectTypeOf<{ play: 'late' }>().not.toExtend<AuditDetails<'deposit.played' | 'user.signed_out'>>();
  // No note is declared.
  expectTypeOf<Noted>().toExtend<AuditDetails<'refund.approved'>>();
  expectTypeOf<Noted>().not.toExtend<Parameters<typeof auditRecord<'refund.approved', Noted>>[1]>();

  expect(auditRecord('refund.sent', sent)).toMatchObject({ action: 'refund.sent', details: sent });
  expect(auditRecord('backup.made').details).toEqual({});
});

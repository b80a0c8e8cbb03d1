import { expect, test } from 'vitest';
import { auditRecord, textAbout } from './audit.service.ts';

const refund = { amount: '0.5', coin: 'bitcoin', orderId: null };

test('an engineer who records an action with other details than it declares does not get past the compiler', () => {
  expect(auditRecord('refund.sent', { ...refund, txHash: 'ab12' }).details).toMatchObject({ txHash: 'ab12' });
  expect(auditRecord('backup.made').details).toEqual({});
  // @ts-expect-error -- the hash is missing
  auditRecord('refund.sent', refund);
  // @ts-expect-error -- all details are missing
  auditRecord('refund.sent');
  // @ts-expect-error -- an amount is text or a number
  auditRecord('refund.approved', { ...refund, amount: true });
  const more = { ...refund, note: 'by phone' };
  // @ts-expect-error -- a note is not declared
  auditRecord('refund.approved', more);
  // @ts-expect-error -- a code that no catalogue has a word for
  auditRecord('deposit.played', { play: 7 });
  // @ts-expect-error -- a text about a customer is stored beside the log
  auditRecord('user.blocked', { reason: 'Stolen proof' });
  expect(auditRecord('user.blocked', { reason: textAbout('u-1', 'Stolen proof') }).action).toBe('user.blocked');
});

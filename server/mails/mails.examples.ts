import type { MailExamples } from '../features/mail/mail.texts.ts';

const firstName = 'Ada';
const order = { firstName, id: 'example', reference: 'LF-7K2M-9Q', gives: '0.05 BTC', pays: '1,859.40 USD' };
const deposit = {
  firstName,
  reference: order.reference,
  path: '/transactions',
  received: '0.04 BTC',
  missing: '0.01 BTC',
  agreed: order.pays,
  offered: '1,480.00 USD',
  wanted: '0.05 BTC',
  until: '16 Mar, 14:58 UTC',
};
const payout = { ...order, ending: '4300', endToEndId: 'LF-7K2M-9Q-1' };
const notes = '…';
const newsletter = { unsubscribePath: '/newsletter', oneClickPath: '/newsletter' };

/** Example data for the mails to customers, where the operator edits their texts. */
export const mailExamples: MailExamples = {
  verification_code: { code: '123456', minutes: 10 },
  already_registered: { firstName },
  password_reset: { firstName, path: '/reset-password', minutes: 30 },
  customer_invitation: { firstName, path: '/reset-password', until: '16 Mar, 14:58 UTC' },
  password_changed: { firstName },
  email_changed: { firstName },
  second_factor_removal: { firstName, path: '/keep-second-factor', hours: 24 },
  second_factor_changed: { firstName, change: 'on' },
  kyc_received: { firstName },
  kyc_approved: { firstName },
  kyc_rejected: { firstName, notes },
  kyc_revoked: { firstName, notes },
  kyc_expired: { firstName },
  kyc_expiring: { firstName, expiresOn: '2030-06-30' },
  order_received: order,
  order_awaiting_proof: { ...order, hours: 24 },
  order_opened_for_customer: { ...order, ending: '1204' },
  order_processing: order,
  order_completed: { ...order, notes },
  order_question: { ...order, question: notes, until: '2 Mar, 14:00 UTC' },
  order_rejected: { ...order, notes, because: null },
  order_failed: { ...order, notes, because: null },
  address_stopped: order,
  deposit_short: deposit,
  deposit_late: deposit,
  deposit_question: deposit,
  refund_due: { firstName, amount: '0.3 BTC', feeBy: 'customer', path: '/refunds' },
  refund_code: { firstName, code: '123456', minutes: 10, address: 'bc1q…x7tf' },
  refund_sent: { firstName, amount: '0.3 BTC', txHash: '4a5e1e4b…afdeda33b', path: '/refunds' },
  payout_arrived: payout,
  payout_returned: { ...payout, because: 'account_closed' },
  payout_reversed: payout,
  payout_extra: payout,
  newsletter_confirm: { path: '/newsletter', ...newsletter },
  newsletter_welcome: newsletter,
  chat_answer: { answer: notes },
};

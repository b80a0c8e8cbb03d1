import type { Notice } from '#server/features/mail/notices/notices.service.ts';
import type { NoticeName } from '#shared/mail/mail.notices.ts';

/** Data of each notice, with amounts and names that a chat must never get. */
export const noticeSamples: { [Name in NoticeName]: Extract<Notice, { template: Name }>['data'] } = {
  new_order_notice: { id: 'id-1', reference: 'LF-7K3M-Q2', gives: '0.05 BTC', pays: '1,859.40 USD', kind: 'sell' },
  order_green_notice: { id: 'id-1', reference: 'LF-7K3M-Q2' },
  order_question_notice: { id: 'id-1', reference: 'LF-7K3M-Q2' },
  refund_due_notice: { reference: null, coin: 'LTC' },
  unmatched_notice: { coin: 'LTC' },
  unmatched_arrived: { recent: 1, waiting: 2 },
  payout_returned_notice: { id: 'id-1', reference: 'LF-7K3M-Q2' },
  batch_to_release: { batch: 'B-0001', count: 2, total: '1859.40', currency: 'USD' },
  payouts_late: { released: 1, sent: 2 },
  batch_cancelled: { batch: 'B-0001' },
  approval_wanted: { by: 'Mo Payer', path: '/admin/approvals', kind: 'payout', isReleased: true },
  node_away_notice: { chain: 'Bitcoin' },
  rate_source_down: { source: 'kraken', since: '2026-03-12 09:41 UTC', reason: 'the answer has status 429' },
  rate_source_back: { source: 'kraken' },
  note_mention: { author: 'Mo Payer', subject: 'Ada Lovelace', path: '/admin/users?user=1' },
};

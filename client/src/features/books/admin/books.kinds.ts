import type { EntryKind } from '#shared/book/book.accounts.ts';

/** The catalogue's key of each kind of entry, as a filter names it. */
export const kindKeys = {
  'transfer.arrived': 'kind.arrived',
  'transfer.reorganised': 'kind.reorganised',
  claim: 'kind.claim',
  stated: 'kind.stated',
  settled: 'kind.settled',
  'refund.due': 'kind.refundDue',
  'refund.cancelled': 'kind.refundCancelled',
  'refund.sent': 'kind.refundSent',
  'attempt.made': 'kind.attemptMade',
  'attempt.void': 'kind.attemptVoid',
  'attempt.sent': 'kind.attemptSent',
  'attempt.returned': 'kind.attemptReturned',
  'order.reversed': 'kind.orderReversed',
  'order.ended': 'kind.orderEnded',
  extra: 'kind.extra',
  kept: 'kind.kept',
  'line.matched': 'kind.lineMatched',
  'money.back': 'kind.moneyBack',
  opening: 'kind.opening',
  disposal: 'kind.disposal',
  transfer: 'kind.transfer',
  cost: 'kind.cost',
  capital: 'kind.capital',
  correction: 'kind.correction',
} as const satisfies Record<EntryKind, string>;

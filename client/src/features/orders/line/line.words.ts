import type texts from '#shared/locales/en/orders.line.json';
import type { LineState } from '#shared/orders/line/line.states.ts';
import { railWordsOf } from '#shared/reference/rails.ts';

type Keys<Group extends 'sentence' | 'detail' | 'clock' | 'under'> = keyof (typeof texts)[Group] extends infer Key
  ? Key extends `${infer Base}_one` | `${infer Base}_other`
    ? Base
    : Key
  : never;

export interface LineWords {
  sentence: Keys<'sentence'>;
  detail?: Keys<'detail'>;
  clock?: Keys<'clock'>;
  under?: Keys<'under'>;
}

/** Texts that replace these if the money was sent by a rail that is not a bank: they name the rail. */
const byRail = {
  sentence: { returned: 'returnedByRail' },
  under: { askBank: 'askRail', confirmed: 'confirmedByRail' },
} as const;

/** The texts of a state for an order that is paid by this rail: a bank is named only if one is paid. */
export function wordsOf(state: LineState, method: string | null | undefined): LineWords {
  const words = lineWords[state];
  if (railWordsOf(method) === 'bank') return words;
  const { sentence, under } = words;
  const isNumber = under === 'chooseAccount' && accountWordOf(method) === 'number';
  return {
    ...words,
    sentence: sentence === 'returned' ? byRail.sentence.returned : sentence,
    ...((under === 'askBank' || under === 'confirmed') && { under: byRail.under[under] }),
    ...(isNumber && { under: 'chooseNumber' }),
  };
}

/**
 * The word for the target of the next payout after a return: mobile money has a number, every other rail an account.
 */
export const accountWordOf = (method: string | null | undefined): 'number' | 'account' =>
  railWordsOf(method) === 'mobile_money' ? 'number' : 'account';

const network = { sentence: 'seen', detail: 'network' } as const;
const arrives = { clock: 'arrives', under: 'weekend' } as const;
const byHand = { sentence: 'checked', detail: 'byHand', ...arrives } as const;
const underwayKeys = { sentence: 'sent', detail: 'sent' } as const;
const address = { clock: 'refundWithin', under: 'ownWallet' } as const;

/** The sentence of each state, the line below it, and the label of its clock: one table for every view of an order. */
export const lineWords: Record<LineState, LineWords> = {
  waiting: { sentence: 'waiting', detail: 'close', clock: 'sendBy', under: 'grace' },
  waiting_photo: { sentence: 'waiting', detail: 'photoNext', clock: 'sendBy' },
  photo: { sentence: 'photo', detail: 'photo', ...arrives },
  lock_ended: { sentence: 'lockEnded', detail: 'stillCounts', clock: 'lockEnded' },
  lock_ended_photo: { sentence: 'lockEnded', detail: 'finish', clock: 'lockEnded' },
  expired: { sentence: 'expired', detail: 'expired', clock: 'expired', under: 'watch' },
  stopped: { sentence: 'stopped', detail: 'stopped', clock: 'stopped' },
  seen: { ...network, clock: 'first', under: 'minedBy' },
  seen_late: { ...network, clock: 'seenLate', under: 'minedLate' },
  confirming: { ...network, clock: 'confirmations', under: 'minutes' },
  checked: byHand,
  less: { sentence: 'checked', detail: 'less', ...arrives },
  over: { sentence: 'over', detail: 'over', ...arrives },
  late_locked: { ...byHand, detail: 'lateLocked' },
  short: { sentence: 'short', detail: 'untilYouChoose', under: 'choice' },
  late: { sentence: 'late', detail: 'late', under: 'choice' },
  top_up: { sentence: 'topUp', detail: 'sameAddress', clock: 'topUp' },
  question: { sentence: 'checking', detail: 'question', clock: 'question' },
  asked: { sentence: 'question', detail: 'question', clock: 'answerBy', under: 'answer' },
  approved: { sentence: 'approved', detail: 'to', ...arrives },
  on_hold: { sentence: 'hold', detail: 'hold', clock: 'hold', under: 'hold' },
  sent: { ...underwayKeys, ...arrives },
  overdue: { sentence: 'overdue', detail: 'sent', clock: 'overdue', under: 'askBank' },
  arrived: { sentence: 'arrived', clock: 'arrived', under: 'confirmed' },
  returned: { sentence: 'returned', detail: 'returned', clock: 'cameBack', under: 'emailBy' },
  account: { sentence: 'returned', detail: 'account', clock: 'cameBack', under: 'chooseAccount' },
  again: { sentence: 'again', detail: 'to', ...arrives },
  reversed: { sentence: 'reversed', detail: 'reversed', clock: 'reversed' },
  refund_address: { sentence: 'refundAddress', ...address },
  refund_code: { sentence: 'refundCode' },
  rejected_coins: { sentence: 'rejected', detail: 'coinsBack', ...address },
  refund_due: { sentence: 'refundDue', detail: 'refundTo', clock: 'refundBy', under: 'network' },
  refund_sent: { sentence: 'refundSent', detail: 'refundSent', clock: 'confirmations', under: 'refundMinutes' },
  refunded: { sentence: 'refunded', clock: 'refunded' },
  rejected: { sentence: 'rejected', detail: 'rejectedEmpty', clock: 'rejected' },
  rejected_sent: { sentence: 'rejected', detail: 'rejectedSent', clock: 'rejected' },
  proof: { sentence: 'proof', clock: 'upload', under: 'upload' },
  proof_sent: { sentence: 'proofSent', detail: 'proofSent', ...arrives },
  canceled: { sentence: 'canceled', detail: 'canceled', clock: 'canceled' },
  proof_missed: { sentence: 'proofMissed', detail: 'canceled', clock: 'canceled' },
};

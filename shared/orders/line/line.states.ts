import { keysOf } from '#shared/kernel/records.ts';
/** The five points of the line, in order; a refund has its own name for the fourth. */
export const linePoints = ['sent', 'seen', 'checked', 'transit', 'arrived'] as const;
export type LinePoint = (typeof linePoints)[number];

/** The side that must act for an order to move on. */
export type LineActor = 'customer' | 'network' | 'team' | 'bank' | 'none';

/** The sum of a state: its label, and whether it is in coins or struck through, because it will not be paid. */
export type LineSum =
  | 'get'
  | 'got'
  | 'then'
  | 'keeping'
  | 'seenOnly'
  | 'inTimeOnly'
  | 'graceOnly'
  | 'expired'
  | 'reversed'
  | 'getBack'
  | 'gotBack'
  | 'notSold'
  | 'none';

type State = {
  who: LineActor;
  chip:
    | 'yourTurn'
    | 'inProgress'
    | 'rateExpired'
    | 'stopped'
    | 'choice'
    | 'answer'
    | 'transit'
    | 'arrived'
    | 'account'
    | 'reversed'
    | 'address'
    | 'code'
    | 'goingBack'
    | 'sentBack'
    | 'rejected'
    | 'canceled'
    | 'proof'
    | 'held'
    | 'returned'
    | 'late';
  tone: 'pending' | 'processing' | 'completed' | 'rejected' | 'other';
  /** The current point; undefined if the line has ended before its money. */
  point: LinePoint | undefined;
  sum: LineSum;
  /** Money waits for the reader: the chip is solid. */
  loud?: true;
  /** Coins go back: the fourth point has that name. */
  back?: true;
  /** The line ends at its current point. */
  ends?: true;
  /** Earlier points that it never reached. */
  missed?: readonly LinePoint[];
};

const customerState = { who: 'customer', tone: 'pending', loud: true } as const;
const openMarks = { who: 'team', chip: 'inProgress', tone: 'processing', sum: 'get' } as const;
const customerWaits = { who: 'customer', chip: 'yourTurn', tone: 'pending', point: 'sent', sum: 'get' } as const;
const network = { ...openMarks, who: 'network', point: 'seen' } as const;
const transit = { who: 'bank', chip: 'transit', tone: 'processing', point: 'transit', sum: 'get' } as const;
const refund = { sum: 'getBack', back: true } as const;
const endedState = {
  who: 'none',
  chip: 'rejected',
  tone: 'rejected',
  point: 'checked',
  sum: 'notSold',
  ends: true,
} as const;

/**
 * Every state of an order from the address on, as its customer reads it. docs/SCREENS.md says how each is reached, and
 * a test compares the two tables and renders each state in every language.
 */
export const lineStates = {
  waiting: customerWaits,
  waiting_photo: customerWaits,
  photo: { ...openMarks, point: 'sent' },
  lock_ended: { ...customerWaits, sum: 'graceOnly' },
  lock_ended_photo: { ...customerWaits, sum: 'expired' },
  expired: { ...customerWaits, who: 'none', chip: 'rateExpired', tone: 'other', sum: 'expired' },
  stopped: { ...customerWaits, who: 'none', chip: 'stopped', tone: 'rejected', sum: 'seenOnly' },
  seen: network,
  seen_late: { ...network, sum: 'inTimeOnly' },
  confirming: network,
  checked: { ...openMarks, point: 'checked' },
  less: { ...openMarks, point: 'checked' },
  over: { ...openMarks, point: 'checked' },
  late_locked: { ...openMarks, point: 'checked' },
  short: { ...customerState, chip: 'choice', point: 'seen', sum: 'none' },
  late: { ...customerState, chip: 'choice', point: 'seen', sum: 'none' },
  top_up: { ...customerWaits, point: 'seen', sum: 'then' },
  question: { ...openMarks, point: 'checked', sum: 'none' },
  asked: { ...customerState, chip: 'answer', point: 'checked', sum: 'none' },
  // Money counts as on its way only once it was sent.
  approved: { ...openMarks, point: 'checked' },
  on_hold: { ...openMarks, chip: 'held', tone: 'pending', point: 'checked' },
  sent: transit,
  overdue: { ...transit, chip: 'late', tone: 'pending' },
  arrived: { who: 'none', chip: 'arrived', tone: 'completed', point: 'arrived', sum: 'got' },
  returned: { ...openMarks, chip: 'returned', tone: 'pending', point: 'transit', sum: 'keeping' },
  account: { ...customerState, chip: 'account', point: 'transit', sum: 'keeping' },
  again: { ...transit, who: 'team' },
  reversed: { who: 'none', chip: 'reversed', tone: 'rejected', point: 'transit', sum: 'reversed', ends: true },
  refund_address: { ...refund, ...customerState, chip: 'address', point: 'checked' },
  refund_code: { ...refund, ...customerState, chip: 'code', point: 'checked' },
  rejected_coins: { ...refund, who: 'customer', chip: 'rejected', tone: 'rejected', point: 'checked' },
  refund_due: { ...refund, who: 'team', chip: 'goingBack', tone: 'processing', point: 'transit' },
  refund_sent: { ...refund, who: 'network', chip: 'goingBack', tone: 'processing', point: 'transit' },
  refunded: { ...refund, who: 'none', chip: 'sentBack', tone: 'completed', point: 'arrived', sum: 'gotBack' },
  rejected: { ...endedState, missed: ['sent', 'seen'] },
  rejected_sent: { ...endedState, missed: ['seen'] },
  proof: { ...customerState, chip: 'proof', point: 'sent', sum: 'then' },
  proof_sent: { ...openMarks, point: 'seen' },
  canceled: { ...endedState, chip: 'canceled', tone: 'other', point: undefined },
  proof_missed: { ...endedState, chip: 'canceled', tone: 'other', point: undefined },
} as const satisfies Record<string, State>;

export type LineState = keyof typeof lineStates;
export const lineStateNames = keysOf(lineStates);

/** Returns the row of a state, typed so that marks which only some rows have can be read. */
export const lineRow = (state: LineState): State => lineStates[state];

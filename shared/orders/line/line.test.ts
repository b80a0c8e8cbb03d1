import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { RefundView } from '../orders.refund.ts';
import type { OrderStage } from '../orders.stages.ts';
import { linePoints, lineRow, lineStateNames, lineStates, type LineState } from './line.states.ts';
import { lineOf, type LineDeposit, type LineInput, type LineOrder } from './line.ts';

const now = Date.parse('2026-03-13T14:00:00.000Z');
const at = (minutes: number) => new Date(now + minutes * 60_000).toISOString();
const promisedTimes = { checkHours: 2, payoutHours: 24, refundHours: 24, questionHours: 24 };
const blankOrder = {
  type: 'sell',
  status: 'pending',
  stage: 'by_hand',
  awaitingProof: false,
  createdAt: at(-30),
  updatedAt: at(-10),
  settlement: null,
  payout: null,
  adminNotes: null,
  events: [],
} as unknown as LineOrder;
const blankDeposit = {
  state: 'waiting',
  isOwn: true,
  isRead: true,
  seen: null,
  transfers: [],
  missing: 0,
  stoppedAt: null,
  lockedUntil: at(10),
  refund: null,
} as unknown as LineDeposit;
const lock = { isOwn: true, createdAt: at(-5), lockedUntil: at(10), stoppedAt: null };

const quote = (deposit: Partial<LineDeposit> = {}, changes: Partial<LineInput> = {}): LineInput => ({
  order: null,
  deposit: { ...blankDeposit, ...deposit },
  lock,
  promised: promisedTimes,
  now,
  ...changes,
});
const order = (
  stage: OrderStage,
  change: Partial<LineOrder> = {},
  deposit: Partial<LineDeposit> | null = null,
  changes: Partial<LineInput> = {},
): LineInput => ({
  order: { ...blankOrder, stage, ...change },
  deposit: deposit && { ...blankDeposit, ...deposit },
  promised: promisedTimes,
  now,
  ...changes,
});
const seenCoins = (confirmations: number) => ({
  seen: { amount: 2, confirmations, required: 6 },
  transfers: [{ txHash: 'x', amount: 2, confirmations, required: 6, state: 'included' as const, seenAt: at(-1) }],
});
const outcome = (name: string) => ({ settlement: { outcome: name } }) as Partial<LineOrder>;
const payout = (state: string) => ({ payout: { state, at: at(-1) } }) as Partial<LineOrder>;
const refund = (change: Partial<RefundView> = {}) => ({
  refund: { state: 'due', address: null, dueAt: at(-1), ...change } as RefundView,
});
const endedOrder = (reason: string) =>
  ({ status: 'failed', events: [{ to: 'failed', because: { reason, params: {} } }] }) as unknown as Partial<LineOrder>;
const completedOrder = { status: 'completed' } as const;
const rejectedOrder = { status: 'rejected' } as const;

const inputs: Record<LineState, LineInput> = {
  waiting: quote(),
  waiting_photo: quote({}, { deposit: null, lock: { ...lock, isOwn: false } }),
  photo: order('by_hand', {}, { isOwn: false }),
  lock_ended: quote({}, { now: Date.parse(at(11)) }),
  lock_ended_photo: quote({}, { deposit: null, lock: { ...lock, isOwn: false }, now: Date.parse(at(11)) }),
  expired: quote({ state: 'expired' }),
  stopped: quote({ state: 'stopped', stoppedAt: at(-1) }),
  seen: quote({ state: 'seen', ...seenCoins(0) }),
  seen_late: quote({ state: 'seen', ...seenCoins(0), lockedUntil: at(-2) }),
  confirming: order('confirming', {}, { state: 'confirming', ...seenCoins(2) }),
  checked: order('confirmed', outcome('exact'), seenCoins(6)),
  less: order('confirmed', outcome('within_tolerance'), seenCoins(6)),
  over: order('confirmed', outcome('over'), seenCoins(6)),
  late_locked: order('confirmed', outcome('late_locked'), seenCoins(6)),
  short: order('short', {}, { missing: 0.7 }),
  late: order('short', {}, { missing: 0 }),
  top_up: order('short', {}, { missing: 0.7 }, { isToppingUp: true }),
  question: order('question'),
  asked: order('question', { asked: { text: 'Which of the two?', at: at(0), until: at(60) } }),
  approved: order('batched', { status: 'processing' }),
  on_hold: order('on_hold', { status: 'processing' }),
  sent: order('sent', { ...completedOrder, ...payout('sent') }),
  overdue: order('settled', { ...completedOrder, ...payout('sent'), updatedAt: at(-60 * 30) }),
  arrived: order('settled', { ...completedOrder, ...payout('arrived') }),
  returned: order('returned', { ...completedOrder, ...payout('returned') }),
  account: order('details_needed', { ...completedOrder, ...payout('returned') }),
  again: order('approved_again', { ...completedOrder, ...payout('again') }),
  reversed: order('reversed', { ...completedOrder, ...payout('reversed') }),
  refund_address: order('refund_due', { status: 'failed' }, refund()),
  refund_code: order('refund_due', { status: 'failed' }, refund(), { isCodeMailed: true }),
  rejected_coins: order('refund_due', { ...rejectedOrder, adminNotes: 'Another name.' }, refund()),
  refund_due: order('refund_due', { status: 'failed' }, refund({ address: 'ltc1q', state: 'approved' })),
  refund_sent: order('refund_sent', { status: 'failed' }, refund({ address: 'ltc1q', state: 'sent' })),
  refunded: order('refunded', { status: 'failed' }, refund({ address: 'ltc1q', state: 'confirmed' })),
  rejected: order('closed', rejectedOrder, {}),
  rejected_sent: order('closed', rejectedOrder),
  proof: order('by_hand', { type: 'fiat', awaitingProof: true }),
  proof_sent: order('by_hand', { type: 'fiat' }),
  canceled: order('closed', { type: 'fiat', ...endedOrder('cancelled_by_customer') }),
  proof_missed: order('closed', { type: 'fiat', ...endedOrder('proof_not_received') }),
};

/** Points before the current one that the money reached, if it did not reach all. */
const reachedBefore: Partial<Record<LineState, string[]>> = { rejected: [], rejected_sent: ['sent'] };

test.each([null, blankDeposit])('a customer whose address was stopped reads that at once: deposit %o', (deposit) => {
  const isOwn = deposit !== null;
  expect(lineOf(quote({}, { deposit, lock: { ...lock, isOwn, stoppedAt: at(-1) } })).state).toBe('stopped');
});

test('a customer whose coins had arrived before the stop still reads where they are', () => {
  const stoppedQuote = quote({ state: 'seen', ...seenCoins(0) }, { lock: { ...lock, stoppedAt: at(-1) } });
  expect(lineOf(stoppedQuote).state).toBe('seen');
});

test('a customer with an open choice and a question still reads the choice', () => {
  const question = { asked: { text: 'Which of the two?', at: at(0), until: at(60) } };
  expect(lineOf(order('short', question, { missing: 0.7 })).state).toBe('short');
});

test.each(lineStateNames)('a customer whose order is in state %s reads that state at its step', (state) => {
  const { points, state: foundState } = lineOf(inputs[state]);
  expect(foundState).toBe(state);
  const { point, back = false } = lineRow(state);
  const currentPoints = points.filter((stagePoint) => stagePoint.state === 'now').map(({ name }) => name);
  expect(currentPoints).toEqual(point === undefined ? [] : [back && point === 'transit' ? 'sentBack' : point]);
  const place = linePoints.findIndex((name) => name === point);
  const pointsBefore = points.slice(0, Math.max(0, place));
  const donePoints = pointsBefore.filter((stagePoint) => stagePoint.state === 'done').map(({ name }) => name);
  expect(donePoints).toEqual(reachedBefore[state] ?? pointsBefore.map(({ name }) => name));
});

test.each(lineStateNames)('a customer is promised no time that is already over in state %s', (state) => {
  const { points } = lineOf(inputs[state]);
  const overduePoints = points.filter(({ by }) => by !== undefined && by.getTime() < now);
  expect(overduePoints).toEqual([]);
  expect(points.filter((point) => point.state === 'ahead' && point.at)).toEqual([]);
});

test('a customer who has not paid an exchange yet reads the deadline, and not that it was sent', () => {
  const awaitedExchange = order('by_hand', { type: 'fiat', awaitingProof: true, proofDueAt: at(60) });
  expect(lineOf(awaitedExchange).points[0]).toEqual({ name: 'sent', state: 'now', by: new Date(at(60)) });
});

test('a customer whose payout is repeated reads that it is on its way', () => {
  const currentPoint = lineOf(inputs.again).points.find(({ state }) => state === 'now');
  expect(currentPoint).toEqual({ name: 'transit', state: 'now' });
});

test.each(lineStateNames)(
  'a customer of a business without stated hours reads no opening time in state %s',
  (state) => {
    const { by, points } = lineOf({ ...inputs[state], promised: undefined });
    expect({ by, times: points.filter(({ name }) => name !== 'sent').flatMap((point) => point.by ?? []) }).toEqual({
      by: undefined,
      times: [],
    });
  },
);

test.each(['rejected', 'rejected_sent', 'reversed'] as const)(
  'a customer whose order is %s sees no step that it never reaches',
  (state) => {
    expect(lineOf(inputs[state]).points.at(-1)?.state).toBe('now');
  },
);

test('a customer whose payout is held or was returned reads that at its step, and no time', () => {
  const sentEvents = { events: [{ to: 'completed', stage: 'sent', at: at(-30) }] } as unknown as Partial<LineOrder>;
  const currentPointAt = (stage: OrderStage, change: Partial<LineOrder>) =>
    lineOf(order(stage, { ...change, ...sentEvents })).points.find(({ state }) => state === 'now');
  expect(currentPointAt('on_hold', { status: 'processing' })).toEqual({ name: 'checked', state: 'now', note: 'held' });
  const returnedPoint = { name: 'transit', state: 'now', note: 'returned', at: new Date(at(-1)) };
  expect(currentPointAt('returned', { ...completedOrder, ...payout('returned') })).toEqual(returnedPoint);
  expect(currentPointAt('details_needed', { ...completedOrder, ...payout('returned') })).toEqual(returnedPoint);
});

test('a customer does not see a payout that is prepared or held as on its way', () => {
  for (const state of ['approved', 'on_hold'] as const) {
    const { points } = lineOf(inputs[state]);
    expect(points.find(({ name }) => name === 'transit')?.state).toBe('ahead');
  }
});

const litecoin = { cryptoId: 'litecoin', payoutCurrency: 'NGN' };

test('a customer whose coins are seen or confirming reads the time at which the money arrives', () => {
  // In the morning of a bank day, of which the confirmations take little.
  const morning = { now: Date.parse(at(-240)) };
  const confirmingOrder = { ...blankOrder, ...litecoin, stage: 'confirming' as const };
  const finalOrder = { ...confirmingOrder, stage: 'confirmed' as const, updatedAt: at(-240) };
  const { by } = lineOf({ ...inputs.checked, ...morning, order: finalOrder });
  const states = [
    { ...inputs.seen, ...morning, sale: litecoin },
    { ...inputs.confirming, ...morning, order: confirmingOrder },
  ];
  expect(by).toBeInstanceOf(Date);
  for (const input of states) expect(lineOf(input).points.at(-1)?.by).toEqual(by);
});

test('a customer whose coins arrived late is promised no arrival beside a possible choice', () => {
  const { by, points } = lineOf({ ...inputs.seen_late, sale: litecoin });
  expect([by, points.at(-1)?.by]).toEqual([undefined, undefined]);
});

test('a customer with unknown terms is promised no arrival for seen coins', () => {
  expect(lineOf(inputs.seen).by).toBeUndefined();
});

test('a customer whose money is late reads when it was due, and no later time', () => {
  const { by, wasDueBy } = lineOf(inputs.overdue);
  expect(by).toBeUndefined();
  expect(wasDueBy?.getTime()).toBeLessThan(now);
});

test('a customer is promised no arrival while an order is held, asked about or sent back', () => {
  const silentStates = ['on_hold', 'question', 'asked', 'short', 'late', 'returned', 'account', 'reversed'] as const;
  for (const state of silentStates) {
    const { by, points } = lineOf(inputs[state]);
    expect({ state, by, arrived: points.at(-1)?.by }).toEqual({ state, by: undefined, arrived: undefined });
  }
});

test('a customer whose order is on its way reads one time of arrival in both places', () => {
  for (const state of ['photo', 'checked', 'approved', 'sent'] as const) {
    const { by, points } = lineOf(inputs[state]);
    expect(by).toBeInstanceOf(Date);
    expect(points.at(-1)?.by).toEqual(by);
  }
});

test('a customer whose money waits for a weekend reads the reason, and no other customer does', () => {
  const nigerian = { payoutCurrency: 'NGN' } as Partial<LineOrder>;
  const dueOn = (change: Partial<LineOrder>) => {
    const { by, isOverWeekend } = lineOf(order('confirmed', { ...nigerian, ...change }));
    return [by?.toISOString(), isOverWeekend];
  };
  expect(dueOn({})).toEqual(['2026-03-16T16:00:00.000Z', true]);
  expect(dueOn({ updatedAt: '2026-03-11T08:00:00.000Z' })).toEqual(['2026-03-12T16:00:00.000Z', false]);
});

test('the table of states in the documents equals that of the code', () => {
  const text = readFileSync(new URL('../../../docs/SCREENS.md', import.meta.url), 'utf8');
  const rows = [...text.matchAll(/^\| `(\w+)` +\| [^|]+\| (\w+) +\|$/gm)].map(([, name, actor]) => [name, actor]);
  expect(rows).toEqual(Object.entries(lineStates).map(([name, { who }]) => [name, who]));
});

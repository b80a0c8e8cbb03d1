import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { amountOf, decimal, none, rateOf, toText, unnamedAmount } from '#shared/kernel/money.ts';
import type { Choice, SettlementInput, SettlementTransfer } from './settlement.terms.ts';
import { offerFor, settle } from './settlement.ts';

const quotedAt = Date.UTC(2026, 10, 23, 12);
const minutes = (count: number) => new Date(quotedAt + count * 60_000);
const policy = {
  tolerance: { percent: 0.5, maxUsd: 5 },
  graceMinutes: 10,
  topUpMinutes: 60,
  minedMinutes: 120,
  overPercent: 10,
  choiceHours: 72,
};

const payoutRate = (text: string) => rateOf('coin', 'payout', text);

const terms = {
  coinId: 'litecoin',
  amount: unnamedAmount('coin', '2'),
  valueUsd: amountOf('usd', '200'),
  rate: payoutRate('100'),
  feePercent: decimal('5'),
  minorUnits: 2,
  minimumDeposit: unnamedAmount('coin', '0.1'),
  expiresAt: minutes(15),
  watchedUntil: minutes(15 + 30 * 24 * 60),
} satisfies SettlementInput['terms'];

let count = 0;
/** `at` and `mined` are minutes after the quote; a block follows five minutes after the first sight. */
type Arrival = Partial<Omit<SettlementTransfer, 'amount' | 'rateThen'>> & {
  at?: number;
  mined?: number | null;
  today?: string | null;
};
function arrives(amount: string, { at = 5, mined = at + 5, today = '100', ...rest }: Arrival = {}): SettlementTransfer {
  count += 1;
  const rateThen = today === null ? null : payoutRate(today);
  const base = { id: String(count), coinId: 'litecoin', state: 'final', isFinal: true, rateAgreed: null } as const;
  const blockAt = mined === null ? null : minutes(mined);
  return { ...base, amount: unnamedAmount('coin', amount), firstSeenAt: minutes(at), blockAt, rateThen, ...rest };
}
const late = (amount: string, today: string | null) => arrives(amount, { at: 200, today });

const defaults = { terms, rateNow: payoutRate('100'), policy, leftUsd: null, choice: null, now: minutes(30) };
const settlementOf = (transfers: readonly SettlementTransfer[], input: Partial<SettlementInput> = {}) =>
  settle({ ...defaults, transfers, ...input });

const twenty = { ...terms, amount: unnamedAmount('coin', '20'), valueUsd: amountOf('usd', '2000') };

const priced = (rateNow: string) => ({ rateNow: payoutRate(rateNow) });
const left = (usd: string) => ({ leftUsd: amountOf('usd', usd) });
const under = [arrives('1.98999999')];
const part = [arrives('1.5')];
const far = [arrives('2.5', { today: '90' })];
const toppedUp = [arrives('1.5'), arrives('0.5', { at: 65, today: '90' })];
const lateLower = [...part, late('0.5', '90')];
const lateHigher = [...part, late('0.5', '110')];
const complete = [arrives('2')];
const completeFar = [...complete, late('0.5', '90')];
const pending = [arrives('2', { mined: null, today: '90' })];
const partLate = [arrives('1'), late('0.6', '90')];
const otherCoin = [arrives('300', { coinId: 'tether' })];
const unpriced = [late('2', null)];
const replaced = (isFinal: boolean) => [arrives('2', { state: 'replaced', isFinal })];

const full = '2: 200, 10, 190, rest 0';
const nothing = '0: 0, 0, 0, rest 0';
/** The outcome and who has to choose what; the sums, unless it is a question; the choice, and the rest. */
type Row = [
  number,
  string,
  readonly SettlementTransfer[],
  string,
  string?,
  (Choice | null)?,
  Partial<SettlementInput>?,
];
const rows: readonly Row[] = [
  [1, 'exact', [arrives('2')], 'exact', full],
  [2, 'a little less', [arrives('1.995')], 'within_tolerance', '1.995: 199.5, 9.98, 189.52, rest 0'],
  [3, 'the bound', [arrives('1.99')], 'within_tolerance', '1.99: 199, 9.95, 189.05, rest 0'],
  [4, 'below it', under, 'short: customer may top_up, take, refund'],
  [4, 'taken', under, 'short', '1.98999999: 199, 9.95, 189.05, rest 0', 'take'],
  [5, 'too little', part, 'short: customer may top_up, take, refund'],
  [5, 'taken', part, 'short', '1.5: 150, 7.5, 142.5, rest 0', 'take'],
  [6, 'topped up', toppedUp, 'exact', full],
  [7, 'topped up late', lateLower, 'late: customer may accept_rate, refund'],
  [7, 'accepted', lateLower, 'late', '2: 195, 9.75, 185.25, rest 0', 'accept_rate'],
  [8, 'late, higher', lateHigher, 'late_locked', full],
  [9, 'all late, higher', [late('2', '110')], 'late_locked', full],
  [9, 'all late, equal', [late('2', '100')], 'late_locked', full],
  [10, 'all late, lower', [late('2', '90')], 'late: customer may accept_rate, refund', '2: 180, 9, 171, rest 0'],
  [10, 'accepted', [late('2', '90')], 'late', '2: 180, 9, 171, rest 0', 'accept_rate'],
  [11, 'no rate known', unpriced, 'late_unpriced: desk may refund', nothing, null, { rateNow: null }],
  [11, 'priced by the desk', unpriced, 'late', '2: 160, 8, 152, rest 0', 'take_at_today', priced('80')],
  [12, 'more', [arrives('2.1')], 'over', '2.1: 210, 10.5, 199.5, rest 0'],
  [13, 'the bound', [arrives('2.2')], 'over', '2.2: 220, 11, 209, rest 0'],
  [14, 'far more', far, 'over_far: desk may cap, all, refund', '2.2: 220, 11, 209, rest 0.3'],
  [14, 'cap', far, 'over_far', '2.2: 220, 11, 209, rest 0.3', 'cap'],
  [14, 'all', far, 'over_far', '2.5: 247, 12.35, 234.65, rest 0', 'all'],
  [15, 'in parts', [arrives('1'), arrives('0.6'), arrives('0.4')], 'exact', full],
  [16, 'in part late', partLate, 'short: customer may top_up, take, refund', '1.6: 154, 7.7, 146.3, rest 0'],
  [16, 'taken', partLate, 'short', '1.6: 154, 7.7, 146.3, rest 0', 'take'],
  [
    17,
    'the dollar cap',
    [arrives('19.96')],
    'within_tolerance',
    '19.96: 1996, 99.8, 1896.2, rest 0',
    undefined,
    { terms: twenty },
  ],
  [18, 'over the limit', [arrives('2')], 'over_limit: desk may refund', nothing, undefined, left('199.99')],
  [18, 'at the limit', [arrives('2')], 'exact', full, undefined, left('200')],
  [19, 'another coin', otherCoin, 'none', nothing],
  [20, 'replaced', replaced(false), 'none', nothing],
  [21, 'reorganised', replaced(true), 'reorganised: desk may ', nothing],
  [22, 'below the minimum', [arrives('0.05')], 'short: customer may top_up, refund', nothing],
  [23, 'no rate now', part, 'short: customer may top_up, refund', undefined, null, { rateNow: null }],
  [23, 'no rate now, late', [late('2', '90')], 'late: customer may refund', undefined, null, { rateNow: null }],
  [24, 'complete, then dust', [...complete, late('0.00000546', '80')], 'exact', '2: 200, 10, 190, rest 0.00000546'],
  [25, 'complete, then a later part', [...complete, late('0.1', '90')], 'over', '2.1: 209, 10.45, 198.55, rest 0'],
  [26, 'complete, then an unpriced part', [...complete, late('0.1', null)], 'exact', '2: 200, 10, 190, rest 0.1'],
  [
    26,
    'bought by the desk',
    [...complete, late('0.1', null)],
    'exact',
    '2.1: 208, 10.4, 197.6, rest 0',
    'cap',
    priced('80'),
  ],
  [27, 'complete, then far more', completeFar, 'exact', '2: 200, 10, 190, rest 0.5'],
  [27, 'cap', completeFar, 'exact', '2.2: 218, 10.9, 207.1, rest 0.3', 'cap'],
  [27, 'all', completeFar, 'exact', '2.5: 245, 12.25, 232.75, rest 0', 'all'],
  [
    28,
    'complete at the limit, then more',
    [...complete, late('0.1', '90')],
    'exact',
    '2: 200, 10, 190, rest 0.1',
    null,
    left('200'),
  ],
  [29, 'in a block just in time', [arrives('2', { mined: 125, today: '90' })], 'exact', full],
  [29, 'in a block too late', [arrives('2', { mined: 126, today: '90' })], 'late: customer may accept_rate, refund'],
  [30, 'in a block before it was seen', [arrives('2', { at: 200, mined: 20, today: '90' })], 'exact', full],
  [31, 'waiting for its block', pending, 'exact', full],
  [
    31,
    'waiting for too long',
    pending,
    'late: customer may accept_rate, refund',
    undefined,
    null,
    { now: minutes(126) },
  ],
];

/** The result of a choice at a later rate, by the number of the row above. */
const offers: readonly [number, Choice, readonly SettlementTransfer[], string | null, string][] = [
  [4, 'take', under, '80', '1.98999999: 159.2, 7.96, 151.24'],
  [5, 'take', part, '100', '1.5: 150, 7.5, 142.5'],
  [5, 'take', part, '80', '1.5: 120, 6, 114'],
  [5, 'take', part, '130', '1.5: 150, 7.5, 142.5'],
  [7, 'accept_rate', lateLower, '95', '2: 187.5, 9.38, 178.12'],
  [10, 'accept_rate', [late('2', '90')], '95', '2: 180, 9, 171'],
  [10, 'accept_rate', [late('2', '90')], '80', '2: 160, 8, 152'],
  [11, 'take_at_today', unpriced, '80', '2: 160, 8, 152'],
  [16, 'take', partLate, '85', '1.6: 136, 6.8, 129.2'],
  [23, 'take', part, null, 'none'],
];

describe('the payment for arrived coins', () => {
  test.each(rows)('is figure %i: %s', (_number, _name, transfers, expected, sums, choice = null, input = {}) => {
    const { outcome, asks, choices, ...result } = settlementOf(transfers, { choice, ...input });
    expect(asks === 'nobody' ? outcome : `${outcome}: ${asks} may ${choices.join(', ')}`).toBe(expected);
    const [paid, gross, fee, net, rest] = [result.paidFor, result.gross, result.fee, result.net, result.rest].map(
      toText,
    );
    const actual = `${paid}: ${gross}, ${fee}, ${net}, rest ${rest}`;
    expect(actual).toBe(sums ?? actual);
  });

  test.each(offers)(
    'in figure %i is offered %s at the rate of the moment',
    (_number, choice, transfers, rate, expected) => {
      const rateNow = rate === null ? null : payoutRate(rate);
      const offer = offerFor({ ...defaults, transfers, rateNow }, choice);
      const [paid, gross, fee, net] = offer ? [offer.paidFor, offer.gross, offer.fee, offer.net].map(toText) : [];
      expect(offer ? `${paid}: ${gross}, ${fee}, ${net}` : 'none').toBe(expected);
    },
  );

  test('is decided by the team for a part after a sale, which is settled in the meantime', () => {
    const choices = ['cap', 'all'];
    expect(settlementOf(completeFar)).toMatchObject({ asks: 'nobody', choices, held: unnamedAmount('coin', '0.5') });
    const unbought = [...complete, late('0.1', null)];
    expect(settlementOf(unbought)).toMatchObject({ asks: 'nobody', choices, held: unnamedAmount('coin', '0.1') });
    expect(settlementOf(unbought, { rateNow: null }).choices).toEqual([]);
  });

  test('is the value in its block for a part after a choice that completes nothing', () => {
    const agreed = { ...arrives('1'), rateAgreed: payoutRate('80') };
    const twoTransfers = [agreed, arrives('0.5', { at: 40, today: '70' })];
    expect(toText(settlementOf(twoTransfers, { choice: 'take' }).gross)).toBe('115');
    const completed = [agreed, arrives('1', { at: 40, today: '70' })];
    expect(toText(settlementOf(completed, { choice: 'take' }).gross)).toBe('200');
  });

  test('is decided by the team if the customer does not choose in time', () => {
    const now = minutes(5 + 72 * 60 + 1);
    expect(settlementOf([arrives('1.5')], { now })).toMatchObject({
      asks: 'desk',
      choices: ['take', 'accept', 'refund'],
    });
    expect(settlementOf([late('2', '90')], { now: minutes(200 + 72 * 60 + 1) }).asks).toBe('desk');
  });

  test('follows the choice for later coins too', () => {
    const twoTransfers = [arrives('1.5'), arrives('0.4', { at: 40 })];
    expect(toText(settlementOf(twoTransfers, { choice: 'take' }).net)).toBe('180.5');
  });

  test('is zero for a transfer that is first seen after its address was watched', () => {
    expect(settlementOf([arrives('2', { at: 16 + 30 * 24 * 60 })]).outcome).toBe('none');
  });
});

const anyTransfer = fc
  .record({
    units: fc.integer({ min: 1, max: 300_000_000 }),
    at: fc.integer({ min: 0, max: 50_000 }),
    today: fc.option(fc.integer({ min: 1, max: 20_000 })),
    state: fc.constantFrom('seen', 'included', 'final', 'replaced', 'failed'),
  })
  .map(({ units, at, today, state }) =>
    arrives(toText(decimal(String(units)).div('100000000')), {
      at,
      today: today === null ? null : toText(decimal(String(today)).div('100')),
      state,
      isFinal: state === 'final',
    }),
  );
const anySettlement = fc.record({
  transfers: fc.array(anyTransfer, { maxLength: 6 }),
  choice: fc.constantFrom(null, 'top_up', 'take', 'accept_rate', 'refund', 'accept', 'cap', 'all', 'take_at_today'),
  rateNow: fc.constantFrom(null, payoutRate('90'), payoutRate('120')),
  now: fc.integer({ min: 0, max: 60_000 }).map(minutes),
});

const sumOf = (parts: readonly Pick<SettlementTransfer, 'amount'>[]) =>
  parts.reduce((total, { amount }) => total.plus(amount), none.coin);
/** The transfers that were seen by then and have not disappeared. */
const transfersUntil = (transfers: readonly SettlementTransfer[], until: Date) =>
  transfers.filter(({ firstSeenAt, state }) => firstSeenAt <= until && state !== 'failed' && state !== 'replaced');

describe('a settlement of any transfers', () => {
  test('never pays for more than arrived, nor above the locked rate', () => {
    fc.assert(
      fc.property(anySettlement, ({ transfers, ...input }) => {
        const { received, paidFor, rest, parts, gross, fee, net } = settlementOf(transfers, input);
        expect(toText(received)).toBe(toText(sumOf(transfersUntil(transfers, terms.watchedUntil))));
        expect(paidFor.plus(rest).lte(received)).toBe(true);
        expect(parts.every(({ rate, amount }) => rate.lte(terms.rate) && amount.gt(none.coin))).toBe(true);
        expect(toText(gross.minus(fee))).toBe(toText(net));
      }),
    );
  });

  test('pays coins in time at the promised rate, or returns them', () => {
    fc.assert(
      fc.property(anySettlement, ({ transfers, ...input }) => {
        const sum = sumOf(transfersUntil(transfers, minutes(25)));
        const { asks, outcome, parts, rest, isEnough } = settlementOf(transfers, input);
        // A choice to take less ends the promise.
        const isTaken = !isEnough && ['take', 'accept_rate'].includes(input.choice ?? '');
        if (asks !== 'nobody' || outcome === 'none' || isTaken) return;
        const lockedTotal = sumOf(parts.filter(({ kind }) => kind === 'locked'));
        const cap = unnamedAmount('coin', '2.2');
        expect(lockedTotal.plus(rest).gte(sum.lt(cap) ? sum : cap)).toBe(true);
      }),
    );
  });

  test('does not depend on the order in which transfers are seen', () => {
    fc.assert(
      fc.property(anySettlement, ({ transfers, ...input }) => {
        expect(JSON.stringify(settlementOf(transfers.toReversed(), input))).toBe(
          JSON.stringify(settlementOf(transfers, input)),
        );
      }),
    );
  });
});

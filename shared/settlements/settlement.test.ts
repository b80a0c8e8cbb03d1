import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decimal, toText, zero } from '#shared/kernel/money.ts';
import { settle, type Choice, type SettlementInput, type SettlementTransfer } from './settlement.ts';

const quotedAt = Date.UTC(2026, 10, 23, 12);
const minutes = (count: number) => new Date(quotedAt + count * 60_000);
const policy = {
  tolerance: { percent: 0.5, maxUsd: 5 },
  graceMinutes: 10,
  topUpMinutes: 60,
  overPercent: 10,
  choiceHours: 72,
};

const terms: SettlementInput['terms'] = {
  coinId: 'litecoin',
  amount: decimal('2'),
  valueUsd: decimal('200'),
  rate: decimal('100'),
  feePercent: decimal('5'),
  minorUnits: 2,
  minimumDeposit: decimal('0.1'),
  expiresAt: minutes(15),
  watchedUntil: minutes(15 + 30 * 24 * 60),
};

let count = 0;
type Arrival = Partial<Omit<SettlementTransfer, 'amount' | 'rateThen'>> & { at?: number; today?: string | null };
function arrives(amount: string, { at = 5, today = '100', ...rest }: Arrival = {}): SettlementTransfer {
  count += 1;
  const rateThen = today === null ? null : decimal(today);
  const base = { id: String(count), coinId: 'litecoin', state: 'final', isFinal: true } as const;
  return { ...base, amount: decimal(amount), firstSeenAt: minutes(at), rateThen, ...rest };
}
const late = (amount: string, today: string | null) => arrives(amount, { at: 200, today });

const settled = (transfers: readonly SettlementTransfer[], input: Partial<SettlementInput> = {}) =>
  settle({ terms, transfers, rateNow: null, policy, leftUsd: null, choice: null, now: minutes(30), ...input });

const twenty = { ...terms, amount: decimal('20'), valueUsd: decimal('2000') };

type Row = [
  number,
  string,
  readonly SettlementTransfer[],
  {
    outcome: string;
    asks?: string;
    choices?: readonly Choice[];
    sums?: string;
    choice?: Choice;
    input?: Partial<SettlementInput>;
  },
];
const rows: readonly Row[] = [
  [1, 'exact', [arrives('2')], { outcome: 'exact', sums: '2: 200, 10, 190, rest 0' }],
  [2, 'a little less', [arrives('1.995')], { outcome: 'within_tolerance', sums: '1.995: 199.5, 9.98, 189.52, rest 0' }],
  [3, 'the bound', [arrives('1.99')], { outcome: 'within_tolerance', sums: '1.99: 199, 9.95, 189.05, rest 0' }],
  [
    4,
    'below it',
    [arrives('1.98999999')],
    { outcome: 'short', asks: 'customer', choices: ['top_up', 'take', 'refund'] },
  ],
  [
    4,
    'taken',
    [arrives('1.98999999')],
    { outcome: 'short', choice: 'take', sums: '1.98999999: 199, 9.95, 189.05, rest 0' },
  ],
  [5, 'too little', [arrives('1.5')], { outcome: 'short', asks: 'customer', choices: ['top_up', 'take', 'refund'] }],
  [5, 'taken', [arrives('1.5')], { outcome: 'short', choice: 'take', sums: '1.5: 150, 7.5, 142.5, rest 0' }],
  [
    6,
    'topped up',
    [arrives('1.5'), arrives('0.5', { at: 65, today: '90' })],
    { outcome: 'exact', sums: '2: 200, 10, 190, rest 0' },
  ],
  [
    7,
    'topped up late',
    [arrives('1.5'), late('0.5', '90')],
    { outcome: 'late', asks: 'customer', choices: ['accept_rate', 'refund'] },
  ],
  [
    7,
    'accepted',
    [arrives('1.5'), late('0.5', '90')],
    { outcome: 'late', choice: 'accept_rate', sums: '2: 195, 9.75, 185.25, rest 0' },
  ],
  [
    8,
    'late, higher',
    [arrives('1.5'), late('0.5', '110')],
    { outcome: 'late_locked', sums: '2: 200, 10, 190, rest 0' },
  ],
  [9, 'all late, higher', [late('2', '110')], { outcome: 'late_locked', sums: '2: 200, 10, 190, rest 0' }],
  [9, 'all late, equal', [late('2', '100')], { outcome: 'late_locked', sums: '2: 200, 10, 190, rest 0' }],
  [10, 'all late, lower', [late('2', '90')], { outcome: 'late', asks: 'customer', sums: '2: 180, 9, 171, rest 0' }],
  [10, 'accepted', [late('2', '90')], { outcome: 'late', choice: 'accept_rate', sums: '2: 180, 9, 171, rest 0' }],
  [
    11,
    'no rate known',
    [late('2', null)],
    { outcome: 'late_unpriced', asks: 'desk', choices: ['refund'], sums: '0: 0, 0, 0, rest 0' },
  ],
  [
    11,
    'priced by the desk',
    [late('2', null)],
    { outcome: 'late', choice: 'take_at_today', input: { rateNow: decimal('80') }, sums: '2: 160, 8, 152, rest 0' },
  ],
  [12, 'more', [arrives('2.1')], { outcome: 'over', sums: '2.1: 210, 10.5, 199.5, rest 0' }],
  [13, 'the bound', [arrives('2.2')], { outcome: 'over', sums: '2.2: 220, 11, 209, rest 0' }],
  [
    14,
    'far more',
    [arrives('2.5', { today: '90' })],
    { outcome: 'over_far', asks: 'desk', choices: ['cap', 'all', 'refund'], sums: '2.2: 220, 11, 209, rest 0.3' },
  ],
  [
    14,
    'cap',
    [arrives('2.5', { today: '90' })],
    { outcome: 'over_far', choice: 'cap', sums: '2.2: 220, 11, 209, rest 0.3' },
  ],
  [
    14,
    'all',
    [arrives('2.5', { today: '90' })],
    { outcome: 'over_far', choice: 'all', sums: '2.5: 247, 12.35, 234.65, rest 0' },
  ],
  [
    15,
    'in parts',
    [arrives('1'), arrives('0.6'), arrives('0.4')],
    { outcome: 'exact', sums: '2: 200, 10, 190, rest 0' },
  ],
  [
    16,
    'too little, in part late',
    [arrives('1'), late('0.6', '90')],
    { outcome: 'short', asks: 'customer', sums: '1.6: 154, 7.7, 146.3, rest 0' },
  ],
  [
    16,
    'taken',
    [arrives('1'), late('0.6', '90')],
    { outcome: 'short', choice: 'take', sums: '1.6: 154, 7.7, 146.3, rest 0' },
  ],
  [
    17,
    'the dollar cap',
    [arrives('19.96')],
    { outcome: 'within_tolerance', input: { terms: twenty }, sums: '19.96: 1996, 99.8, 1896.2, rest 0' },
  ],
  [
    18,
    'over the limit',
    [arrives('2')],
    {
      outcome: 'over_limit',
      asks: 'desk',
      choices: ['refund'],
      input: { leftUsd: decimal('199.99') },
      sums: '0: 0, 0, 0, rest 0',
    },
  ],
  [
    18,
    'at the limit',
    [arrives('2')],
    { outcome: 'exact', input: { leftUsd: decimal('200') }, sums: '2: 200, 10, 190, rest 0' },
  ],
  [19, 'another coin', [arrives('300', { coinId: 'tether' })], { outcome: 'none', sums: '0: 0, 0, 0, rest 0' }],
  [
    20,
    'replaced',
    [arrives('2', { state: 'replaced', isFinal: false })],
    { outcome: 'none', sums: '0: 0, 0, 0, rest 0' },
  ],
  [
    21,
    'reorganised',
    [arrives('2', { state: 'replaced' })],
    { outcome: 'reorganised', asks: 'desk', choices: [], sums: '0: 0, 0, 0, rest 0' },
  ],
  [
    22,
    'below the minimum',
    [arrives('0.05')],
    { outcome: 'short', asks: 'customer', choices: ['top_up', 'refund'], sums: '0: 0, 0, 0, rest 0' },
  ],
];

describe('what is paid for what arrived', () => {
  test.each(rows)('figure %i: %s', (_number, _name, transfers, expected) => {
    const { outcome, asks = 'nobody', choices, sums, choice = null, input } = expected;
    const result = settled(transfers, { choice, ...input });
    expect(result).toMatchObject({ outcome, asks, ...(choices && { choices }) });
    const [paid, gross, fee, net, rest] = [result.paidFor, result.gross, result.fee, result.net, result.rest].map(
      toText,
    );
    const found = `${paid}: ${gross}, ${fee}, ${net}, rest ${rest}`;
    expect(found).toBe(sums ?? found);
  });

  test('a customer who does not choose in time leaves it to the team', () => {
    const now = minutes(5 + 72 * 60 + 1);
    expect(settled([arrives('1.5')], { now })).toMatchObject({ asks: 'desk', choices: ['take', 'refund'] });
    expect(settled([late('2', '90')], { now: minutes(200 + 72 * 60 + 1) }).asks).toBe('desk');
  });

  test('a choice stays valid for what comes later', () => {
    const both = [arrives('1.5'), arrives('0.4', { at: 40 })];
    expect(toText(settled(both, { choice: 'take' }).net)).toBe('180.5');
  });

  test('what is first seen after the watch is not paid for', () => {
    expect(settled([arrives('2', { at: 16 + 30 * 24 * 60 })]).outcome).toBe('none');
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
const anyInput = fc.record({
  transfers: fc.array(anyTransfer, { maxLength: 6 }),
  choice: fc.constantFrom(null, 'top_up', 'take', 'accept_rate', 'refund', 'accept', 'cap', 'all', 'take_at_today'),
  rateNow: fc.constantFrom(null, decimal('90'), decimal('120')),
  now: fc.integer({ min: 0, max: 60_000 }).map(minutes),
});

describe('whatever arrives', () => {
  test('the team never pays for more than arrived, nor above the locked rate', () => {
    fc.assert(
      fc.property(anyInput, ({ transfers, ...input }) => {
        const { received, paidFor, rest, parts, gross, fee, net } = settled(transfers, input);
        const sum = transfers
          .filter(({ state }) => state !== 'failed' && state !== 'replaced')
          .filter(({ firstSeenAt }) => firstSeenAt <= terms.watchedUntil)
          .reduce((total, { amount }) => total.plus(amount), zero);
        expect(toText(received)).toBe(toText(sum));
        expect(paidFor.plus(rest).lte(received)).toBe(true);
        expect(parts.every(({ rate, amount }) => rate.lte(terms.rate) && amount.gt(zero))).toBe(true);
        expect(toText(gross.minus(fee))).toBe(toText(net));
      }),
    );
  });

  test('what arrived in time is paid at the promised rate, or given back', () => {
    fc.assert(
      fc.property(anyInput, ({ transfers, ...input }) => {
        const inTime = transfers.filter(
          ({ firstSeenAt, state }) => firstSeenAt <= minutes(25) && !['failed', 'replaced'].includes(state),
        );
        const sum = inTime.reduce((total, { amount }) => total.plus(amount), zero);
        const { asks, outcome, parts, rest } = settled(transfers, input);
        if (asks !== 'nobody' || outcome === 'none') return;
        const locked = parts
          .filter(({ kind }) => kind === 'locked')
          .reduce((total, { amount }) => total.plus(amount), zero);
        const cap = decimal('2.2');
        expect(locked.plus(rest).gte(sum.lt(cap) ? sum : cap)).toBe(true);
      }),
    );
  });

  test('the result does not depend on the order in which transfers are learned', () => {
    fc.assert(
      fc.property(anyInput, ({ transfers, ...input }) => {
        expect(JSON.stringify(settled(transfers.toReversed(), input))).toBe(JSON.stringify(settled(transfers, input)));
      }),
    );
  });
});

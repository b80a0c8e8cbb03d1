import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { none, type Amount } from '../kernel/money.ts';
import { isGuarded, type Account } from './book.accounts.ts';
import { bookedOf, movesOf, nameOf } from './book.balances.ts';
import * as entries from './book.postings.ts';
import type { Line, Posting } from './book.postings.ts';

const author = { at: new Date('2026-11-28T10:00:00Z'), actorId: null };
const { accounts } = entries;

/** A book in memory with the checks of the one in the database. */
function createBook() {
  const balances = new Map<string, Amount<'booked'>>();
  const holds = (account: Account) => balances.get(nameOf(account)) ?? none.booked;
  return {
    holds,
    balances,
    /** Enters these together; false if that would take more from a guarded account than it holds. */
    post: (...postings: readonly Posting[]): boolean => {
      const moves = [...movesOf(postings.flatMap(({ lines }) => lines)).values()];
      if (moves.some(({ account, by: move }) => isGuarded(account) && holds(account).plus(move).lt(none.booked)))
        return false;
      for (const { account, by: move } of moves) balances.set(nameOf(account), holds(account).plus(move));
      return true;
    },
  };
}

const reversedPosting = (posting: Posting): Posting => ({
  ...posting,
  lines: posting.lines.map(({ from, to, amount }): Line => ({ from: to, to: from, amount })),
});

const coin = 'bitcoin';
const currency = 'USD';
const pick = fc.nat({ max: 2 });
const amount = fc.integer({ min: 1, max: 300 }).map((units) => (units / 100).toFixed(2));

/** One step in the lives of three transfers, three sales, three refunds and three payments, in any order. */
const step = fc.oneof(
  fc.record({ kind: fc.constant('arrives' as const), which: pick, amount }),
  fc.record({ kind: fc.constant('reorganised' as const), which: pick, amount }),
  fc.record({ kind: fc.constant('claimed' as const), which: pick, order: pick, amount }),
  fc.record({ kind: fc.constant('settled' as const), order: pick, amount, net: amount, fee: amount }),
  fc.record({ kind: fc.constant('unsettled' as const), order: pick, amount, net: amount, fee: amount }),
  fc.record({ kind: fc.constant('refund' as const), which: pick, order: pick, amount }),
  fc.record({ kind: fc.constant('refundSent' as const), which: pick, amount }),
  fc.record({ kind: fc.constant('kept' as const), which: pick, amount }),
  fc.record({ kind: fc.constant('made' as const), which: pick, order: pick, net: amount }),
  fc.record({ kind: fc.constant('void' as const), which: pick, order: pick, net: amount }),
  fc.record({ kind: fc.constant('sent' as const), which: pick, order: pick, net: amount }),
  fc.record({ kind: fc.constant('returned' as const), which: pick, order: pick, net: amount }),
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

type AttemptStep = Extract<Step, { kind: 'made' | 'void' | 'sent' | 'returned' }>;
type CoinStep = Exclude<Step, AttemptStep>;

function postingOf(step: Step): Posting {
  return 'net' in step && 'which' in step ? postingOfAttempt(step) : postingOfCoins(step);
}

function postingOfAttempt({ kind, which, order, net }: AttemptStep): Posting {
  const attempt = { attemptId: String(which), orderId: `order ${order}`, currency, amount: net };
  if (kind === 'made') return entries.attemptMade(attempt, author);
  if (kind === 'void') return entries.attemptVoid(attempt, author);
  return kind === 'sent'
    ? entries.attemptSent(attempt, null, author)
    : entries.attemptReturned(attempt, null, null, author);
}

function postingOfCoins(step: CoinStep): Posting {
  const name = 'which' in step ? String(step.which) : '';
  const orderId = 'order' in step ? `order ${step.order}` : '';
  const arrival = { transferId: name, coin, amount: step.amount };
  if (step.kind === 'settled' || step.kind === 'unsettled') {
    const { net, fee } = step;
    const posting = entries.settlementPosting(
      { orderId, unit: coin, parts: [step.amount], currency, net, fee },
      author,
    );
    return step.kind === 'settled' ? posting : reversedPosting(posting);
  }
  if (step.kind === 'arrives') return entries.arrivalPosting(arrival, 'block', author);
  if (step.kind === 'reorganised') return reversedPosting(entries.arrivalPosting(arrival, 'block', author));
  if (step.kind === 'claimed') return entries.claimPosting(arrival, orderId, author);
  if (step.kind === 'kept') return entries.incomePosting(arrival, author);
  if (step.kind === 'refundSent')
    return entries.refundSent({ refundId: name, orderId: null, coin, amount: step.amount }, null, author);
  const line = { from: accounts.held(orderId, coin), to: accounts.refund(name, coin), amount: step.amount };
  return entries.refundDue(name, orderId, [line], author);
}

test('no more is paid than arrived or is owed, in any order of events', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const book = createBook();
      const acceptedPostings = steps.map(postingOf).filter((posting) => book.post(posting));
      const sums = new Map<string, Amount<'booked'>>();
      for (const [name, balance] of book.balances) {
        const unit = name.split(' ').at(-1) ?? '';
        sums.set(unit, (sums.get(unit) ?? none.booked).plus(balance));
      }
      for (const sum of sums.values()) expect(sum.toFixed()).toBe('0');
      // Coins that left never exceed those that arrived, and money that left never exceeds the sum owed for coins.
      expect(book.holds(accounts.coins(coin)).lte(none.booked)).toBe(true);
      const owedLines = acceptedPostings.filter(({ kind }) => kind === 'settled').flatMap(({ lines }) => lines);
      const promisedSum = owedLines.reduce((sum, { from, to, amount: sentAmount }) => {
        const part = bookedOf(sentAmount, from.unit);
        if (to.kind === 'owed') return sum.plus(part);
        return from.kind === 'owed' ? sum.minus(part) : sum;
      }, none.booked);
      expect(book.holds(accounts.bank(null, currency)).lte(promisedSum)).toBe(true);
    }),
    { numRuns: 2_000 },
  );
});

test('a correction that reverses and enters again at once is not refused in between', () => {
  fc.assert(
    fc.property(amount, amount, (first, secondAmount) => {
      const book = createBook();
      const arrival = { transferId: '1', coin, amount: '10' };
      const sale = (net: string) =>
        entries.settlementPosting({ orderId: 'order 1', unit: coin, parts: ['10'], currency, net, fee: '0' }, author);
      book.post(
        entries.arrivalPosting(arrival, 'block', author),
        entries.claimPosting(arrival, 'order 1', author),
        sale(first),
      );
      expect(book.post(sale(secondAmount))).toBe(false);
      expect(book.post(reversedPosting(sale(first)), sale(secondAmount))).toBe(true);
      expect(book.holds(accounts.owed('order 1', currency)).eq(bookedOf(secondAmount, currency))).toBe(true);
    }),
  );
});

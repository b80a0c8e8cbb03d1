import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  amountOf,
  convert,
  decimal,
  none,
  rateOf,
  toText,
  zero,
  unnamedAmount,
  type Amount,
} from '#shared/kernel/money.ts';
import type { CustomerChoice, PayoutRate, SettlementInput, SettlementTransfer } from './settlement.terms.ts';
import { offerFor, settle, type Settlement } from './settlement.ts';

/**
 * Minutes after the quote at which it ends, its grace ends, the missing coins and the block arrive, and an offer ends.
 */
const endMinute = 15;
const graceEnds = 25;
const topUp = 60;
const minedMinutes = 120;
const offerStands = 15;
const lockedPrice = 100;
const at = (minute: number) => new Date(Date.UTC(2026, 10, 23, 12) + minute * 60_000);
const terms: SettlementInput['terms'] = {
  coinId: 'litecoin',
  amount: unnamedAmount('coin', '2'),
  valueUsd: amountOf('usd', '200'),
  rate: rateOf('coin', 'payout', String(lockedPrice)),
  feePercent: zero,
  minorUnits: 8,
  minimumDeposit: unnamedAmount('coin', '0.1'),
  expiresAt: at(endMinute),
  watchedUntil: at(endMinute + 30 * 24 * 60),
};
const policy = {
  tolerance: { percent: 0.5, maxUsd: 5 },
  graceMinutes: graceEnds - endMinute,
  topUpMinutes: topUp,
  minedMinutes,
  overPercent: 10,
  choiceHours: 72,
};

/** The next action of a customer, some minutes later, when the price has moved. */
type Action =
  | { kind: 'send'; units: number; blockAfter: number }
  | { kind: 'drop' | 'replace' | 'screenshot' | 'wait' | 'read' }
  | { kind: 'choose'; choice: CustomerChoice };
type Step = { action: Action; minutes: number; price: number };

const someUnits = fc.constantFrom(5, 10, 100, 150, 189, 190, 199, 200, 210, 250);
const anAction: fc.Arbitrary<Action> = fc.oneof(
  fc.record({
    kind: fc.constant('send' as const),
    units: someUnits,
    blockAfter: fc.constantFrom(1, 10, 119, 121, 1_200),
  }),
  fc.record({ kind: fc.constantFrom('drop', 'replace', 'screenshot', 'wait', 'read') }),
  fc.record({ kind: fc.constant('choose' as const), choice: fc.constantFrom('take', 'accept_rate', 'top_up') }),
);
const aPath = fc.array(
  fc.record({
    action: anAction,
    minutes: fc.constantFrom(0, 1, 5, 14, 16, 60, 1_440),
    price: fc.constantFrom(60, 80, 95, 100, 105, 130),
  }),
  { minLength: 1, maxLength: 14 },
);

type SentCoins = {
  id: string;
  amount: Amount<'coin'>;
  seen: number;
  block: number;
  /** The price when its block was read, which stays through later changes within that minute. */
  priceThen: number | null;
  isGone: boolean;
  agreed: PayoutRate | null;
};
type SettlementState = { settlement: Settlement; made: number; received: string };

/** Settles, makes offers and stores choices for the steps of a customer, as the services do. */
function play(steps: readonly Step[]) {
  const path: { from: number; price: number }[] = [{ from: 0, price: lockedPrice }];
  const priceAt = (minute: number) => path.findLast(({ from }) => from <= minute)?.price ?? lockedPrice;
  const sentCoins: SentCoins[] = [];
  let now = 0;
  let choice: CustomerChoice | null = null;
  let paidSettlement: Settlement | undefined;
  let standingOffer: SettlementState | undefined;
  /** For each transfer the best rate that a choice of the customer could have had for it. */
  const chosenAt = new Map<string, number>();
  const transferOf = ({ id, amount, seen, block, priceThen, isGone, agreed }: SentCoins): SettlementTransfer => ({
    id,
    coinId: 'litecoin',
    amount,
    firstSeenAt: at(seen),
    blockAt: block <= now ? at(block) : null,
    state: isGone ? 'replaced' : block <= now ? 'final' : 'seen',
    isFinal: block <= now,
    rateThen: rateOf('coin', 'payout', String(priceThen ?? priceAt(now))),
    rateAgreed: agreed,
  });
  const input = (): SettlementInput => ({
    terms,
    transfers: sentCoins.filter(({ isGone }) => !isGone).map(transferOf),
    rateNow: rateOf('coin', 'payout', String(priceAt(now))),
    policy,
    leftUsd: null,
    choice,
    now: at(now),
  });
  const settleNow = () => {
    for (const coins of sentCoins) if (coins.block <= now) coins.priceThen ??= priceAt(coins.block);
    const currentInput = input();
    const wholeSettlement = settle(currentInput);
    const finalSettlement = settle({
      ...currentInput,
      transfers: currentInput.transfers.filter(({ isFinal }) => isFinal),
    });
    const isFinal = currentInput.transfers.every((transfer) => transfer.isFinal);
    const settlement = isFinal ? wholeSettlement : finalSettlement.isEnough ? finalSettlement : undefined;
    if (
      settlement &&
      settlement.asks === 'nobody' &&
      settlement.outcome !== 'none' &&
      (!paidSettlement || settlement.net.gt(paidSettlement.net))
    )
      paidSettlement = settlement;
    return {
      known: currentInput,
      whole: wholeSettlement,
      isAsked: isFinal && wholeSettlement.asks === 'customer' && !paidSettlement,
    };
  };
  const offerNow = (wantedChoice: CustomerChoice) => {
    const { known, whole, isAsked } = settleNow();
    if (!isAsked || !whole.choices.includes(wantedChoice)) return undefined;
    const receivedText = toText(whole.received);
    const isStanding =
      standingOffer && standingOffer.received === receivedText && now - standingOffer.made <= offerStands;
    if (isStanding) return standingOffer;
    const settlement = offerFor(known, wantedChoice);
    standingOffer = settlement && { settlement, made: now, received: receivedText };
    return standingOffer;
  };
  const applyAction = (action: Action) => {
    const pendingCoins = sentCoins.findLast(({ block, isGone }) => !isGone && block > now);
    if (action.kind === 'send' || (action.kind === 'replace' && pendingCoins)) {
      const { units, blockAfter } = action.kind === 'send' ? action : { units: 200, blockAfter: 10 };
      if (action.kind === 'replace' && pendingCoins) pendingCoins.isGone = true;
      const amount = unnamedAmount('coin', decimal(String(units)).div('100'));
      sentCoins.push({
        id: String(sentCoins.length),
        amount,
        seen: now,
        block: now + blockAfter,
        priceThen: null,
        isGone: false,
        agreed: null,
      });
    } else if (action.kind === 'drop' && pendingCoins) pendingCoins.isGone = true;
    else if (action.kind === 'read')
      for (const customerChoice of ['take', 'accept_rate'] as const) offerNow(customerChoice);
    else if (action.kind === 'choose' && action.choice !== 'top_up') {
      const offer = offerNow(action.choice);
      if (!offer) return;
      choice = action.choice;
      // Each price of these minutes, of which one minute may have several.
      const since = Math.max(0, now - offerStands);
      const bestPrice = Math.max(priceAt(since), ...path.filter(({ from }) => from >= since).map(({ price }) => price));
      for (const coins of sentCoins.filter(({ isGone }) => !isGone)) {
        chosenAt.set(coins.id, bestPrice);
        coins.agreed = offer.settlement.parts.find(({ transferIds }) => transferIds.includes(coins.id))?.rate ?? null;
      }
      settleNow();
    }
  };
  for (const { action, minutes, price } of steps) {
    for (const minute of [...new Set(sentCoins.map(({ block }) => block))].toSorted((left, right) => left - right)) {
      if (minute <= now || minute > now + minutes) continue;
      now = minute;
      settleNow();
    }
    now = Math.max(now, (path.at(-1)?.from ?? 0) + minutes);
    path.push({ from: now, price });
    applyAction(action);
    settleNow();
  }
  return { paid: paidSettlement, sent: sentCoins.filter(({ isGone }) => !isGone), chosenAt, now };
}

/** Recomputes, by the text of the contract, which transfers arrived in time. */
function inTimeOf(coins: readonly SentCoins[], now: number): readonly SentCoins[] {
  const soonMined = coins.filter(({ seen, block }) => block <= now && block - seen <= minedMinutes);
  const first = Math.min(...soonMined.filter(({ seen }) => seen <= graceEnds).map(({ seen }) => seen));
  return soonMined.filter(({ seen }) => seen <= Math.max(graceEnds, first === Infinity ? 0 : first + topUp));
}

test('no payout exceeds the agreed terms, or the value when the price was fixed', () => {
  fc.assert(
    fc.property(aPath, (steps) => {
      const { paid, sent, chosenAt, now } = play(steps);
      if (!paid) return;
      const inTime = inTimeOf(sent, now);
      const sum = (coins: readonly SentCoins[]) => coins.reduce((total, { amount }) => total.plus(amount), none.coin);
      const worthOf = (amount: Amount<'coin'>, rate: number) => convert(amount, rateOf('coin', 'payout', String(rate)));
      const minAmount = unnamedAmount('coin', '1.99');
      const maxAmount = unnamedAmount('coin', '2.2');
      const isEnough = sum(inTime).gte(minAmount);
      const agreedWorth = worthOf(paid.paidFor, lockedPrice);
      const worthInTime = sent
        .filter(({ block }) => block <= now)
        .reduce((total, coins) => {
          const priceThen =
            inTime.includes(coins) && isEnough ? lockedPrice : Math.min(lockedPrice, coins.priceThen ?? 0);
          const rate = isEnough ? priceThen : (chosenAt.get(coins.id) ?? priceThen);
          return total.plus(worthOf(coins.amount, Math.min(lockedPrice, rate)));
        }, none.payout);
      expect(paid.net.lte(agreedWorth)).toBe(true);
      // The full amount at the locked rate fulfils the terms: the last part was then worth that, or more.
      const isWhole = paid.parts.every(({ kind }) => kind === 'locked') && paid.paidFor.gte(minAmount);
      expect(isWhole || paid.net.lte(worthInTime), `${toText(paid.net)} for ${toText(worthInTime)}`).toBe(true);
      // Beyond the bound the team decides.
      const promisedWorth = isEnough && sum(inTime).lte(maxAmount) ? worthOf(minAmount, lockedPrice) : none.payout;
      expect(paid.net.gte(promisedWorth)).toBe(true);
    }),
    { numRuns: 3_000 },
  );
});

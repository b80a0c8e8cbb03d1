import { createHash } from 'node:crypto';
import { amountOf, decimal, rateOf, toText } from '#shared/kernel/money.ts';
import type { OrderStatus } from '#shared/orders/orders.lifecycle.ts';
import { coins } from '#shared/reference/coins.ts';
import { fxSample } from '#shared/reference/fx-sample.ts';
import { minorUnitsOf } from '#shared/reference/payout-currencies.ts';
import { dayMs, minuteMs } from '#shared/reference/units-of-time.ts';
import { feeTiers, priceSell } from '#shared/sell/sell.rules.ts';
import { settingsDefaults } from '#shared/settings/settings.defaults.ts';
import samples from './demo.orders.json' with { type: 'json' };
import { demoProfiles, isVerified } from './demo.profiles.ts';

/** A planned demo order before it is stored: customer, terms, amounts, and outcome. */
export interface DemoOrder {
  /** Index into demoProfiles. */
  profile: number;
  coin: (typeof coins)[number];
  amount: string;
  currency: string;
  orderAmounts: Record<'rate' | 'grossAmount' | 'feePercent' | 'feeAmount' | 'payoutAmount' | 'valueUsd', string>;
  createdAt: Date;
  status: OrderStatus;
  processingAt: Date | undefined;
  decidedAt: Date | undefined;
  note: string | undefined;
}

const { notes } = samples;
/** Realistic amounts to sell, as decimal text. */
const amounts: Record<string, readonly string[]> = samples.amounts;

/** Numbers in [0, 1) that are the same on every run: the demonstration is identical everywhere. */
function dice(seed: string): () => number {
  let count = 0;
  return () => {
    count += 1;
    return createHash('sha256').update(`${seed} ${count}`).digest().readUInt32BE() / 2 ** 32;
  };
}

/** Ninety days of orders up to `now`, oldest first; more of them towards the end, to simulate growth. */
export function planDemo(now: Date): DemoOrder[] {
  const roll = dice('landfall demo');
  const orders: DemoOrder[] = [];
  for (let day = 89; day >= 0; day -= 1) {
    const count = 1 + Math.floor(roll() * (2 + (90 - day) / 30));
    for (let index = 0; index < count; index += 1) {
      const agoMs = day * dayMs + Math.floor(roll() * dayMs * 0.6) + (day === 0 ? 5 : 0) * minuteMs;
      orders.push(planOrder(roll, new Date(now.getTime() - agoMs), now, orders));
    }
  }
  return orders.toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime());
}

const { kycUsd, kycDays } = settingsDefaults.limits;

/** True if a customer may sell for this much at this time: without an identity check only up to the limit. */
function mayOrder(profile: number, valueUsd: string, at: Date, demoOrders: readonly DemoOrder[]): boolean {
  if (isVerified(profile)) return true;
  const nearOrders = demoOrders.filter(
    (otherOrder) =>
      otherOrder.profile === profile && Math.abs(otherOrder.createdAt.getTime() - at.getTime()) <= kycDays * dayMs,
  );
  const sum = nearOrders.reduce(
    (total, { orderAmounts }) => total.plus(decimal(orderAmounts.valueUsd)),
    decimal(valueUsd),
  );
  return !sum.gt(decimal(String(kycUsd)));
}

function planOrder(roll: () => number, createdAt: Date, now: Date, demoOrders: readonly DemoOrder[]): DemoOrder {
  const pick = <Item>(items: readonly Item[]): Item => {
    const a = items[Math.floor(roll() * items.length)];
    if (a === undefined) throw new Error('There is nothing to pick from');
    return a;
  };
  // The first half of the list are regulars; the last one has not sold anything yet.
  let profile = Math.floor(roll() ** 1.6 * (demoProfiles.length - 1));
  const coin = pick(coins.slice(0, roll() < 0.7 ? 3 : coins.length));
  const amount = pick(amounts[coin.id] ?? ['1']);
  const ageMs = now.getTime() - createdAt.getTime();
  const outcome = roll();
  const isOpen = ageMs < 1.2 * dayMs && outcome < 0.75;
  const checkMs = (8 + roll() * 70) * minuteMs;
  const payMs = checkMs + (10 + roll() * 240) * minuteMs;
  const isDecided = !isOpen && ageMs > payMs;
  const status = isDecided
    ? outcome < 0.9
      ? 'completed'
      : outcome < 0.96
        ? 'rejected'
        : 'failed'
    : ageMs > checkMs && outcome < 0.3
      ? 'processing'
      : 'pending';
  const priceRoll = roll();
  const termsOf = (index: number) => amountsOf(coin, amount, demoProfiles[index]?.currency ?? 'USD', priceRoll);
  // If this profile may not sell this much, another one does.
  while (!mayOrder(profile, termsOf(profile).valueUsd, createdAt, demoOrders)) profile -= 1;
  return {
    profile,
    coin,
    amount,
    currency: demoProfiles[profile]?.currency ?? 'USD',
    orderAmounts: termsOf(profile),
    createdAt,
    status,
    processingAt: status === 'pending' ? undefined : new Date(createdAt.getTime() + checkMs),
    decidedAt: isDecided ? new Date(createdAt.getTime() + payMs) : undefined,
    note: isDecided ? pick(status === 'completed' ? notes.completed : notes.refused) : undefined,
  };
}

const tiers = feeTiers(settingsDefaults.fees.tiers);

/** The amounts the product would have quoted at a price within 6 % of today's sample price. */
function amountsOf(coin: DemoOrder['coin'], amount: string, currency: string, random: number) {
  const percentOfToday = decimal(String(94 + Math.floor(random * 12)));
  const isStable = coin.group === 'stablecoins';
  const today = decimal(coin.samplePrice);
  const priceUsd = rateOf('coin', 'usd', isStable ? today : today.times(percentOfToday).div(decimal('100')));
  const minorUnits = minorUnitsOf(currency);
  const unitsPerUsd = rateOf('usd', 'payout', fxSample[currency] ?? '1');
  const price = priceSell({ amount: amountOf('coin', amount, coin.id), priceUsd, unitsPerUsd, minorUnits, tiers });
  return {
    rate: toText(price.buyingRate),
    grossAmount: toText(price.grossAmount),
    feePercent: toText(price.feePercent),
    feeAmount: toText(price.feeAmount),
    payoutAmount: toText(price.netAmount),
    valueUsd: toText(price.valueUsd),
  };
}

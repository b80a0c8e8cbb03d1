import type { Tx } from '#server/db/connection.ts';
import { assertOutput } from '#server/features/orders/decide/orders.hash.service.ts';
import { notOffered } from '#server/features/payout-accounts/payout-accounts.bounds.service.ts';
import type { CoinRate } from '#server/features/rates/rates.service.ts';
import type { SettingsPorts } from '#server/features/settings/settings.ports.ts';
import { settingsOf } from '#server/features/settings/settings.service.ts';
import { assertWhole, Unprocessable } from '#server/lib/refusal.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { toWire, unitOf } from '#shared/kernel/money.ts';
import { reasonWith } from '#shared/kernel/reason.ts';
import { saleProblem } from '#shared/settings/settings.offer.ts';
import type { AgreedTerms } from './sell.order-draft.ts';
import type { SellDeps } from './sell.ports.ts';
import type { SellInput } from './sell.pricing.ts';

/** Refuses with not_offered a new sale that is paused or off. */
export function assertOffered(
  deps: SettingsPorts,
  { cryptoId, currency }: { cryptoId: string; currency: string },
): void {
  const reason = saleProblem(settingsOf(deps), cryptoId, currency);
  if (reason) throw notOffered(reason);
}

/**
 * Refuses with below_minimum less than the minimum deposit of this coin, and with invalid_input amounts its chain
 * cannot send.
 */
export function assertSendable({ symbol, minimumDeposit, decimals }: CoinRate, { amount }: SellInput): void {
  if (amount.lt(minimumDeposit)) {
    const belowMinimum = reasonWith('below_minimum_deposit', { minimumDeposit: minimumDeposit.toFixed(), symbol });
    throw new Unprocessable('below_minimum', belowMinimum, { minimumDeposit: toWire(minimumDeposit) });
  }
  assertWhole(amount, unitOf('coin', decimals), { symbol, field: 'cryptoAmount' });
}

/** Refuses a hash as `assertOutput` does; a sale without one passes. */
export async function assertHashOutput(
  tx: Tx,
  deps: SellDeps,
  { userId, hash, sale }: { userId: Id<'user'>; hash: string | null; sale: SellInput },
  { terms, deposit: { address, memo: tag } }: AgreedTerms,
): Promise<void> {
  if (!hash) return;
  const { cryptoId: coinId, amount } = sale;
  const { valueUsd } = terms;
  await assertOutput(tx, deps, { orderId: null, userId, coinId, hash, address, tag, amount, valueUsd });
}

import type { Db, Tx } from '#server/db/connection.ts';
import { notOffered } from '#server/features/payout-accounts/payout-accounts.bounds.service.ts';
import type { SettingsPorts } from '#server/features/settings/settings.ports.ts';
import { settingsOf } from '#server/features/settings/settings.service.ts';
import type { Platform } from '#server/platform.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { amountOf, type Amount } from '#shared/kernel/money.ts';
import { reasonWith } from '#shared/kernel/reason.ts';
import { hourMs } from '#shared/reference/units-of-time.ts';
import { quoteOpenHours } from '#shared/sell/sell.rules.ts';
import { currencyRuleOf } from '#shared/settings/settings.offer.ts';
import { promisedSince, sumOpenQuotes } from './sell.sums.queries.ts';

/** Returns the moment since when open quotes are shown. */
export const sinceVisible = (at: Date) => new Date(at.getTime() - quoteOpenHours * hourMs);

/** The quotes whose address this user was shown in the last 24 hours: coins may be on their way for each. */
export async function openQuotesOf(
  db: Pick<Db, 'ask'>,
  userId: Id<'user'>,
  at: Date,
): Promise<{ quotes: number; valueUsd: Amount<'usd'> }> {
  const { quotes, valueUsd } = await sumOpenQuotes(db, { userId, since: sinceVisible(at) });
  return { quotes, valueUsd: amountOf('usd', valueUsd) };
}

/** Refuses with not_offered a sale or an exchange beyond the cap of this UTC day; of two at once only one can pass it. */
export async function assertRoomToday(
  tx: Tx,
  deps: Pick<Platform, 'now'> & SettingsPorts,
  currency: string,
  net: Amount<'payout'>,
): Promise<void> {
  const { dailyCap } = currencyRuleOf(settingsOf(deps).offer, currency);
  if (dailyCap === null) return;
  const now = deps.now();
  const from = new Date(`${now.toISOString().slice(0, 10)}T00:00:00Z`);
  const promisedAmount = amountOf('payout', await promisedSince(tx, { currency, from, now }), currency);
  if (promisedAmount.plus(net).gt(amountOf('payout', String(dailyCap), currency)))
    throw notOffered(reasonWith('payout_day_full', { currency }));
}

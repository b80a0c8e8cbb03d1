import type { Db } from '#server/db/connection.ts';
import { kycStatusOf } from '#server/features/kyc/kyc.service.ts';
import type { SettingsPorts } from '#server/features/settings/settings.ports.ts';
import { settingsOf } from '#server/features/settings/settings.service.ts';
import { Forbidden } from '#server/http/refusal.ts';
import { dayMs } from '#server/lib/time.ts';
import type { Platform } from '#server/platform.ts';
import { amountOf, round, toMinorText, toWire, usdCents, type Amount } from '#shared/kernel/money.ts';
import { filled } from '#shared/kernel/reason.ts';
import { sumValueUsd } from './orders.queries.ts';

type AllowanceDeps = Pick<Platform, 'now'> & SettingsPorts;

/** The amount a user may still trade without an approved identity, in US dollars. */
export type Allowance = {
  kycApproved: boolean;
  limitUsd: Amount<'usd'>;
  usedUsd: Amount<'usd'>;
  /** Null when there is no limit any more. */
  leftUsd: Amount<'usd'> | null;
  days: number;
};

const noDollars = amountOf('usd', '0');

/**
 * The allowance over the trailing days of the setting. Sales and exchanges count alike, as long as they moved or still
 * may move money: pending, processing, completed.
 */
export async function allowanceOf(deps: AllowanceDeps, db: Pick<Db, 'run'>, userId: string): Promise<Allowance> {
  const { kycUsd, kycDays: days } = settingsOf(deps).limits;
  const since = new Date(deps.now().getTime() - days * dayMs);
  const kycApproved = (await kycStatusOf(db, userId)) === 'approved';
  const usedUsd = amountOf('usd', await sumValueUsd(db, userId, since));
  const limitUsd = amountOf('usd', String(kycUsd));
  const left = limitUsd.minus(usedUsd);
  return { kycApproved, limitUsd, usedUsd, leftUsd: kycApproved ? null : left.lt(noDollars) ? noDollars : left, days };
}

/**
 * Refuses an order of this value in US dollars with kyc_required when it would pass the limit. Ask inside the order's
 * transaction, under the customer's lock, or two orders at once could each find the same room.
 */
export async function requireAllowance(
  deps: AllowanceDeps,
  db: Pick<Db, 'run'>,
  userId: string,
  valueUsd: Amount<'usd'>,
): Promise<void> {
  const { kycApproved, limitUsd, usedUsd, leftUsd, days } = await allowanceOf(deps, db, userId);
  if (kycApproved || leftUsd === null || valueUsd.lte(limitUsd.minus(usedUsd))) return;
  const params = {
    limitUsd: limitUsd.toFixed(),
    days,
    leftUsd: toMinorText(round(leftUsd, usdCents, 'half-up'), usdCents),
  };
  throw new Forbidden('kyc_required', filled('kyc_limit_reached', params), {
    limitUsd: toWire(limitUsd),
    usedUsd: toWire(usedUsd),
    leftUsd: toWire(leftUsd),
  });
}

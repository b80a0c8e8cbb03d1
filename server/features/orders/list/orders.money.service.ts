import type { z } from 'zod';
import { listOwnAccounts } from '#server/features/payout-accounts/payout-accounts.service.ts';
import type { SettingsPorts } from '#server/features/settings/settings.ports.ts';
import type { Platform } from '#server/platform.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { amountOf, round, toWire, usdCents } from '#shared/kernel/money.ts';
import type { customerMoney } from '#shared/orders/admin/orders.admin.contract.ts';
import { allowanceOf } from '../open/orders.opening.service.ts';
import { readMoneyOf } from './orders.review.queries.ts';

/** The money of one user: the sums paid out and earned, the limit, and the saved payout accounts. */
export async function moneyOf(
  deps: Pick<Platform, 'db' | 'now'> & SettingsPorts,
  userId: Id<'user'>,
): Promise<z.input<typeof customerMoney.response>> {
  const [{ volumeUsd, feesUsd, completed, fees }, { usedUsd, limitUsd, leftUsd, days }, accounts] = await Promise.all([
    readMoneyOf(deps.db, userId),
    allowanceOf(deps, deps.db, userId),
    listOwnAccounts(deps, { userId }),
  ]);
  return {
    volumeUsd: toWire(amountOf('usd', volumeUsd)),
    feesUsd: toWire(round(amountOf('usd', feesUsd), usdCents, 'half-up')),
    completed,
    fees,
    limitUsedUsd: toWire(usedUsd),
    limitUsd: leftUsd && toWire(limitUsd),
    limitDays: days,
    accounts,
  };
}

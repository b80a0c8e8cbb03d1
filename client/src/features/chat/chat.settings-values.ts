import type { TFunction } from 'i18next';
import { formatMoneyText, formatPercent } from '#client/lib/format/format.ts';
import { formatList } from '#client/lib/format/list.ts';
import { unstated } from '#shared/kernel/unstated.ts';
import type { PublicSettings } from '#shared/settings/settings.contract.ts';

/**
 * Returns the settings that answers of the chat quote: fees, limits and times; `unstated` for texts that are not
 * written yet.
 */
export function settingsValues({ fees, limits, times, support }: PublicSettings, t: TFunction<['chat', 'common']>) {
  const tiers = fees.tiers.map(({ overUsd, percent }) =>
    overUsd === 0
      ? t('chat:tiers.base', { percent: formatPercent(percent) })
      : t('chat:tiers.over', { percent: formatPercent(percent), amount: formatMoneyText(overUsd, 'USD') }),
  );
  return {
    tiers: formatList(tiers),
    limit: formatMoneyText(limits.kycUsd, 'USD'),
    days: limits.kycDays,
    minutes: limits.quoteMinutes,
    transfer: times.transfer || unstated,
    check: times.check || unstated,
    payout: times.payout || unstated,
    kyc: times.kyc || unstated,
    agentReply: support.agentReply || unstated,
    hours: support.hours || unstated,
  };
}

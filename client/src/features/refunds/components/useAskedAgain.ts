import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { settingsQuery } from '#client/features/settings/settings.queries.ts';
import { formatWhen } from '#client/lib/format/when.ts';
import { useServerNow } from '#client/lib/session/useServerNow.ts';
import { askedAgainFrom, askedAgainHours } from '#shared/orders/orders.times.ts';
import { minuteMs } from '#shared/reference/units-of-time.ts';

interface AskedAgain {
  /** True once the customer has had their time for an answer, so that they are asked again. */
  isLate: boolean;
  /** Text that says from when they may be asked, and why not before; undefined if they are late, or were not asked. */
  limit: string | undefined;
  /** Text that says from when they may be asked, for a list that gives the reason once. */
  from: string | undefined;
}

/** Returns if a customer who was asked at this moment may be asked again, and from when. */
export function useAskedAgain(askedAt: string | null): AskedAgain {
  const { t } = useTranslation('admin.common');
  const limits = useQuery(settingsQuery).data?.limits;
  const now = useServerNow(askedAt !== null, minuteMs);
  if (askedAt === null || limits === undefined) return { isLate: false, limit: undefined, from: undefined };
  const moment = askedAgainFrom(askedAt, limits);
  if (moment.getTime() <= now) return { isLate: true, limit: undefined, from: undefined };
  const time = formatWhen(moment, now);
  return {
    isLate: false,
    limit: t('askAgain', { time, count: askedAgainHours(limits) }),
    from: t('askFrom', { time }),
  };
}

import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { settingsQuery } from '#client/features/settings/settings.queries.ts';
import { useServerNow } from '#client/lib/session/useServerNow.ts';
import { askedAgainFrom, askedAgainHours } from '#shared/orders/orders.times.ts';
import { minuteMs } from '#shared/reference/units-of-time.ts';

/** Below a list: why customers who were asked at these moments are not asked again yet; nothing where all may be. */
export function AskRule({ askedAt }: { askedAt: readonly (string | null)[] }) {
  const { t } = useTranslation('admin.common');
  const limits = useQuery(settingsQuery).data?.limits;
  const now = useServerNow(true, minuteMs);
  if (!limits || !askedAt.some((at) => at !== null && askedAgainFrom(at, limits).getTime() > now)) return null;
  return <p className="text-xs text-muted">{t('askRule', { count: askedAgainHours(limits) })}</p>;
}

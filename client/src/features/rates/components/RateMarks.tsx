import { useTranslation } from 'react-i18next';
import { formatDays } from '#client/lib/format/clock.ts';
import { useServerNow } from '#client/lib/session/useServerNow.ts';
import { FlagChip } from '#client/ui/data/FlagChip.tsx';
import { Time } from '#client/ui/data/Money.tsx';
import { minuteMs } from '#shared/reference/units-of-time.ts';
import { staleDaysOf } from '../rates.age.ts';

interface RateAgeProps {
  /** Null for a rate that has no time, such as that of a dollar. */
  at: string | null;
  source: string;
}

/** When a rate was seen or set; one that is too old says so in a chip, and for how many days. */
export function RateAge({ at, source }: RateAgeProps) {
  const { t } = useTranslation('rates.admin');
  const now = useServerNow(at !== null, minuteMs);
  if (at === null) return <span className="text-faint">–</span>;
  const days = staleDaysOf({ at, source }, now);
  if (days === undefined) return <Time at={at} shape="relative" className="text-muted" />;
  return <FlagChip hue="amber">{t('market.stale', { days: formatDays(days) })}</FlagChip>;
}

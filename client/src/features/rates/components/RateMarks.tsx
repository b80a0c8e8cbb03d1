import { useTranslation } from 'react-i18next';
import { useNow } from '#client/lib/browser/useNow.ts';
import { formatDays } from '#client/lib/format/clock.ts';
import { FlagChip } from '#client/ui/data/FlagChip.tsx';
import { Time } from '#client/ui/data/Money.tsx';
import { SampleTag } from '#client/ui/data/SampleTag.tsx';
import { staleDaysOf } from '../rates.age.ts';

interface RateAgeProps {
  /** Null for a rate that has no time, such as that of a dollar. */
  at: string | null;
  source: string;
  /** True where another line says how old stale rates are. */
  isShort?: boolean;
}

/** Marks a rate that ships with the product; nothing beside another one. */
export function SampleMark({ source }: Pick<RateAgeProps, 'source'>) {
  const { t } = useTranslation('rates.admin');
  return source === 'sample' && <SampleTag text={t('market.sample')} />;
}

/** When a rate was seen or set; one that is too old says so in a chip, and for how many days. */
export function RateAge({ at, source, isShort = false }: RateAgeProps) {
  const { t } = useTranslation('rates.admin');
  const now = useNow(at !== null, 60_000);
  if (at === null) return <span className="text-faint">–</span>;
  const days = staleDaysOf({ at, source }, now);
  if (days === undefined) return <Time at={at} shape="relative" className="text-muted" />;
  const age = t('market.stale', { days: formatDays(days) });
  return (
    <FlagChip hue="amber">
      <span title={age}>{isShort ? t('market.staleShort') : age}</span>
    </FlagChip>
  );
}

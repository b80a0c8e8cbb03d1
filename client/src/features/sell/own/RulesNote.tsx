import { useTranslation } from 'react-i18next';
import { formatNumber, formatTime } from '#client/lib/format/format.ts';
import type { SellQuote } from '../sell.queries.ts';

/** What holds where less, more or later arrives: folded, before the address. */
export function RulesNote({ quote: { rules, expiresAt } }: { quote: SellQuote }) {
  const { t } = useTranslation('sell');
  if (!rules) return null;
  const inTimeUntil = new Date(Date.parse(expiresAt) + rules.graceMinutes * 60_000).toISOString();
  return (
    <details className="card px-4 py-2 md:px-5">
      <summary className="flex min-h-11 cursor-pointer items-center font-medium">{t('rules.title')}</summary>
      <ul className="flex list-disc flex-col gap-1 ps-5 pb-3 text-sm text-muted">
        <li>
          {t('rules.less', {
            percent: formatNumber(rules.tolerancePercent),
            max: formatNumber(rules.toleranceMaxUsd),
          })}
        </li>
        <li>{t('rules.short')}</li>
        <li>{t('rules.more', { percent: formatNumber(rules.overPercent) })}</li>
        <li>{t('rules.late', { time: formatTime(inTimeUntil) })}</li>
        <li>{t('rules.other')}</li>
      </ul>
    </details>
  );
}

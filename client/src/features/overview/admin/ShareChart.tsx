import { useTranslation } from 'react-i18next';
import { currencyName, formatNumber, formatPercent } from '#client/lib/format/format.ts';
import { AmountBars } from '#client/ui/charts/AmountBars.tsx';
import { percentOf } from '#client/ui/charts/chart-math.ts';
import { Money } from '#client/ui/data/Money.tsx';
import { ChartCard } from './ChartCard.tsx';
import type { OverviewStats } from './overview.admin.queries.ts';

const maxBars = 6;

type Share = OverviewStats['charts']['assets'][number];

// Lengths of bars and their shares, not amounts: those are printed from the text the server sent.
const totalOf = (shares: readonly Share[]) => shares.reduce((sum, { usd }) => sum + Number(usd), 0);
const summaryOf = (shares: readonly Share[]) => formatPercent(percentOf(Number(shares[0]?.usd ?? 0), totalOf(shares)));

const texts = {
  assets: ['assets.name', 'assets.subtitle', 'assets.largest', 'assets.none'],
  currencies: ['currencies.name', 'currencies.subtitle', 'currencies.largest', 'currencies.none'],
} as const;

/** The volume by the asset given, or by the currency paid out. */
export function VolumeShares({ of, stats: { days, charts } }: { of: 'assets' | 'currencies'; stats: OverviewStats }) {
  const { t } = useTranslation('overview');
  const shares = charts[of];
  const largestKey = shares[0]?.key;
  const [unit, subtitle, findingText, emptyText] = texts[of];
  const name = largestKey && of === 'currencies' ? currencyName(largestKey) : largestKey;
  return (
    <ShareChart
      id={`overview-${of}`}
      shares={shares}
      title={name ? t(findingText, { name, percent: summaryOf(shares) }) : t(emptyText, { count: days })}
      subtitle={`${t(subtitle)} · ${t('span.days', { count: days })}`}
      name={t(unit)}
    />
  );
}

/** Parts of the volume as bars with their names, amounts and shares; the largest come first. */
function ShareChart(props: { id: string; shares: readonly Share[]; title: string; subtitle: string; name: string }) {
  const { id, shares, title, subtitle, name } = props;
  const { t } = useTranslation('overview');
  const total = totalOf(shares);
  const percent = (usd: string) => percentOf(Number(usd), total);
  return (
    <ChartCard
      id={id}
      title={title}
      subtitle={subtitle}
      empty={shares.length === 0}
      head={[name, t('volume.orders'), t('usd'), t('share')]}
      rows={shares.map(({ key, orders, usd }) => [
        key,
        formatNumber(orders),
        <Money key="usd" amount={usd} currency="USD" />,
        formatPercent(percent(usd)),
      ])}
    >
      <AmountBars
        bars={shares.slice(0, maxBars).map(({ key, usd }) => ({
          name: key,
          usd,
          share: <span className="w-10 text-end font-medium figures">{formatPercent(percent(usd))}</span>,
        }))}
      />
      {shares.length > maxBars && <p className="text-xs text-muted">{t('more', { count: shares.length - maxBars })}</p>}
    </ChartCard>
  );
}

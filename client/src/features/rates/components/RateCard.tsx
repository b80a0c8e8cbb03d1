import { clsx } from 'clsx';
import { ChevronRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { CoinIcon } from '#client/ui/data/CoinIcon.tsx';
import { Change, Money } from '#client/ui/data/Money.tsx';
import { coinName } from '#shared/reference/coin-name.ts';
import type { CryptoAsset } from '../rates.queries.ts';

/** One coin: its price, its 24-hour change and a link to sell it. A row on a phone, a card on desktop. */
export function RateCard({ asset, level = 3 }: { asset: CryptoAsset; level?: 2 | 3 }) {
  const Heading = `h${level}` as const;
  return (
    <article className="card flex min-w-0 flex-wrap items-center gap-x-2 gap-y-4 p-3 sm:flex-col sm:flex-nowrap sm:items-stretch sm:p-0">
      <header className="flex min-w-0 flex-1 items-center gap-2 sm:min-h-21 sm:flex-none sm:items-start sm:gap-3 sm:px-5 sm:pt-5">
        <CoinIcon symbol={asset.symbol} color={asset.color} className="max-xs:hidden" />
        <div className="min-w-0">
          <Heading className="text-sm tracking-normal sm:text-base">{coinName(asset.name)}</Heading>
          <p className="text-sm text-muted">
            {asset.symbol}
            <span className="max-sm:hidden"> · {asset.networkHint}</span>
          </p>
        </div>
      </header>
      <Price asset={asset} />
      <Sell asset={asset} />
    </article>
  );
}

function Price({ asset }: { asset: CryptoAsset }) {
  const { t } = useTranslation('rates');
  if (asset.price === 0) return <p className="text-sm text-muted sm:px-5">{t('unavailable')}</p>;
  return (
    <div className="flex flex-col items-end gap-0.5 sm:items-start sm:px-5">
      <Money amount={asset.price} currency="USD" strong className="text-sm sm:text-xl" />
      {/* The line is beside the change and not beside the price, which leaves no space in a narrow card. */}
      <div className="flex w-full items-start justify-end gap-3 sm:justify-between">
        {asset.notice === 'none' ? (
          <Change percent={asset.change24h} />
        ) : (
          <span className="text-sm text-pending">{t(`notice.${asset.notice}`)}</span>
        )}
        <span className="-my-1 w-16 min-w-0 max-sm:hidden">
          <Sparkline points={asset.sparkline} falling={asset.change24h < 0} />
        </span>
      </div>
    </div>
  );
}

function Sell({ asset }: { asset: CryptoAsset }) {
  const { t } = useTranslation('rates');
  const classes =
    'flex min-h-11 min-w-11 shrink-0 items-center justify-between gap-2 font-medium max-sm:justify-end max-sm:text-sm sm:mt-auto sm:min-h-14 sm:border-t sm:border-line sm:px-5';
  if (!asset.available) return <p className={`${classes} text-sm text-faint`}>{t('notNow')}</p>;
  return (
    <Link to={`/sell?crypto=${asset.id}`} className={`${classes} text-tide hover:underline`}>
      <span className="max-sm:sr-only">{t('sellCoin', { coin: coinName(asset.name) })}</span>
      <span aria-hidden="true" className="sm:hidden">
        {t('sell')}
      </span>
      <ChevronRight className="size-4 max-sm:hidden rtl:-scale-x-100" strokeWidth={2} />
    </Link>
  );
}

const width = 112;
const height = 36;

/** The last 24 hours as a line; decorative beside the same number. Renders nothing without a history. */
function Sparkline({ points, falling }: { points: readonly number[]; falling: boolean }) {
  if (points.length < 2) return null;
  const low = Math.min(...points);
  const high = Math.max(...points);
  const span = high - low || 1;
  const path = points
    .map((value, index) => {
      const x = (index / (points.length - 1)) * width;
      // A flat line is placed in the middle, not at the base.
      const y = high === low ? height / 2 : height - 2 - ((value - low) / span) * (height - 4);
      return `${x.toFixed(1)} ${y.toFixed(1)}`;
    })
    .join('L');
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      aria-hidden="true"
      className={clsx('ms-auto max-w-full rtl:-scale-x-100', falling ? 'text-rejected' : 'text-completed')}
    >
      <path d={`M${path}`} fill="none" stroke="currentColor" strokeWidth="1.5" strokeLinejoin="round" />
    </svg>
  );
}

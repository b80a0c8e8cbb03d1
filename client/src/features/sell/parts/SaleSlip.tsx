import { Landmark, Timer, UserRoundCheck } from 'lucide-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { settingsQuery } from '#client/features/settings/settings.api.ts';
import { formatCrypto, formatMoney, formatPercent, formatRate, type Decimal } from '#client/lib/format.ts';
import { Leader, Leaders, Slip, SlipTotal, Tear } from '#client/ui/Slip.tsx';
import type { SellFigures } from '../sell.api.ts';

interface SaleSlipProps {
  figures: SellFigures;
  amount: Decimal;
  symbol: string;
  network: string;
  seed: string;
  title: string;
  aside?: ReactNode;
  refreshing?: boolean;
  /** Further rows, such as "Held until". */
  rows?: ReactNode;
  /** Under the tear; the three times where nothing else is said. */
  foot?: ReactNode;
}

/** The sale as a slip: what is sold, at which rate, for which fee, and what comes out. */
export function SaleSlip({
  figures,
  amount,
  symbol,
  network,
  seed,
  title,
  aside,
  refreshing,
  rows,
  foot,
}: SaleSlipProps) {
  const { t } = useTranslation('sell');
  const { currency } = figures;
  return (
    <Slip seed={seed} title={title} aside={aside}>
      <SlipTotal label={t('slip.youGet')} amount={figures.netAmount} currency={currency} refreshing={refreshing} />
      <Leaders className="mt-4">
        <Leader label={t('slip.youSell')}>{formatCrypto(amount, symbol)}</Leader>
        <Leader label={t('slip.network')} words>
          {network}
        </Leader>
        <Leader label={t('slip.rate')}>{formatRate(symbol, currency, figures.buyingRate)}</Leader>
        <Leader label={t('slip.subtotal')}>{formatMoney(figures.grossAmount, currency)}</Leader>
        <Leader label={t('slip.fee', { percent: formatPercent(figures.feePercent) })}>
          {formatMoney(`-${figures.marginAmount}`, currency)}
        </Leader>
        {rows}
      </Leaders>
      <Tear />
      {foot ?? <Times />}
    </Slip>
  );
}

/** The folded slip's one line: what comes out. */
export function SummaryLine({ figures: { netAmount, currency } }: { figures: SellFigures }) {
  const { t } = useTranslation('sell');
  return (
    <>
      <span className="text-muted">{t('slip.youGet')}</span>
      <bdi dir="ltr" className="font-semibold figures">
        {formatMoney(netAmount, currency)} {currency}
      </bdi>
    </>
  );
}

/** How long it takes, told in the parts that different people are answerable for: the coins' way first, if there is one. */
export function Times({ afterTransfer = false }: { afterTransfer?: boolean }) {
  const { t } = useTranslation('sell');
  const { data: settings } = useQuery(settingsQuery);
  if (!settings) return null;
  const { transfer, check, payout } = settings.times;
  const parts = [
    ...(afterTransfer ? [] : [{ Icon: Timer, text: t('times.transfer', { time: transfer }) }]),
    { Icon: UserRoundCheck, text: t('times.check', { time: check }) },
    { Icon: Landmark, text: t('times.payout', { time: payout }) },
  ];
  return (
    <ul className="flex flex-col gap-2 text-sm text-muted">
      {parts.map(({ Icon, text }) => (
        <li key={text} className="flex gap-2">
          <Icon aria-hidden="true" className="mt-0.5 size-4 shrink-0" strokeWidth={1.75} />
          {text}
        </li>
      ))}
    </ul>
  );
}

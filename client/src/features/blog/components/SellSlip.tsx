import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { cryptoAssetsQuery, offeredAssets } from '#client/features/rates/rates.queries.ts';
import { sellEstimateQuery } from '#client/features/sell/sell.estimate.queries.ts';
import { formatPercent, formatRate } from '#client/lib/format/format.ts';
import { DottedRow, DottedRows, PerforatedEdge, Slip, SlipNote, SlipTotal } from '#client/ui/brand/Slip.tsx';
import { SkeletonLine } from '#client/ui/feedback/Skeleton.tsx';
import { ButtonLink } from '#client/ui/form/Button.tsx';

// Within what a newcomer may sell without ID.
const example = { amount: '0.02', currency: 'USD' };

/** What a sale pays right now, in the middle of reading about it. Shows nothing where there is no rate. */
export function SellSlip() {
  const { t } = useTranslation('blog');
  const { data: assets } = useQuery(cryptoAssetsQuery);
  const coins = assets && offeredAssets(assets);
  const coin = coins?.[0];
  const terms = coin && { cryptoId: coin.id, cryptoAmount: example.amount, targetCurrency: example.currency };
  const { data: estimate, error } = useQuery(sellEstimateQuery(terms));
  if (error || estimate?.buyingRate === 0 || coins?.length === 0) return null;
  if (!coin || !estimate) return <SkeletonLine className="h-72 w-full max-w-[424px] rounded-card" />;
  const what = `${example.amount} ${coin.symbol}`;
  return (
    <aside aria-label={t('slip.label')} className="no-print my-2 max-w-[424px]">
      <Slip seed="Landfall" title={t('slip.title')}>
        <DottedRows className="mt-3 mb-2">
          <DottedRow label={t('slip.send')}>{what}</DottedRow>
          <DottedRow label={t('slip.rate')}>
            {formatRate(coin.symbol, estimate.currency, estimate.buyingRate)}
          </DottedRow>
          <DottedRow label={t('slip.fee')}>{formatPercent(estimate.feePercent)}</DottedRow>
        </DottedRows>
        <PerforatedEdge />
        <SlipTotal label={t('slip.get')} amount={estimate.netAmount} currency={estimate.currency} />
        <ButtonLink variant="filled" wide to={`/sell?crypto=${coin.id}&amount=${example.amount}&currency=USD`}>
          {t('slip.sell', { what })}
        </ButtonLink>
        <SlipNote>{t('slip.note')}</SlipNote>
      </Slip>
    </aside>
  );
}

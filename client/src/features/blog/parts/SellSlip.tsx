import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { cryptoAssetsQuery } from '#client/features/rates/rates.api.ts';
import { sellFiguresQuery } from '#client/features/sell/sell-figures.api.ts';
import { formatPercent, formatRate } from '#client/lib/format.ts';
import { ButtonLink } from '#client/ui/Button.tsx';
import { Bone } from '#client/ui/Skeleton.tsx';
import { Leader, Leaders, Slip, SlipNote, SlipTotal, Tear } from '#client/ui/Slip.tsx';

const example = { amount: '0.1', currency: 'USD' };

/** What a sale pays right now, in the middle of reading about it. Shows nothing where there is no rate. */
export function SellSlip() {
  const { t } = useTranslation('blog');
  const { data: coins } = useQuery(cryptoAssetsQuery);
  const coin = coins?.[0];
  const terms = coin && { cryptoId: coin.id, cryptoAmount: example.amount, targetCurrency: example.currency };
  const { data: figures, error } = useQuery(sellFiguresQuery(terms));
  if (error || figures?.buyingRate === 0 || coins?.length === 0) return null;
  if (!coin || !figures) return <Bone className="h-72 w-full max-w-[424px] rounded-card" />;
  const what = `${example.amount} ${coin.symbol}`;
  return (
    <aside aria-label={t('slip.label')} className="no-print my-2 max-w-[424px]">
      <Slip seed="Landfall" title={t('slip.title')}>
        <Leaders className="mt-3 mb-2">
          <Leader label={t('slip.send')}>{what}</Leader>
          <Leader label={t('slip.rate')}>{formatRate(coin.symbol, figures.currency, figures.buyingRate)}</Leader>
          <Leader label={t('slip.fee')}>{formatPercent(figures.feePercent)}</Leader>
        </Leaders>
        <Tear />
        <SlipTotal label={t('slip.get')} amount={figures.netAmount} currency={figures.currency} />
        <ButtonLink look="filled" wide to={`/sell?crypto=${coin.id}&amount=${example.amount}&currency=USD`}>
          {t('slip.sell', { what })}
        </ButtonLink>
        <SlipNote>{t('slip.note')}</SlipNote>
      </Slip>
    </aside>
  );
}

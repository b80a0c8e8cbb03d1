import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { decimal } from '#shared/kernel/money.ts';
import { useAllowance } from '#client/features/kyc/kyc.api.ts';
import { cryptoAssetsQuery, type CryptoAsset } from '#client/features/rates/rates.api.ts';
import { normaliseAmount } from '#client/lib/amount-input.ts';
import { CallError } from '#client/lib/call.ts';
import { useSettled } from '#client/lib/clock.ts';
import { formatCrypto } from '#client/lib/format.ts';
import { AmountInput, UnitSelect } from '#client/ui/AmountInput.tsx';
import { Note } from '#client/ui/Banner.tsx';
import { Button } from '#client/ui/Button.tsx';
import { CoinIcon } from '#client/ui/CoinIcon.tsx';
import { Problem } from '#client/ui/Problem.tsx';
import { figuresQuery, type SellFigures } from '../sell.api.ts';
import { AllowanceNote, isOverAllowance } from './AllowanceNote.tsx';
import { AmountPresets } from './AmountPresets.tsx';
import { PayoutFigure } from './PayoutFigure.tsx';
import { SaleFrame } from './SaleFrame.tsx';
import { SaleSlip, SummaryLine } from './SaleSlip.tsx';
import { termsOf } from './sale-draft.ts';
import type { Sale } from './useSale.ts';

/** Step 2: how much, paid out in what; the figures follow the typing. */
export function AmountStep(sale: Sale) {
  const { t } = useTranslation('sell');
  const { draft, go } = sale;
  const { data: assets } = useQuery(cryptoAssetsQuery);
  const asset = assets?.find(({ id }) => id === draft.cryptoId);
  const live = useFigures(sale);
  const allowance = useAllowance();
  const [asked, setAsked] = useState(false);
  const problem = useAmountProblem(sale, asset);
  const refused = live.error instanceof CallError ? live.error.fields['cryptoAmount'] : undefined;
  const over = isOverAllowance(allowance, live.figures);
  const amount = formatCrypto(live.terms?.cryptoAmount ?? '0', asset?.symbol ?? '');
  const next = () => {
    setAsked(true);
    // A figure still on its way stops nobody: the next step shows it, and the hold decides it.
    if (!problem && live.figures?.buyingRate !== 0 && !over) go(3);
  };

  return (
    <SaleFrame
      step={2}
      heading={t('amount.heading')}
      lede={t('amount.lede')}
      summary={live.figures && asset && <LiveSlip {...live} figures={live.figures} asset={asset} />}
      summaryLine={live.figures && <SummaryLine figures={live.figures} />}
      bar={
        <>
          <Button onClick={() => go(1)}>{t('back')}</Button>
          <Button look="filled" onClick={next} disabled={over} aria-describedby={over ? 'over-allowance' : undefined}>
            {problem || !live.terms ? t('continue') : t('amount.next', { amount })}
          </Button>
        </>
      }
    >
      <YouSell
        sale={sale}
        assets={assets ?? []}
        asset={asset}
        error={asked || draft.amount ? (problem ?? refused) : undefined}
      />
      <PayoutFigure
        figures={live.figures}
        refreshing={live.isFetching}
        currency={draft.currency}
        onCurrency={(currency) => sale.update({ currency, quoteId: undefined })}
      />
      <Problem error={refused ? null : live.error} />
      <AllowanceNote allowance={allowance} figures={live.figures} />
      <Note>
        <strong className="font-semibold">{t('amount.movesTitle')}</strong> {t('amount.movesText')}
      </Note>
    </SaleFrame>
  );
}

function YouSell({
  sale: { draft, update },
  assets,
  asset,
  error,
}: {
  sale: Sale;
  assets: readonly CryptoAsset[];
  asset: CryptoAsset | undefined;
  error: string | undefined;
}) {
  const { t } = useTranslation('sell');
  return (
    <div className="flex flex-col gap-2">
      <AmountInput
        label={t('amount.youSell')}
        value={draft.amount}
        onChange={({ target }) => update({ amount: target.value, quoteId: undefined, sent: false })}
        error={error}
        placeholder="0.00"
        unit={
          <UnitSelect
            label={t('amount.coin')}
            shown={asset?.symbol ?? ''}
            icon={<CoinIcon symbol={asset?.symbol ?? ''} color={asset?.color} size="small" />}
            value={draft.cryptoId}
            onChange={({ target }) => update({ cryptoId: target.value, amount: '', quoteId: undefined, sent: false })}
          >
            {assets.map(({ id, symbol, network, available }) => (
              <option key={id} value={id} disabled={!available}>
                {symbol === 'USDT' ? `${symbol} ${network}` : symbol}
              </option>
            ))}
          </UnitSelect>
        }
      />
      {asset && (
        <AmountPresets
          asset={asset}
          amount={draft.amount}
          onChoose={(amount) => update({ amount, quoteId: undefined })}
        />
      )}
    </div>
  );
}

/** The figures of what stands in the fields, asked for once the typing pauses. */
function useFigures({ draft }: Sale) {
  const { i18n } = useTranslation();
  const settled = useSettled(draft.amount);
  const terms = termsOf({ ...draft, amount: settled }, i18n.language);
  const { data, error, isFetching } = useQuery({
    ...figuresQuery(terms ?? { cryptoId: '', cryptoAmount: '0', targetCurrency: draft.currency }),
    enabled: terms !== undefined,
  });
  return { terms, figures: terms ? data : undefined, error: terms ? error : null, isFetching };
}

function useAmountProblem({ draft }: Sale, asset: CryptoAsset | undefined): string | undefined {
  const { t, i18n } = useTranslation('sell');
  const amount = normaliseAmount(draft.amount, i18n.language);
  if (!amount || !/[1-9]/.test(amount)) return t('amount.notPositive');
  if ((amount.split('.')[1] ?? '').length > 8) return t('amount.tooFine');
  if (asset && decimal(amount).lt(decimal(String(asset.minimumDeposit)))) {
    return t('amount.belowMinimum', { minimum: formatCrypto(asset.minimumDeposit, asset.symbol) });
  }
  return undefined;
}

interface LiveSlipProps {
  figures: SellFigures;
  terms: { cryptoAmount: string | number } | undefined;
  asset: CryptoAsset;
  isFetching: boolean;
}

function LiveSlip({ figures, terms, asset, isFetching }: LiveSlipProps) {
  const { t } = useTranslation('sell');
  if (figures.buyingRate === 0) return null;
  return (
    <SaleSlip
      figures={figures}
      amount={terms?.cryptoAmount ?? '0'}
      symbol={asset.symbol}
      network={asset.networkHint}
      seed={`${asset.id}-live`}
      title={t('slip.soFar')}
      aside={figures.source === 'sample' ? t('slip.sampleRate') : t('slip.liveRate')}
      refreshing={isFetching}
    />
  );
}

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAllowance } from '#client/features/kyc/kyc.queries.ts';
import { cryptoAssetsQuery, type CryptoAsset } from '#client/features/rates/rates.queries.ts';
import { useDebounced } from '#client/lib/browser/useDebounced.ts';
import { normaliseAmount } from '#client/lib/format/amount-input.ts';
import { formatCrypto } from '#client/lib/format/format.ts';
import { CoinIcon } from '#client/ui/data/CoinIcon.tsx';
import { Note } from '#client/ui/feedback/Banner.tsx';
import { Problem, useFieldErrors } from '#client/ui/feedback/Problem.tsx';
import { AmountInput, UnitSelect } from '#client/ui/form/AmountInput.tsx';
import { Button } from '#client/ui/form/Button.tsx';
import { amountOf } from '#shared/kernel/money.ts';
import { sellEstimateQuery } from '../sell.estimate.queries.ts';
import type { SellEstimate } from '../sell.queries.ts';
import { AllowanceNote, isOverAllowance } from './AllowanceNote.tsx';
import { AmountPresets } from './AmountPresets.tsx';
import { PayoutAmount } from './PayoutAmount.tsx';
import { termsOf } from './sell.draft.ts';
import { SellFrame } from './SellFrame.tsx';
import { SellOrderSlip, SummaryLine } from './SellOrderSlip.tsx';
import type { SellWizard } from './useSellWizard.ts';

/** Step 2: amount and payout currency, with a live estimate. */
export function AmountStep(wizard: SellWizard) {
  const { t } = useTranslation('sell');
  const { draft, go } = wizard;
  const { data: assets } = useQuery(cryptoAssetsQuery);
  const asset = assets?.find(({ id }) => id === draft.cryptoId);
  const live = useEstimate(wizard);
  const allowance = useAllowance();
  const [asked, setAsked] = useState(false);
  const problem = useAmountProblem(wizard, asset);
  const { cryptoAmount: refused } = useFieldErrors(live.error);
  const over = isOverAllowance(allowance, live.estimate);
  const amount = formatCrypto(live.terms?.cryptoAmount ?? '0', asset?.symbol ?? '');
  const next = () => {
    setAsked(true);
    // A pending estimate does not block: the next step shows it, and the quote decides it.
    if (!problem && live.estimate?.buyingRate !== 0 && !over) go(3);
  };

  return (
    <SellFrame
      step={2}
      heading={t('amount.heading')}
      lede={t('amount.lede')}
      summary={live.estimate && asset && <LiveSlip {...live} estimate={live.estimate} asset={asset} />}
      summaryLine={live.estimate && <SummaryLine estimate={live.estimate} />}
      bar={
        <>
          <Button onClick={() => go(1)}>{t('back')}</Button>
          <Button
            variant="filled"
            onClick={next}
            disabled={over}
            aria-describedby={over ? 'over-allowance' : undefined}
          >
            {problem || !live.terms ? t('continue') : t('amount.next', { amount })}
          </Button>
        </>
      }
    >
      <YouSell
        wizard={wizard}
        assets={assets ?? []}
        asset={asset}
        error={asked || draft.amount ? (problem ?? refused) : undefined}
      />
      <PayoutAmount
        estimate={live.estimate}
        refreshing={live.isFetching}
        currency={draft.currency}
        onCurrency={(currency) => wizard.update({ currency, quoteId: undefined })}
      />
      <Problem error={refused ? null : live.error} />
      <AllowanceNote allowance={allowance} estimate={live.estimate} />
      <Note>
        <strong className="font-semibold">{t('amount.movesTitle')}</strong> {t('amount.movesText')}
      </Note>
    </SellFrame>
  );
}

function YouSell({
  wizard: { draft, update },
  assets,
  asset,
  error,
}: {
  wizard: SellWizard;
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

/** The debounced estimate for the current fields. */
function useEstimate({ draft }: SellWizard) {
  const { i18n } = useTranslation();
  const debounced = useDebounced(draft.amount);
  const terms = termsOf({ ...draft, amount: debounced }, i18n.language);
  const { data, error, isFetching } = useQuery(sellEstimateQuery(terms));
  return { terms, estimate: terms ? data : undefined, error: terms ? error : null, isFetching };
}

function useAmountProblem({ draft }: SellWizard, asset: CryptoAsset | undefined): string | undefined {
  const { t, i18n } = useTranslation('sell');
  const amount = normaliseAmount(draft.amount, i18n.language);
  if (!amount || !/[1-9]/.test(amount)) return t('amount.notPositive');
  if ((amount.split('.')[1] ?? '').length > 8) return t('amount.tooFine');
  if (asset && amountOf('coin', amount).lt(amountOf('coin', String(asset.minimumDeposit)))) {
    return t('amount.belowMinimum', { minimum: formatCrypto(asset.minimumDeposit, asset.symbol) });
  }
  return undefined;
}

interface LiveSlipProps {
  estimate: SellEstimate;
  terms: { cryptoAmount: string | number } | undefined;
  asset: CryptoAsset;
  isFetching: boolean;
}

function LiveSlip({ estimate, terms, asset, isFetching }: LiveSlipProps) {
  const { t } = useTranslation('sell');
  if (estimate.buyingRate === 0) return null;
  return (
    <SellOrderSlip
      estimate={estimate}
      amount={terms?.cryptoAmount ?? '0'}
      symbol={asset.symbol}
      network={asset.networkHint}
      seed={`${asset.id}-live`}
      title={t('slip.soFar')}
      aside={estimate.source === 'sample' ? t('slip.sampleRate') : t('slip.liveRate')}
      refreshing={isFetching}
    />
  );
}

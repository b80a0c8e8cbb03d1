import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { useCallback, useEffect, useId, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useAllowance } from '#client/features/kyc/kyc.queries.ts';
import {
  cryptoAssetsQuery,
  offeredAssets,
  payoutCurrenciesQuery,
  type CryptoAsset,
} from '#client/features/rates/rates.queries.ts';
import { settingsQuery } from '#client/features/settings/settings.queries.ts';
import { useDebounced } from '#client/lib/browser/useDebounced.ts';
import { normaliseAmount } from '#client/lib/format/amount-input.ts';
import { formatCrypto, formatMoneyText, formatNumber, formatPercent } from '#client/lib/format/format.ts';
import { useFollowing, useWantedAmount } from '#client/lib/format/useWantedAmount.ts';
import { useErrorText } from '#client/lib/i18n/errors.ts';
import { Problem, useFieldErrors } from '#client/ui/feedback/Problem.tsx';
import { AmountInput } from '#client/ui/form/AmountInput.tsx';
import { Button } from '#client/ui/form/Button.tsx';
import { wireForm } from '#client/ui/form/contract-schemas.ts';
import { ShortForm } from '#client/ui/form/Form.tsx';
import { useDraftForm } from '#client/ui/form/useDraftForm.ts';
import { amountOf } from '#shared/kernel/money.ts';
import { sellTermsOf } from '#shared/sell/sell.contract.ts';
import type { PublicSettings } from '#shared/settings/settings.contract.ts';
import { payoutProblem } from '#shared/settings/settings.offer.ts';
import { sellEstimateQuery } from '../sell.estimate.queries.ts';
import type { SellEstimate } from '../sell.queries.ts';
import { AllowanceNote, isOverAllowance, VerifyIdentity } from './AllowanceNote.tsx';
import { CoinSelect } from './CoinSelect.tsx';
import { PayoutAmount } from './CurrencyPicker.tsx';
import { chooseCurrency, termsOf, type SellDraft } from './sell.draft.ts';
import { presetsFor } from './sell.round-amounts.ts';
import { SellFrame } from './SellFrame.tsx';
import { LiveSlip, SummaryLine } from './SellOrderSlip.tsx';
import { ResumedNote } from './UnfinishedSale.tsx';
import type { SellWizard } from './useSellWizard.ts';

/** Step 2: amount and payout currency, with a live estimate. */
export function AmountStep(wizard: SellWizard) {
  const { t } = useTranslation('sell');
  const { draft, go } = wizard;
  const { data: assets } = useQuery(cryptoAssetsQuery);
  const asset = assets?.find(({ id }) => id === draft.cryptoId);
  const { estimate, terms, error, isFetching } = useEstimate(wizard);
  const wantedPayout = useWantedPayout(wizard);
  const typing = { ...wizard, update: wantedPayout.release(wizard.update) };
  const allowance = useAllowance();
  const { data: settings } = useQuery(settingsQuery);
  const formId = useId();
  const form = useDraftForm(useAmountForm(asset), draft);
  const problem = form.problemAt('amount');
  const { cryptoAmount: refusedCryptoAmount } = useFieldErrors(error);
  const { setRefused } = wizard;
  const isRefused = Boolean(problem ?? error);
  useEffect(() => setRefused(isRefused), [setRefused, isRefused]);
  const bounds = usePayoutBounds(estimate);
  const exceedsAllowance = isOverAllowance(allowance, estimate);
  const amount = formatCrypto(terms?.cryptoAmount ?? '0', asset?.symbol ?? '');
  const next = () => {
    // A pending estimate does not block: the next step shows it, and the quote decides.
    if (estimate?.buyingRate !== 0 && !exceedsAllowance && !error && !bounds) go(3);
  };

  return (
    <SellFrame
      step={2}
      heading={t('amount.heading')}
      lede={t('amount.lede')}
      summary={estimate && asset && <LiveSlip {...{ estimate, terms, asset, isFetching }} />}
      summaryLine={estimate && asset && <SummaryLine estimate={estimate} symbol={asset.symbol} />}
      bar={
        <>
          <Button onClick={() => go(1)}>{t('back')}</Button>
          {exceedsAllowance ? (
            <VerifyIdentity returnTo="/sell?step=2" onLeave={wizard.waitForId} />
          ) : (
            <Button type="submit" form={formId} variant="filled" disabled={Boolean(refusedCryptoAmount)}>
              {problem || error || !terms ? t('continue') : t('amount.next', { amount })}
            </Button>
          )}
        </>
      }
    >
      <ResumedNote {...wizard} />
      <ShortForm id={formId} form={form} onSubmit={next}>
        <YouSell
          wizard={typing}
          assets={offeredAssets(assets ?? [])}
          asset={asset}
          error={form.formState.isSubmitted || draft.amount ? (problem ?? refusedCryptoAmount) : undefined}
        />
      </ShortForm>
      <AllowanceNote allowance={allowance} estimate={estimate} />
      <PayoutAmount
        estimate={estimate}
        refreshing={isFetching}
        currency={draft.currency}
        error={form.problemAt('currency') ?? bounds}
        onCurrency={(currency) => {
          chooseCurrency(currency);
          typing.update({ currency, quoteId: undefined });
        }}
        wantedPayout={wantedPayout}
      />
      <RateMoves minutes={settings?.limits.quoteMinutes} />
      <NextTier estimate={estimate} tiers={settings?.fees.tiers ?? []} leftUsd={remainingAllowance(allowance)} />
      <Problem error={refusedCryptoAmount ? null : error} />
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
        onValue={(text) => update({ amount: text, quoteId: undefined, sent: false })}
        error={error}
        placeholder="0.00"
        unit={
          <CoinSelect
            label={t('amount.coin')}
            coins={assets}
            coin={asset}
            onChoose={(cryptoId) => update({ cryptoId, amount: '', quoteId: undefined, sent: false })}
          />
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

/** Says that the rate is not locked yet. */
function RateMoves({ minutes }: { minutes: number | undefined }) {
  const { t } = useTranslation('sell');
  return minutes !== undefined && <p className="text-sm text-muted">{t('amount.moves', { minutes })}</p>;
}

interface NextTierProps {
  estimate: SellEstimate | undefined;
  tiers: PublicSettings['fees']['tiers'];
  /** The largest amount that can be sold before the identity is verified. */
  leftUsd: number;
}

const remainingAllowance = (allowance: ReturnType<typeof useAllowance>): number =>
  allowance && !allowance.kycApproved ? (allowance.leftUsd ?? Infinity) : Infinity;

/** The amount to add for the next lower fee, if it is at most the amount that is sold already. */
function NextTier({ estimate, tiers, leftUsd }: NextTierProps) {
  const { t } = useTranslation('sell');
  if (!estimate || estimate.buyingRate === 0) return null;
  const { valueUsd, feePercent } = estimate;
  const next = tiers
    .filter(({ overUsd, percent }) => overUsd >= valueUsd && percent < feePercent)
    .toSorted((a, b) => a.overUsd - b.overUsd)[0];
  if (!next || next.overUsd >= leftUsd || next.overUsd > valueUsd * 2) return null;
  // The tier begins above its threshold: it starts at the next whole dollar.
  const remaining = formatMoneyText(Math.ceil(next.overUsd - valueUsd + 0.01), 'USD');
  return (
    <p className="text-sm text-muted">
      {t('amount.nextTier', { left: remaining, percent: formatPercent(next.percent) })}
    </p>
  );
}

/** The problem of a payout outside the bounds of its currency, as the server judges it. */
function usePayoutBounds(estimate: SellEstimate | undefined): string | undefined {
  const textOf = useErrorText();
  const { data: currencies } = useQuery(payoutCurrenciesQuery);
  const rule = currencies?.find(({ code }) => code === estimate?.currency);
  if (!rule || !estimate || estimate.buyingRate === 0) return undefined;
  const problem = payoutProblem(rule, rule.code, amountOf('payout', String(estimate.netAmount), rule.code));
  return problem && textOf(problem);
}

/** The debounced estimate for the current fields. */
function useEstimate({ draft }: SellWizard) {
  const { i18n } = useTranslation();
  const debouncedAmount = useDebounced(draft.amount);
  const terms = termsOf({ ...draft, amount: debouncedAmount }, i18n.language);
  const { data, error, isFetching } = useQuery(sellEstimateQuery(terms));
  return { terms, estimate: terms ? data : undefined, error: terms ? error : null, isFetching };
}

/** Returns the payout that the customer typed, if the amount of coins is computed from it and the rate. */
function useWantedPayout({ draft: { cryptoId, currency }, update }: SellWizard) {
  const wantedAmount = useWantedAmount();
  const terms =
    wantedAmount.plain && cryptoId
      ? { cryptoId, payoutAmount: wantedAmount.plain, targetCurrency: currency }
      : undefined;
  const { data, error, isPlaceholderData } = useQuery(sellEstimateQuery(terms));
  const follow = useCallback(
    (amount: number) => update({ amount: formatNumber(amount), quoteId: undefined, sent: false }),
    [update],
  );
  useFollowing(terms && !isPlaceholderData ? data?.cryptoAmount : undefined, follow);
  const { payoutAmount } = useFieldErrors(error);
  return { ...wantedAmount, error: terms ? payoutAmount : undefined };
}

/** The terms as typed, for the chosen coin. */
function useAmountForm(asset: CryptoAsset | undefined) {
  const { t, i18n } = useTranslation('sell');
  const textOf = useErrorText();
  const { language } = i18n;
  const { symbol, minimumDeposit = 0 } = asset ?? {};
  return useMemo(() => {
    const minimum = formatCrypto(minimumDeposit, symbol ?? '');
    return wireForm(
      sellTermsOf({ symbol: symbol ?? '', minimumDeposit }),
      (draft: SellDraft) => ({
        cryptoId: draft.cryptoId,
        cryptoAmount: normaliseAmount(draft.amount, language) ?? '',
        targetCurrency: draft.currency,
      }),
      ({ path, message }, { amount }) => {
        if (path[0] === 'targetCurrency')
          return { path: ['currency'], message: textOf({ reason: 'payout_currency_required' }) };
        if (path[0] !== 'cryptoAmount') return { path, message };
        const isTooFine = /\.\d{9}/.test(normaliseAmount(amount, language) ?? '');
        const invalid = isTooFine ? t('amount.tooFine') : textOf({ reason: 'amount_invalid' });
        return {
          path: ['amount'],
          message: message === 'below_minimum_deposit' ? t('amount.belowMinimum', { minimum }) : invalid,
        };
      },
    );
  }, [t, textOf, language, symbol, minimumDeposit]);
}

/** The minimum deposit, shown before any typing, and a few amounts to tap. */
function AmountPresets(props: { asset: CryptoAsset; amount: string; onChoose: (amount: string) => void }) {
  const { asset, amount, onChoose } = props;
  const { t } = useTranslation('sell');
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <p className="text-sm text-muted">
        {t('amount.minimum', { minimum: formatCrypto(asset.minimumDeposit, asset.symbol) })}
      </p>
      <div className="flex flex-wrap gap-2">
        {presetsFor(asset)
          .map((preset) => formatNumber(preset))
          .map((preset) => (
            <button
              key={preset}
              type="button"
              aria-pressed={preset === amount}
              onClick={() => onChoose(preset)}
              className={clsx(
                'min-h-11 rounded-control border px-3 text-sm font-medium figures',
                preset === amount ? 'border-tide bg-tide-soft text-tide' : 'border-line-strong hover:border-ink',
              )}
            >
              {preset}
            </button>
          ))}
      </div>
    </div>
  );
}

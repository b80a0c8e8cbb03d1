import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useId, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useAllowance } from '#client/features/kyc/kyc.queries.ts';
import { AllowanceNote, isOverAllowance, VerifyIdentity } from '#client/features/sell/components/AllowanceNote.tsx';
import { useDebounced } from '#client/lib/browser/useDebounced.ts';
import { normaliseAmount } from '#client/lib/format/amount-input.ts';
import { formatMoneyText, formatNumber } from '#client/lib/format/format.ts';
import { formatList } from '#client/lib/format/list.ts';
import { useFollowing, useWantedAmount } from '#client/lib/format/useWantedAmount.ts';
import { useErrorText } from '#client/lib/i18n/errors.ts';
import { Problem } from '#client/ui/feedback/Problem.tsx';
import { EmptyState, LoadedQuery } from '#client/ui/feedback/States.tsx';
import { ButtonLink } from '#client/ui/form/Button.tsx';
import { wireForm } from '#client/ui/form/contract-schemas.ts';
import { ShortForm } from '#client/ui/form/Form.tsx';
import { SendButton } from '#client/ui/form/SendButton.tsx';
import { useDraftForm } from '#client/ui/form/useDraftForm.ts';
import { exchangeTermsOf } from '#shared/fiat-exchange/fiat-exchange.terms.ts';
import { exchangeCurrenciesQuery, exchangeEstimateQuery, type ExchangeCurrency } from '../fiat-exchange.queries.ts';
import { CurrencyFields } from './CurrencyFields.tsx';
import { ExchangeFrame, ExchangeSlip, SummaryLine } from './ExchangeSlip.tsx';
import { termsOf, type ExchangeDraft } from './fiat-exchange.draft.ts';
import type { Exchange } from './useExchange.ts';

/** Step 1: currencies and amount; the estimate follows the typing. */
export function CurrencyStep(exchange: Exchange) {
  const { t } = useTranslation('fiat-exchange');
  const currencies = useQuery(exchangeCurrenciesQuery);
  if (currencies.data && currencies.data.length >= 2) return <Terms exchange={exchange} currencies={currencies.data} />;
  return (
    <ExchangeFrame step={1} heading={t('currency.heading')} bar={<ButtonLink to="/dashboard">{t('back')}</ButtonLink>}>
      <LoadedQuery query={currencies} skeleton={['h-24 rounded-card', 'h-24 rounded-card']}>
        {() => <EmptyState title={t('currency.none')} text={t('currency.noneText')} />}
      </LoadedQuery>
    </ExchangeFrame>
  );
}

function Terms({ exchange, currencies }: { exchange: Exchange; currencies: readonly ExchangeCurrency[] }) {
  const { t } = useTranslation('fiat-exchange');
  const { draft, go } = exchange;
  const liveEstimate = useEstimate(exchange);
  const wantedOutput = useWantedOutput(exchange);
  const allowance = useAllowance();
  const formId = useId();
  const form = useDraftForm(useTermsForm(currencies), draft);
  const { errors, isSubmitted } = form.formState;
  const isRefused = Boolean(errors.from ?? errors.to ?? errors.amount);
  const { setRefused } = exchange;
  const isUnusable = isRefused || liveEstimate.error !== null;
  useEffect(() => setRefused(isUnusable), [setRefused, isUnusable]);
  const exceedsAllowance = isOverAllowance(allowance, liveEstimate.estimate);
  const next = () => {
    if (liveEstimate.isDebounced && liveEstimate.estimate && !exceedsAllowance) go(2);
  };
  // An empty amount is reported only after trying to continue; all else at once.
  const amountProblem = draft.amount || isSubmitted ? form.problemAt('amount') : undefined;

  return (
    <ExchangeFrame
      step={1}
      heading={t('currency.heading')}
      lede={t('currency.lede')}
      summary={
        liveEstimate.estimate && <ExchangeSlip estimate={liveEstimate.estimate} refreshing={liveEstimate.isFetching} />
      }
      summaryLine={liveEstimate.estimate && <SummaryLine estimate={liveEstimate.estimate} />}
      bar={
        <>
          <ButtonLink to="/dashboard">{t('back')}</ButtonLink>
          {exceedsAllowance ? (
            <VerifyIdentity returnTo="/fiat-exchange?step=1" onLeave={exchange.waitForId} />
          ) : (
            <SendButton atEnd type="submit" form={formId} variant="filled">
              {liveEstimate.estimate && !isRefused
                ? t('currency.continue', {
                    amount: formatMoneyText(liveEstimate.estimate.inputAmount, liveEstimate.estimate.fromCurrency),
                  })
                : t('currency.continuePlain')}
            </SendButton>
          )}
        </>
      }
    >
      <ShortForm id={formId} form={form} onSubmit={next}>
        <CurrencyFields
          draft={draft}
          wantedOutput={wantedOutput}
          update={wantedOutput.release(exchange.update)}
          currencies={currencies}
          estimate={isRefused ? undefined : liveEstimate.estimate}
          refreshing={liveEstimate.isFetching}
          sendProblem={form.problemAt('from') ?? amountProblem}
          receiveProblem={form.problemAt('to')}
        />
      </ShortForm>
      <AllowanceNote allowance={allowance} estimate={liveEstimate.estimate} exchange />
      <Problem error={isRefused ? null : liveEstimate.error} title={t('currency.calculationError')} />
    </ExchangeFrame>
  );
}

/** The debounced estimate for the current fields. */
function useEstimate({ draft }: Exchange) {
  const { i18n } = useTranslation();
  const debouncedAmount = useDebounced(draft.amount);
  const terms = termsOf({ ...draft, amount: debouncedAmount }, i18n.language);
  const { data, error, isFetching, isPlaceholderData } = useQuery({
    ...exchangeEstimateQuery(terms ?? { fromCurrency: '', toCurrency: '', amount: '0' }),
    enabled: terms !== undefined,
  });
  // The last estimate stays while the next one loads, but never with a different currency pair.
  const isSamePair = data?.fromCurrency === draft.from && data.toCurrency === draft.to;
  return {
    estimate: terms && isSamePair && !error ? data : undefined,
    error: terms ? error : null,
    isFetching,
    isDebounced: debouncedAmount === draft.amount && !isPlaceholderData,
  };
}

/** The typed amount to receive, if it determines the amount to send, which then follows it and the rate. */
function useWantedOutput({ draft: { from, to }, update }: Exchange) {
  const wantedAmount = useWantedAmount();
  const isEnabled = wantedAmount.plain !== undefined && from !== to;
  const terms = { fromCurrency: from, toCurrency: to, outputAmount: wantedAmount.plain ?? '1' };
  const { data, isPlaceholderData } = useQuery({ ...exchangeEstimateQuery(terms), enabled: isEnabled });
  const follow = useCallback((amount: number) => update({ amount: formatNumber(amount) }), [update]);
  useFollowing(isEnabled && !isPlaceholderData ? data?.inputAmount : undefined, follow);
  return wantedAmount;
}

const fieldOf: Record<PropertyKey, string> = { fromCurrency: 'from', toCurrency: 'to', amount: 'amount' };

/** The terms as typed, within the offer, with the texts of the screen. */
function useTermsForm(currencies: readonly ExchangeCurrency[]) {
  const { t, i18n } = useTranslation('fiat-exchange');
  const errorText = useErrorText();
  const { language } = i18n;
  return useMemo(() => {
    const textOf = (path: PropertyKey | undefined, message: string, { from, to }: ExchangeDraft) => {
      const currency = path === 'toCurrency' ? to : from;
      const sentCurrency = currencies.find(({ code }) => code === from);
      const currencyList = formatList(sentCurrency?.exchangesInto ?? []);
      if (message === 'currencies_equal') return errorText({ reason: 'currencies_equal' });
      if (message === 'inactive' && currency) return t('currency.inactive', { currency });
      if (message === 'noAccount') return t('currency.noAccount', { currency });
      if (message === 'noRate' && currencyList) return t('currency.noRate', { from, to, others: currencyList });
      if (message === 'noRate') return t('currency.noRateAtAll', { from });
      if (message === 'too_many_decimals')
        return t('currency.tooFine', { currency, count: sentCurrency?.minorUnits ?? 0 });
      return errorText({ reason: 'fields_missing' });
    };
    return wireForm(
      exchangeTermsOf(currencies),
      ({ from, to, amount }: ExchangeDraft) => ({
        fromCurrency: from,
        toCurrency: to,
        amount: normaliseAmount(amount, language) ?? '',
      }),
      ({ path: [name = ''], message }, draft) => ({
        path: [fieldOf[name] ?? name],
        message: textOf(name, message, draft),
      }),
    );
  }, [currencies, t, errorText, language]);
}

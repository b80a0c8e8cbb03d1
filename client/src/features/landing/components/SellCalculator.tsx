import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { NoCoins } from '#client/features/rates/components/NoCoins.tsx';
import {
  cryptoAssetsQuery,
  offeredAssets,
  payoutCurrenciesQuery,
  useGuessedCurrency,
  type PayoutCurrency,
} from '#client/features/rates/rates.queries.ts';
import { CoinSelect } from '#client/features/sell/components/CoinSelect.tsx';
import { startingAmount } from '#client/features/sell/components/sell.round-amounts.ts';
import { sellEstimateQuery } from '#client/features/sell/sell.estimate.queries.ts';
import { settingsQuery } from '#client/features/settings/settings.queries.ts';
import { useDebounced } from '#client/lib/browser/useDebounced.ts';
import { useHydrated } from '#client/lib/browser/useHydrated.ts';
import { normaliseAmount } from '#client/lib/format/amount-input.ts';
import { currencyName, formatCrypto, formatMoneyText, formatNumber, formatTime } from '#client/lib/format/format.ts';
import { Slip, SlipNote } from '#client/ui/brand/Slip.tsx';
import { AmountInput, UnitSelect } from '#client/ui/form/AmountInput.tsx';
import { ButtonLink } from '#client/ui/form/Button.tsx';
import { coinName } from '#shared/reference/coin-name.ts';
import { EstimateDetails } from './EstimateDetails.tsx';

const typingPauseMs = 300;

/** A live estimate for every visitor: the input is passed on to the wizard, for a visitor after registration. */
export function SellCalculator({ signedIn }: { signedIn: boolean }) {
  const { t } = useTranslation('landing');
  const { data: settings } = useQuery(settingsQuery);
  const { isEmpty, coins, coin, chooseCoin, typed, type, amount, estimate, ...choice } = useCalculator();
  const { currency } = choice;
  const shownEstimate = estimate.data;
  const input = useRef<HTMLInputElement>(null);
  const limitUsd = settings?.limits.kycUsd;
  const needsId = limitUsd !== undefined && shownEstimate !== undefined && shownEstimate.valueUsd > limitUsd;
  const renderedText = useRef(typed);
  // Text typed into the page before hydration.
  useEffect(() => {
    const { value } = input.current ?? {};
    if (value !== undefined && value !== renderedText.current) type(value);
  }, [type]);
  const isHydrated = useHydrated(); // The server does not know the visitor's clock.
  const label = amount && coin ? formatCrypto(amount, coin.symbol) : coinName(coin?.name ?? '');
  // A guessed currency gives way to that of the customer's country.
  const labelKey = choice.isChosen ? 'currency' : 'guess';
  const terms = { crypto: coin?.id ?? '', amount: amount ?? '', [labelKey]: currency ?? '' };
  const sale = `/sell?${new URLSearchParams(terms)}`;
  if (isEmpty) return <NoCoins />;

  return (
    <Slip
      seed="Landfall"
      label={t('calc.title')}
      title={t('calc.title')}
      aside={
        shownEstimate &&
        isHydrated &&
        t(shownEstimate.source === 'sample' ? 'calc.sample' : 'calc.live', {
          time: formatTime(shownEstimate.rateUpdatedAt, { seconds: true }),
        })
      }
    >
      <AmountInput
        label={t('calc.send')}
        size="regular"
        value={typed}
        ref={input}
        error={amount ? undefined : t('calc.badAmount')}
        onValue={type}
        unit={<CoinSelect label={t('calc.coin')} coins={coins} coin={coin} onChoose={chooseCoin} />}
      />
      <EstimateDetails estimate={estimate} symbol={coin?.symbol} currency={currency} arrives={settings?.times.payout} />
      <div className="flex gap-3">
        <CurrencySelect {...choice} />
        <ButtonLink
          text={t('calc.sell', { what: label })}
          className="min-w-0 flex-1"
          to={signedIn ? sale : `/register?next=${encodeURIComponent(sale)}`}
        />
      </div>
      {needsId && <SlipNote>{t('calc.needsId', { limit: formatMoneyText(limitUsd, 'USD') })}</SlipNote>}
      {settings && <SlipNote>{t('calc.note', { minutes: settings.limits.quoteMinutes })}</SlipNote>}
    </Slip>
  );
}

/** The current coin, amount and currency, with their live estimate. */
function useCalculator() {
  const { i18n } = useTranslation('landing');
  const { data: assets } = useQuery(cryptoAssetsQuery);
  const coins = offeredAssets(assets ?? []);
  const isEmpty = assets !== undefined && coins.length === 0;
  const { data: currencies = [] } = useQuery(payoutCurrenciesQuery);
  const { data: settings } = useQuery(settingsQuery);
  const [ownText, type] = useState<string>();
  const [coinId, chooseCoin] = useState<string>();
  const [chosenCurrency, chooseCurrency] = useState<string>();

  const coin = coins.find(({ id }) => id === coinId) ?? coins[0];
  // Shows an example offer until something was typed.
  const example = coin && settings ? formatNumber(startingAmount(coin, settings.limits.kycUsd)) : '';
  const amountText = ownText ?? example;
  const guessedCurrency = useGuessedCurrency();
  const currency = chosenCurrency ?? guessedCurrency;
  const plainAmount = normaliseAmount(amountText, i18n.language);
  const amount = plainAmount && /[1-9]/.test(plainAmount) ? plainAmount : undefined;
  const debouncedAmount = useDebounced(amount, typingPauseMs);
  const isComplete = coin && debouncedAmount && currency;
  const terms = isComplete ? { cryptoId: coin.id, cryptoAmount: debouncedAmount, targetCurrency: currency } : undefined;
  const { data, error, isFetching, refetch } = useQuery(sellEstimateQuery(terms));
  const estimate = {
    data: data ?? undefined,
    error,
    refreshing: isFetching || debouncedAmount !== amount,
    retry: () => void refetch(),
  };
  const isChosen = chosenCurrency !== undefined;
  return {
    isEmpty,
    coins,
    coin,
    chooseCoin,
    currencies,
    currency,
    isChosen,
    chooseCurrency,
    typed: amountText,
    type,
    amount,
    estimate,
  };
}

interface CurrencySelectProps {
  currencies: readonly PayoutCurrency[];
  currency: string | undefined;
  chooseCurrency: (code: string) => void;
}

const groups = ['major', 'african', 'other'] as const;

/** All payout currencies in the platform's own list: no search box has to be loaded for the first screen. */
function CurrencySelect({ currencies, currency: chosenCurrency, chooseCurrency }: CurrencySelectProps) {
  const { t } = useTranslation('landing');
  return (
    <span className="flex rounded-control border border-line-strong">
      <UnitSelect
        label={t('calc.currency')}
        shown={chosenCurrency ?? ''}
        value={chosenCurrency ?? ''}
        onValue={chooseCurrency}
      >
        {groups.map((group) => (
          <optgroup key={group} label={t(`calc.groups.${group}`)}>
            {currencies
              .filter((currency) => currency.group === group)
              .map(({ code }) => (
                <option key={code} value={code}>
                  {code} {currencyName(code)}
                </option>
              ))}
          </optgroup>
        ))}
      </UnitSelect>
    </span>
  );
}

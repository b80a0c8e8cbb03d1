import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cryptoAssetsQuery, payoutCurrenciesQuery } from '#client/features/rates/rates.api.ts';
import { sellFiguresQuery } from '#client/features/sell/sell-figures.api.ts';
import { settingsQuery } from '#client/features/settings/settings.api.ts';
import { useAlive } from '#client/lib/alive.ts';
import { normaliseAmount } from '#client/lib/amount-input.ts';
import { formatTime } from '#client/lib/format.ts';
import { preparation } from '#client/lib/prepared.ts';
import { useSettled } from '#client/lib/settled.ts';
import { AmountInput, UnitSelect } from '#client/ui/AmountInput.tsx';
import { ButtonLink } from '#client/ui/Button.tsx';
import { CoinIcon } from '#client/ui/CoinIcon.tsx';
import { Slip, SlipNote } from '#client/ui/Slip.tsx';
import { CurrencySelect } from './CurrencySelect.tsx';
import { QuoteFigures } from './QuoteFigures.tsx';
import { guessCurrency } from './guess-currency.ts';

const typingPauseMs = 300;

/** A working quote for everybody: what is typed here goes along into the wizard. */
export function SellCalculator() {
  const { t } = useTranslation('landing');
  const { data: settings } = useQuery(settingsQuery);
  const { coins, coin, chooseCoin, currencies, currency, chooseCurrency, typed, type, amount, quote } = useSaleInMind();
  const figures = quote.data;
  const input = useRef<HTMLInputElement>(null);
  // What was typed into the drawn page before it came alive.
  useEffect(() => type(input.current?.value ?? ''), [type]);
  const isAlive = useAlive(); // The server does not know the visitor's clock.
  const label = amount && coin ? `${amount} ${coin.symbol}` : (coin?.name ?? '');
  const way = new URLSearchParams({ crypto: coin?.id ?? '', amount: amount ?? '', currency: currency ?? '' });

  return (
    <Slip
      seed="Landfall"
      label={t('calc.title')}
      title={t('calc.title')}
      aside={figures && isAlive && t('calc.live', { time: formatTime(figures.rateUpdatedAt, { seconds: true }) })}
    >
      <AmountInput
        label={t('calc.send')}
        size="regular"
        value={typed}
        ref={input}
        error={amount ? undefined : t('calc.badAmount')}
        onChange={({ target }) => type(target.value)}
        unit={
          <UnitSelect
            label={t('calc.coin')}
            icon={<CoinIcon symbol={coin?.symbol ?? ''} color={coin?.color} size="small" />}
            shown={coin?.symbol ?? ''}
            value={coin?.id ?? ''}
            onChange={({ target }) => chooseCoin(target.value)}
          >
            {coins.map(({ id, symbol, network }) => (
              <option key={id} value={id}>
                {symbol} {network}
              </option>
            ))}
          </UnitSelect>
        }
      />
      <QuoteFigures quote={quote} symbol={coin?.symbol} currency={currency} arrives={settings?.times.payout} />
      <div className="flex gap-3">
        <CurrencySelect label={t('calc.currency')} {...{ currencies, value: currency, onChange: chooseCurrency }} />
        <ButtonLink look="tonal" className="min-w-0 flex-1" to={`/sell?${way}`}>
          {t('calc.sell', { what: label })}
        </ButtonLink>
      </div>
      <SlipNote>{t('calc.note', { minutes: settings?.limits.quoteHoldMinutes ?? 15 })}</SlipNote>
    </Slip>
  );
}

/** Coin, amount and currency as they stand, with the live figure for them. */
function useSaleInMind() {
  const { i18n } = useTranslation('landing');
  const { data: coins = [] } = useQuery(cryptoAssetsQuery);
  const { data: currencies = [] } = useQuery(payoutCurrenciesQuery);
  const [typed, type] = useState('0.05');
  const [coinId, chooseCoin] = useState<string>();
  const [chosenCurrency, chooseCurrency] = useState<string>();

  const coin = coins.find(({ id }) => id === coinId) ?? coins[0];
  const currency =
    chosenCurrency ??
    preparation()?.currency ??
    guessCurrency(
      currencies.map(({ code }) => code),
      navigator.languages,
    );
  const read = normaliseAmount(typed, i18n.language);
  const amount = read && /[1-9]/.test(read) ? read : undefined;
  const settled = useSettled(amount, typingPauseMs);
  const complete = coin && settled && currency;
  const terms = complete ? { cryptoId: coin.id, cryptoAmount: settled, targetCurrency: currency } : undefined;
  const { data, error, isFetching, refetch } = useQuery(sellFiguresQuery(terms));
  const quote = {
    data: data ?? undefined,
    error,
    refreshing: isFetching || settled !== amount,
    retry: () => void refetch(),
  };
  return { coins, coin, chooseCoin, currencies, currency, chooseCurrency, typed, type, amount, quote };
}

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAllowance } from '#client/features/kyc/kyc.api.ts';
import { AllowanceNote, isOverAllowance } from '#client/features/sell/parts/AllowanceNote.tsx';
import { useSettled } from '#client/lib/clock.ts';
import { formatMoneyText } from '#client/lib/format.ts';
import { ButtonLink } from '#client/ui/Button.tsx';
import { Problem } from '#client/ui/Problem.tsx';
import { SendButton } from '#client/ui/SendButton.tsx';
import { Bone, Skeleton } from '#client/ui/Skeleton.tsx';
import { EmptyState, ErrorState } from '#client/ui/States.tsx';
import { exchangeCurrenciesQuery, exchangeFiguresQuery, type ExchangeCurrency } from '../exchange.api.ts';
import { CurrencyFields } from './CurrencyFields.tsx';
import { ExchangeFrame } from './ExchangeFrame.tsx';
import { ExchangeSlip, SummaryLine } from './ExchangeSlip.tsx';
import { termsOf } from './exchange-draft.ts';
import type { Exchange } from './useExchange.ts';
import { useTermsProblem } from './useTermsProblem.ts';

/** Step 1: which currencies and how much; the figures follow the typing. */
export function CurrencyStep(exchange: Exchange) {
  const { t } = useTranslation('exchange');
  const { data: currencies, error, refetch, isFetching } = useQuery(exchangeCurrenciesQuery);
  if (currencies && currencies.length >= 2) return <Terms exchange={exchange} currencies={currencies} />;
  return (
    <ExchangeFrame step={1} heading={t('currency.heading')} bar={<ButtonLink to="/dashboard">{t('back')}</ButtonLink>}>
      {currencies ? (
        <EmptyState title={t('currency.none')} text={t('currency.noneText')} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} retrying={isFetching} />
      ) : (
        <Skeleton className="flex flex-col gap-4">
          <Bone className="h-24 rounded-card" />
          <Bone className="h-24 rounded-card" />
        </Skeleton>
      )}
    </ExchangeFrame>
  );
}

function Terms({ exchange, currencies }: { exchange: Exchange; currencies: readonly ExchangeCurrency[] }) {
  const { t } = useTranslation('exchange');
  const { draft, go } = exchange;
  const live = useFigures(exchange);
  const allowance = useAllowance();
  const [asked, setAsked] = useState(false);
  const problem = useTermsProblem(draft, currencies);
  const over = isOverAllowance(allowance, live.figures);
  const ready = !problem && live.isSettled && live.figures !== undefined && !over;
  const next = () => {
    setAsked(true);
    if (ready) go(2);
  };
  // An empty amount is said only once it was asked for; everything else at once.
  const shown = problem?.field === 'amount' && !draft.amount && !asked ? undefined : problem;

  return (
    <ExchangeFrame
      step={1}
      heading={t('currency.heading')}
      lede={t('currency.lede')}
      summary={live.figures && <ExchangeSlip figures={live.figures} refreshing={live.isFetching} />}
      summaryLine={live.figures && <SummaryLine figures={live.figures} />}
      bar={
        <>
          <ButtonLink to="/dashboard">{t('back')}</ButtonLink>
          <SendButton
            atEnd
            look="filled"
            onClick={next}
            disabled={over}
            aria-describedby={over ? 'over-allowance' : undefined}
          >
            {live.figures && !problem
              ? t('currency.continue', { amount: formatMoneyText(live.figures.inputAmount, live.figures.fromCurrency) })
              : t('currency.continuePlain')}
          </SendButton>
        </>
      }
    >
      <CurrencyFields
        draft={draft}
        update={exchange.update}
        currencies={currencies}
        figures={problem ? undefined : live.figures}
        refreshing={live.isFetching}
        problem={shown}
      />
      <Problem error={problem ? null : live.error} title={t('currency.calculationError')} />
      <AllowanceNote allowance={allowance} figures={live.figures} exchange />
    </ExchangeFrame>
  );
}

/** The figures of what stands in the fields, asked for once the typing pauses. */
function useFigures({ draft }: Exchange) {
  const { i18n } = useTranslation();
  const settled = useSettled(draft.amount);
  const terms = termsOf({ ...draft, amount: settled }, i18n.language);
  const { data, error, isFetching, isPlaceholderData } = useQuery({
    ...exchangeFiguresQuery(terms ?? { fromCurrency: '', toCurrency: '', amount: '0' }),
    enabled: terms !== undefined,
  });
  // The last figures stay while the next are on their way, but never under other currencies than their own.
  const isSamePair = data?.fromCurrency === draft.from && data.toCurrency === draft.to;
  return {
    figures: terms && isSamePair && !error ? data : undefined,
    error: terms ? error : null,
    isFetching,
    isSettled: settled === draft.amount && !isPlaceholderData,
  };
}

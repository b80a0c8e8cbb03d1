import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { KycRequired } from '#client/features/kyc/components/KycRequired.tsx';
import { hasCode } from '#client/lib/api/call.ts';
import { Skeleton } from '#client/ui/feedback/Skeleton.tsx';
import { EmptyState, ErrorState } from '#client/ui/feedback/States.tsx';
import { Button } from '#client/ui/form/Button.tsx';
import { instructionsQuery } from '../fiat-exchange.queries.ts';
import { ExchangeFrame } from './ExchangeSlip.tsx';
import { termsOf } from './fiat-exchange.draft.ts';
import { Pay } from './Pay.tsx';
import type { Exchange } from './useExchange.ts';

/** Step 3: where to pay. Any reason for refusal is shown here, before anything is created. */
export function InstructionsStep({ exchange }: { exchange: Exchange }) {
  const { t, i18n } = useTranslation('fiat-exchange');
  const { draft, go } = exchange;
  const terms = termsOf(draft, i18n.language) ?? { fromCurrency: draft.from, toCurrency: draft.to, amount: '0' };
  const { data, error, refetch, isFetching } = useQuery(instructionsQuery(terms));
  if (data && !error) {
    const renew = async () => (await refetch()).data;
    return <Pay exchange={exchange} details={data} renew={renew} />;
  }
  return (
    <ExchangeFrame
      step={3}
      heading={t('instructions.loading')}
      bar={<Button onClick={() => go(2)}>{t('back')}</Button>}
    >
      {error ? (
        <RefusedInstructions error={error} exchange={exchange} onRetry={() => void refetch()} retrying={isFetching} />
      ) : (
        <Skeleton className="flex flex-col gap-4" line={['h-24 rounded-card', 'h-80 rounded-card']} />
      )}
    </ExchangeFrame>
  );
}

interface RefusedInstructionsProps {
  error: Error;
  exchange: Exchange;
  onRetry: () => void;
  retrying: boolean;
}

function RefusedInstructions({ error, exchange: { draft, go }, onRetry, retrying }: RefusedInstructionsProps) {
  const { t } = useTranslation(['fiat-exchange', 'sell']);
  if (hasCode(error, 'payment_method_unavailable')) {
    return (
      <EmptyState
        title={t('instructions.none', { currency: draft.from })}
        text={t('instructions.noneText')}
        action={<Button onClick={() => go(1)}>{t('instructions.chooseCurrency')}</Button>}
      />
    );
  }
  if (hasCode(error, 'kyc_required')) {
    return <KycRequired error={error} title={t('sell:allowance.exchangeOverTitle')} onDecided={onRetry} />;
  }
  return <ErrorState error={error} title={t('currency.calculationError')} onRetry={onRetry} retrying={retrying} />;
}

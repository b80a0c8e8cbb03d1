import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Crypto, Money } from '#client/ui/data/Money.tsx';
import { quoteTotalsQuery } from './sell.admin.queries.ts';

/** What the listed quotes would bring in by coin, and pay out by currency. */
export function QuoteTotals({ q }: { q: string | undefined }) {
  const { t } = useTranslation('sell.admin');
  const { data } = useQuery(quoteTotalsQuery(q));
  if (!data || data.payouts.length === 0) return null;
  return (
    <dl className="flex flex-wrap gap-x-10 gap-y-3 text-sm">
      <Sums label={t('totals.coins')}>
        {data.coins.map(({ cryptoId, symbol, amount }) => (
          <Crypto key={cryptoId} amount={amount} symbol={symbol} />
        ))}
      </Sums>
      <Sums label={t('totals.payouts')}>
        {data.payouts.map(({ currency, netAmount }) => (
          <Money key={currency} amount={netAmount} currency={currency} />
        ))}
      </Sums>
    </dl>
  );
}

function Sums({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-xs text-faint">{label}</dt>
      <dd className="flex flex-wrap gap-x-4 font-medium">{children}</dd>
    </div>
  );
}

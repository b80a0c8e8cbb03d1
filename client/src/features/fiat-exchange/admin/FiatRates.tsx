import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { adminCurrenciesQuery } from '#client/features/payment-methods/admin/payment-methods.admin.queries.ts';
import { Time } from '#client/ui/data/Money.tsx';
import { Table, type Column } from '#client/ui/data/Table.tsx';
import { AdminProblem } from '#client/ui/feedback/AdminProblem.tsx';
import { Skeleton } from '#client/ui/feedback/Skeleton.tsx';
import { EmptyState } from '#client/ui/feedback/States.tsx';
import { ApprovalSlot } from '#client/ui/layout/ApprovalSlot.tsx';
import { AddRate } from './AddRate.tsx';
import { adminRatesQuery, type AdminRate } from './fiat-exchange.admin.queries.ts';
import { RateActions, RateCell, RateSwitch } from './RateCells.tsx';

/** The tab of pair rates: add, change in place, switch and delete. */
export function FiatRates() {
  const { t } = useTranslation(['fiat-exchange.admin', 'common']);
  const { data: rates, error, refetch } = useQuery(adminRatesQuery);
  const { data: currencies } = useQuery(adminCurrenciesQuery);
  const [editing, setEditing] = useState<string>();
  return (
    <div className="flex flex-col gap-5 p-4 md:p-6">
      <header className="flex flex-col gap-1">
        <h2 className="text-lg">{t('rates.title')}</h2>
        <p className="max-w-[80ch] text-sm text-muted">{t('rates.lede')}</p>
      </header>
      <ApprovalSlot kinds={['rate']} />
      <AddRate currencies={currencies ?? []} rates={rates ?? []} />
      {error && <AdminProblem error={error} title={t('rates.failed.fetch')} onRetry={() => void refetch()} />}
      {rates ? (
        <RateTable rates={rates} editing={editing} onEdit={setEditing} />
      ) : (
        !error && <Skeleton line="h-80 rounded-card" />
      )}
    </div>
  );
}

interface RateTableProps {
  rates: readonly AdminRate[];
  editing: string | undefined;
  onEdit: (id: string | undefined) => void;
}

function RateTable({ rates, editing, onEdit }: RateTableProps) {
  const { t } = useTranslation('fiat-exchange.admin');
  if (rates.length === 0) return <EmptyState title={t('rates.none')} text={t('rates.noneText')} level={3} />;
  const formatted = (rate: AdminRate) => (
    <RateCell
      rate={rate}
      inverse={rates.find((other) => other.fromCurrency === rate.toCurrency && other.toCurrency === rate.fromCurrency)}
      editing={editing === rate.id}
      onClose={() => onEdit(undefined)}
    />
  );
  const actions = (rate: AdminRate) => <RateActions rate={rate} onEdit={() => onEdit(rate.id)} />;
  const columns: Column<AdminRate>[] = [
    { id: 'pair', header: t('rates.pair'), cell: (rate) => <Pair rate={rate} /> },
    { id: 'rate', header: t('rates.rate'), cell: formatted },
    { id: 'updated', header: t('rates.updated'), cell: ({ updatedAt }) => <Time at={updatedAt} shape="relative" /> },
    { id: 'active', header: t('state'), cell: (rate) => <RateSwitch rate={rate} /> },
    { id: 'actions', header: <span className="sr-only">{t('actions')}</span>, end: true, cell: actions },
  ];
  return (
    <Table
      dense
      caption={t('rates.title')}
      columns={columns}
      rows={rates}
      rowKey={({ id }) => id}
      card={(rate) => (
        <div className="flex flex-col gap-2">
          <span className="flex items-center justify-between gap-3">
            <Pair rate={rate} />
            <RateSwitch rate={rate} />
          </span>
          {formatted(rate)}
          <span className="flex flex-wrap items-center justify-between gap-3">
            <Time at={rate.updatedAt} shape="relative" className="text-sm text-muted" />
            {actions(rate)}
          </span>
        </div>
      )}
    />
  );
}

function Pair({ rate: { fromCurrency, toCurrency, isSample } }: { rate: AdminRate }) {
  const { t } = useTranslation('fiat-exchange.admin');
  return (
    <span className="flex flex-wrap items-center gap-x-2 font-medium whitespace-nowrap">
      <bdi dir="ltr">{`${fromCurrency} → ${toCurrency}`}</bdi>
      {isSample && <span className="rounded-full bg-other-soft px-2 text-xs text-other">{t('rates.sample')}</span>}
    </span>
  );
}

import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDay, formatNumber } from '#client/lib/format/format.ts';
import { Crypto, Money } from '#client/ui/data/Money.tsx';
import { ExportSlot } from '#client/ui/layout/ExportSlot.tsx';
import { payoutCurrency } from '#shared/reference/payout-currencies.ts';
import { dayMs } from '#shared/reference/units-of-time.ts';
import { ChartCard } from './ChartCard.tsx';
import type { OverviewStats } from './overview.admin.queries.ts';

interface IncomeProps {
  income: NonNullable<OverviewStats['income']>;
  days: number;
}

/** Earnings and receipts of the span, and the cash that payouts need now; each amount in its own unit. */
export function Income({ income: { fees, feesByDay, received, due, extra }, days }: IncomeProps) {
  const { t } = useTranslation('overview');
  const span = { days };
  return (
    <div className="grid grid-cols-1 gap-4 md:grid-cols-2 lg:grid-cols-3 *:last:md:max-lg:col-span-2">
      <ChartCard
        title={t('income.fees')}
        subtitle={t('income.inSpan', span)}
        empty={fees.length === 0}
        head={[t('day'), t('income.currency'), t('volume.orders'), t('income.fees')]}
        rows={feesByDay.map(({ day, currency, orders, fee }) => [
          formatDay(day),
          currency,
          formatNumber(orders),
          <Money key="fee" amount={fee} currency={currency} />,
        ])}
      >
        <Amounts
          none={t('income.noFees', span)}
          rows={fees.map(({ currency, orders, fee }) => ({
            name: currency,
            orders,
            amount: <Money amount={fee} currency={currency} />,
          }))}
        />
        <div className="mt-auto">
          <ExportSlot list="fees" filter={{ from: firstDay(days) }} />
        </div>
      </ChartCard>
      <ByCurrency title={t('income.due')} subtitle={t('income.now')} none={t('income.noDue')} sums={due} />
      {extra.length > 0 && (
        <ByCurrency
          title={t('income.extra')}
          subtitle={t('income.inSpan', span)}
          none=""
          sums={extra.map(({ payouts: orders, ...sum }) => ({ ...sum, orders }))}
        />
      )}
      <ChartCard
        title={t('income.received')}
        subtitle={t('income.inSpan', span)}
        empty={received.length === 0}
        head={[t('assets.name'), t('volume.orders'), t('income.received')]}
        rows={received.map(({ asset, orders, amount }) => [asset, formatNumber(orders), givenText(asset, amount)])}
      >
        <Amounts
          none={t('income.noneReceived', span)}
          rows={received.map(({ asset, orders, amount }) => ({
            name: asset,
            orders,
            amount: givenText(asset, amount),
          }))}
        />
      </ChartCard>
    </div>
  );
}

interface ByCurrencyProps extends Record<'title' | 'subtitle' | 'none', string> {
  sums: IncomeProps['income']['due'];
}

function ByCurrency({ title, subtitle, none, sums }: ByCurrencyProps) {
  const { t } = useTranslation('overview');
  const rows = sums.map(({ currency, orders, amount }) => ({
    name: currency,
    orders,
    amount: <Money key="amount" amount={amount} currency={currency} />,
  }));
  return (
    <ChartCard
      title={title}
      subtitle={subtitle}
      empty={sums.length === 0}
      head={[t('income.currency'), t('volume.orders'), title]}
      rows={rows.map(({ name, orders, amount }) => [name, formatNumber(orders), amount])}
    >
      <Amounts none={none} rows={rows} />
    </ChartCard>
  );
}

const firstDay = (days: number) => new Date(Date.now() - (days - 1) * dayMs).toISOString().slice(0, 10);

const givenText = (asset: string, amount: string) =>
  payoutCurrency(asset) ? <Money amount={amount} currency={asset} /> : <Crypto amount={amount} symbol={asset} />;

/** The table contains the others. */
const maxRows = 6;

interface AmountsProps {
  rows: readonly { name: string; orders: number; amount: ReactNode }[];
  none: string;
}

function Amounts({ rows, none }: AmountsProps) {
  const { t } = useTranslation('overview');
  if (rows.length === 0) return <p className="text-sm text-muted">{none}</p>;
  return (
    <>
      <ul className="flex flex-col text-sm">
        {rows.slice(0, maxRows).map(({ name, orders, amount }) => (
          <li key={name} className="flex flex-wrap items-baseline justify-between gap-x-3 border-t border-line py-1.5">
            <span className="text-muted">{t('income.orders', { count: orders, shown: formatNumber(orders) })}</span>
            <span className="ms-auto text-end font-medium *:whitespace-normal!">{amount}</span>
          </li>
        ))}
      </ul>
      {rows.length > maxRows && <p className="text-xs text-muted">{t('more', { count: rows.length - maxRows })}</p>}
    </>
  );
}

import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { CalendarRange } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDay, formatMonth } from '#client/lib/format/format.ts';
import { EmptyList } from '#client/ui/feedback/EmptyList.tsx';
import { LoadedQuery } from '#client/ui/feedback/States.tsx';
import { Button } from '#client/ui/form/Button.tsx';
import { SegmentedControl } from '#client/ui/form/chips/SegmentedControl.tsx';
import { DayRange } from '#client/ui/form/DateInput.tsx';
import { ListTools } from '#client/ui/layout/admin/ListTools.tsx';
import { periodsQuery, profitQuery, type Profit } from '../../books.queries.ts';
import { KnownUsd, Usd } from '../UnitAmount.tsx';
import { profitOf, totalOf, usualPeriods, type DayPeriod } from './books.profit.ts';
import { ProfitByDay } from './ProfitByDay.tsx';
import { ProfitByUnit } from './ProfitByUnit.tsx';

const periodNames = ['month', 'lastMonth', 'year', 'range'] as const;
type PeriodName = (typeof periodNames)[number];

/** The profit of a period in one figure, then its days, then the coins and currencies it comes from. */
export function ProfitTab({ empty }: { empty: ReactNode }) {
  const { t } = useTranslation('books.admin');
  const [name, setName] = useState<PeriodName>('month');
  const [range, setRange] = useState<DayPeriod>(() => usualPeriods().month);
  const period = name === 'range' ? range : usualPeriods()[name];
  const { from, to } = period;
  const query = { ...(from && { from }), ...(to && { to }) };
  const byDay = useQuery(profitQuery({ ...query, by: 'day' }));
  const { data: months } = useQuery(periodsQuery);
  const isBare = months?.length === 0 && byDay.data?.length === 0;
  const otherSpan = name === 'year' ? 'month' : 'year';
  return (
    <div className="flex flex-col gap-4">
      <ListTools isBare={isBare} className="flex flex-wrap items-end gap-x-6 gap-y-3">
        <SegmentedControl
          label={t('profit.period')}
          options={periodNames.map((value) => ({
            value,
            text: value === 'range' ? t('profit.range') : titleOf(value, usualPeriods()[value]),
          }))}
          chosen={name}
          onChange={(value) => {
            // Other days begin with those that were shown.
            setRange(period);
            setName(value);
          }}
        />
        {name === 'range' && (
          <div className="grid w-full max-w-md grid-cols-2 gap-3">
            <DayRange
              labels={{ from: t('filter.from'), to: t('filter.to') }}
              {...range}
              onChange={(part) => setRange({ ...range, ...part })}
            />
          </div>
        )}
      </ListTools>
      <LoadedQuery query={byDay} title={t('failed.load')} skeleton={['h-28 rounded-card', 'h-96 rounded-card']}>
        {(days) =>
          isBare ? (
            empty
          ) : days.length === 0 ? (
            <EmptyList
              Icon={CalendarRange}
              text={t('profit.none')}
              action={
                <Button
                  text={t('profit.of', { period: titleOf(otherSpan, usualPeriods()[otherSpan]) })}
                  onClick={() => setName(otherSpan)}
                />
              }
            />
          ) : (
            <>
              <Figures title={titleOf(name, period)} rows={days} />
              <ProfitByDay rows={days} period={period} />
              <div className="grid gap-4 xl:grid-cols-2">
                <ProfitByUnit by="coin" query={query} />
                <ProfitByUnit by="currency" query={query} />
              </div>
              <p className="text-xs text-muted">{t('profit.note')}</p>
            </>
          )
        }
      </LoadedQuery>
    </div>
  );
}

/** The name of a period: November 2026, 2026, or its first and last day. */
function titleOf(name: PeriodName, { from, to }: DayPeriod): string {
  if (from && (name === 'month' || name === 'lastMonth')) return formatMonth(from);
  if (from && name === 'year') return from.slice(0, 4);
  return [from, to].flatMap((day) => (day ? formatDay(day, { year: 'numeric' }) : [])).join(' – ');
}

/** The profit, and the three sums that it is made of. */
function Figures({ title, rows }: { title: string; rows: readonly Profit[] }) {
  const { t } = useTranslation('books.admin');
  const total = totalOf(rows);
  const profit = profitOf(total);
  return (
    <section aria-label={t('tab.profit')} className="flex flex-wrap items-end gap-x-12 gap-y-4 card p-4 sm:p-5">
      <div className="flex min-w-0 flex-col">
        <span className="text-sm text-muted">{t('profit.of', { period: title })}</span>
        <KnownUsd
          amount={profit}
          className={clsx(
            'text-2xl font-semibold whitespace-normal! sm:text-3xl',
            profit?.startsWith('-') && 'text-rejected',
          )}
        />
      </div>
      <dl className="flex min-w-0 flex-wrap gap-x-8 gap-y-1 text-sm max-sm:w-full max-sm:flex-col">
        <Part sign="+" label={t('profit.fees')}>
          <Usd amount={total.fees} />
        </Part>
        <Part sign="+" label={t('profit.result')} note={total.sold ? undefined : t('profit.unknown')}>
          {total.sold ? (
            <KnownUsd amount={total.result} className={total.result?.startsWith('-') ? 'text-rejected' : undefined} />
          ) : (
            <span className="font-normal text-faint">–</span>
          )}
        </Part>
        <Part sign="−" label={t('profit.costs')}>
          <Usd amount={total.costs} />
        </Part>
      </dl>
    </section>
  );
}

interface PartProps {
  sign: string;
  label: string;
  /** Why there is no sum. */
  note?: string | undefined;
  children: ReactNode;
}

function Part({ sign, label, note, children }: PartProps) {
  return (
    <div className="flex flex-wrap justify-between gap-x-4 sm:flex-col sm:justify-start">
      <dt className="text-muted sm:text-xs">
        <span aria-hidden="true">{sign}</span> {label}
      </dt>
      <dd className="font-medium">{children}</dd>
      {note && <dd className="text-xs text-muted max-sm:w-full max-sm:text-end">{note}</dd>}
    </div>
  );
}

import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { CircleDashed, CircleDot, Lock } from 'lucide-react';
import { useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';
import { formatMonth, formatNumber } from '#client/lib/format/format.ts';
import { LoadedQuery } from '#client/ui/feedback/States.tsx';
import { useShownInStrip } from '#client/ui/layout/useShownInStrip.ts';
import { periodQuery, periodsQuery, type Period } from '../books.queries.ts';
import { Month } from './Month.tsx';

const icons = { open: CircleDashed, to_close: CircleDot, closed: Lock };

/** The months of the book: the oldest one to close is open first. */
export function Months({ empty }: { empty: ReactNode }) {
  const { t } = useTranslation('books.admin');
  const [search] = useSearchParams();
  const periods = useQuery(periodsQuery);
  return (
    <LoadedQuery query={periods} title={t('failed.load')} skeleton={['h-96 rounded-card']}>
      {(months) => {
        const next = months.findLast(({ state }) => state === 'to_close') ?? months[0];
        const shownMonth = months.find(({ month }) => month === search.get('month')) ?? next;
        if (!shownMonth) return empty;
        const newestClosed = months.find(({ state }) => state === 'closed')?.month;
        return (
          <div
            className={clsx(
              'grid gap-6 max-lg:grid-cols-[minmax(0,1fr)]',
              months.length > 1 && 'lg:grid-cols-[14rem_minmax(0,1fr)]',
            )}
          >
            {/* A single month needs no choice. */}
            {months.length > 1 && <MonthList months={months} shown={shownMonth.month} />}
            <ShownMonth
              key={shownMonth.month}
              month={shownMonth.month}
              isFirst={shownMonth === months.at(-1)}
              isNewestClosed={shownMonth.month === newestClosed}
            />
          </div>
        );
      }}
    </LoadedQuery>
  );
}

const addressOf = (month: string) => `?tab=months&month=${month}`;

function MonthList({ months, shown }: { months: readonly Period[]; shown: string }) {
  const { t } = useTranslation('books.admin');
  const strip = useRef<HTMLUListElement>(null);
  useShownInStrip(strip, addressOf(shown), 16);
  return (
    <nav aria-label={t('tab.months')}>
      <ul
        ref={strip}
        className="flex gap-1 max-lg:-mx-4 max-lg:scroll-px-4 max-lg:overflow-x-auto max-lg:mask-x-from-[calc(100%-16px)] max-lg:px-4 lg:flex-col"
      >
        {months.map(({ month, state, entries }) => {
          const Icon = icons[state];
          return (
            <li key={month} className="shrink-0">
              <Link
                to={addressOf(month)}
                preventScrollReset
                aria-current={month === shown ? 'page' : undefined}
                className={clsx(
                  'flex min-h-11 items-center gap-2.5 rounded-control px-3 py-1.5 text-sm',
                  month === shown ? 'bg-tide-soft text-ink' : 'text-muted hover:text-ink',
                )}
              >
                <Icon aria-hidden="true" className="size-4 shrink-0" />
                <span className="flex min-w-0 flex-col">
                  <span className="font-medium">{formatMonth(`${month}-01`)}</span>
                  <span className="text-xs">
                    {t(`month.state.${state}`)} · {t('month.entries', { shown: formatNumber(entries) })}
                  </span>
                </span>
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

interface ShownMonthProps {
  month: string;
  isFirst: boolean;
  isNewestClosed: boolean;
}

function ShownMonth({ month, isFirst, isNewestClosed }: ShownMonthProps) {
  const { t } = useTranslation('books.admin');
  const period = useQuery(periodQuery(month));
  return (
    <LoadedQuery query={period} title={t('failed.load')} skeleton={['h-96 rounded-card']}>
      {(data) => <Month period={data} isFirst={isFirst} isNewestClosed={isNewestClosed} />}
    </LoadedQuery>
  );
}

import { clsx } from 'clsx';
import { ListFilter, Search } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#client/ui/form/Button.tsx';
import { controlClasses } from '#client/ui/form/Field.tsx';
import { FilterChips } from '#client/ui/form/FilterChips.tsx';
import { orderStatuses } from '#shared/orders/orders.lifecycle.ts';
import { ExportButton } from './ExportDialog.tsx';
import type { ListState } from './useListState.ts';

/** Search and filters of the list; the selection is in the URL. */
export function Filters({ state }: { state: ListState }) {
  const { t } = useTranslation('orders');
  const { filters, change } = state;
  const [open, setOpen] = useState(false);
  const chosen = filters.status.length + (filters.type ? 1 : 0) + (filters.days ? 1 : 0);
  return (
    <div className="no-print flex flex-col gap-3">
      <div className="flex flex-wrap gap-2">
        <SearchBox value={filters.q} onChange={(q) => change({ q })} />
        <Button
          className="min-h-12 md:hidden"
          aria-expanded={open}
          aria-controls="order-filters"
          icon={<ListFilter aria-hidden="true" className="size-5" strokeWidth={1.75} />}
          onClick={() => setOpen(!open)}
        >
          {chosen ? t('filter.some', { count: chosen }) : t('filter.button')}
        </Button>
        <div className="ms-auto">
          <ExportButton state={state} />
        </div>
      </div>
      <div id="order-filters" className={clsx('flex flex-wrap gap-x-4 gap-y-2', !open && 'max-md:hidden')}>
        <FilterChips
          label={t('filter.status')}
          options={orderStatuses.map((value) => ({ value, text: t(`filter.is.${value}`) }))}
          chosen={filters.status}
          onChange={(status) => change({ status })}
        />
        <FilterChips
          label={t('filter.type')}
          single
          options={[
            { value: 'sell', text: t('filter.sales') },
            { value: 'fiat', text: t('filter.exchanges') },
          ]}
          chosen={filters.type ? [filters.type] : []}
          onChange={([type]) => change({ type })}
        />
        <FilterChips
          label={t('filter.date')}
          single
          options={(['7', '30', '90'] as const).map((value) => ({
            value,
            text: t('filter.lastDays', { days: value }),
          }))}
          chosen={filters.days ? [filters.days] : []}
          onChange={([days]) => change({ days })}
        />
      </div>
    </div>
  );
}

const pauseMs = 350;

/** Searches once the typing pauses; the address bar follows. */
function SearchBox({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const { t } = useTranslation('orders');
  const [typed, setTyped] = useState(value);
  const sent = useRef(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    if (value === sent.current) return;
    sent.current = value; // Cleared, or gone back: the address is right, not what was typed.
    setTyped(value);
  }, [value]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const type = (text: string) => {
    setTyped(text);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      sent.current = text;
      onChange(text);
    }, pauseMs);
  };
  return (
    <div className="relative min-w-0 flex-1 max-md:min-w-full md:max-w-md">
      <Search aria-hidden="true" className="absolute start-3.5 top-3.5 size-5 text-muted" strokeWidth={1.75} />
      <input
        type="search"
        aria-label={t('filter.search')}
        placeholder={t('filter.search')}
        maxLength={100}
        value={typed}
        onChange={({ target }) => type(target.value)}
        className={`${controlClasses} ps-11`}
      />
    </div>
  );
}

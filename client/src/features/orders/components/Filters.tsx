import { clsx } from 'clsx';
import { ListFilter } from 'lucide-react';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useTableLayout } from '#client/lib/browser/useMediaQuery.ts';
import { Button } from '#client/ui/form/Button.tsx';
import { FilterChips } from '#client/ui/form/FilterChips.tsx';
import { SearchBox } from '#client/ui/form/SearchBox.tsx';
import { orderStatuses } from '#shared/orders/orders.lifecycle.ts';
import { maxLinkLength } from '#shared/reference/search-lengths.ts';
import { ExportButton } from './ExportDialog.tsx';
import type { ListState } from './useListState.ts';

/** Search and filters of the list; the selection is in the URL. */
export function Filters({ state }: { state: ListState }) {
  const { t } = useTranslation('orders');
  const { filters, change } = state;
  const isWide = useTableLayout();
  const [chosenOpen, setOpen] = useState<boolean>();
  const open = chosenOpen ?? isWide;
  const search = useCallback((q: string) => change({ q }), [change]);
  const filterCount = filters.status.length + (filters.type ? 1 : 0) + (filters.days ? 1 : 0);
  return (
    <div className="no-print flex flex-col gap-3">
      <div className="flex flex-wrap gap-2">
        <div className="min-w-0 flex-1 max-md:min-w-full md:max-w-md">
          <SearchBox
            large
            id="order-search"
            label={t('filter.search')}
            maxLength={maxLinkLength}
            value={filters.q}
            onChange={search}
          />
        </div>
        <Button
          text={filterCount ? t('filter.some', { count: filterCount }) : t('filter.button')}
          className="min-h-12"
          aria-expanded={open}
          aria-controls="order-filters"
          icon={<ListFilter className="size-5" />}
          onClick={() => setOpen(!open)}
        />
        <div className="ms-auto">
          <ExportButton state={state} />
        </div>
      </div>
      <div id="order-filters" className={clsx('flex flex-wrap gap-x-4 gap-y-2', !open && 'hidden')}>
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

import { LayoutList } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '#client/ui/form/Button.tsx';
import { ListTools } from '#client/ui/layout/admin/ListTools.tsx';
import { QueueChips } from './QueueChips.tsx';
import { QueueFilterDialog } from './QueueFilters.tsx';
import { QueueSearch } from './QueueSearch.tsx';
import { SavedViews } from './SavedViews.tsx';
import { useIsQueueBare } from './useIsQueueBare.ts';
import { dateSortOf, type QueueState } from './useQueueState.ts';

/** The search, the filters and the chips above the table; the title alone while there is no order at all. */
export function OrderTableHead({ state, total }: { state: QueueState; total: number | undefined }) {
  const { t } = useTranslation('orders.admin');
  const isBare = useIsQueueBare(state, total);
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        <h2 className="text-lg max-sm:flex-1 sm:me-4 md:text-xl">{t('title')}</h2>
        <ListTools isBare={isBare} className="contents">
          <div className="min-w-[min(100%,14rem)] flex-1 max-sm:order-last max-sm:basis-full">
            <QueueSearch value={state.filters.q} onChange={(q) => state.change({ q })} />
          </div>
          <QueueFilterDialog state={state} />
          <SavedViews />
          <Button
            size="small"
            icon={<LayoutList className="size-4" />}
            onClick={() => state.change({ view: undefined, sort: dateSortOf(state.filters) })}
          >
            {t('table.cards')}
          </Button>
        </ListTools>
      </div>
      <ListTools isBare={isBare} className="contents">
        <QueueChips state={state} />
      </ListTools>
    </>
  );
}

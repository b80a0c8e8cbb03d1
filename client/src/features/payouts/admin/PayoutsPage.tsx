import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { useArrivalFocus } from '#client/lib/browser/useArrivalFocus.ts';
import { withParams } from '#client/lib/browser/useListParams.ts';
import { useMay } from '#client/lib/session/permissions.ts';
import { Skeleton } from '#client/ui/feedback/Skeleton.tsx';
import { EmptyState } from '#client/ui/feedback/States.tsx';
import { figuresQuery, usePayoutsChanged } from '../payouts.queries.ts';
import { Accounts } from './Accounts.tsx';
import { BatchDialog } from './BatchDialog.tsx';
import { Batches } from './Batches.tsx';
import { CameBack } from './CameBack.tsx';
import { Due } from './Due.tsx';
import { MoneyOutHeader } from './MoneyOutHeader.tsx';
import { Payouts } from './Payouts.tsx';
import { toReleaseStates, usePayoutTabs } from './PayoutTabs.tsx';

/** From approved orders to arrived money: waiting payouts, payouts to release, sent and returned ones. */
export function PayoutsPage() {
  const { t } = useTranslation('payouts.admin');
  const may = useMay();
  const [search, setSearch] = useSearchParams();
  const batchId = search.get('batch');
  const group = search.get('group');
  // The button that makes its batch.
  useArrivalFocus(group && /^[A-Z]{3}$/.test(group) ? `[id^="batch-${group}-"]` : undefined);
  usePayoutsChanged();
  const { data: figures, isPending } = useQuery(figuresQuery);
  const shownTabs = usePayoutTabs();
  // A member who may only release payouts begins with the batches to release.
  const first = may('payouts.prepare') ? 'due' : 'release';
  const currentTab = shownTabs.find((id) => id === search.get('tab')) ?? first;
  const isNoneBack = figures?.currencies.every(({ held, returned }) => held.payouts + returned.payouts === 0);
  return (
    <div className="flex w-full max-w-7xl flex-col gap-5 p-4 md:p-6">
      <MoneyOutHeader current={currentTab} />
      {/* Only after the figures above, which would move it when they load. */}
      {isPending ? (
        <Skeleton line="h-96 rounded-card" />
      ) : (
        <>
          {currentTab === 'due' && <Due />}
          {currentTab === 'release' && <Batches states={toReleaseStates} empty={t('none.release')} />}
          {currentTab === 'sent' && (
            <>
              <Batches states={['sent', 'closed']} empty={t('none.sent')} />
              <Payouts states={['sent']} title={t('open')} />
            </>
          )}
          {currentTab === 'returned' && (
            <>
              {isNoneBack && <EmptyState title={t('none.returned')} />}
              <CameBack />
            </>
          )}
          {currentTab === 'accounts' && <Accounts />}
        </>
      )}
      {batchId && (
        <BatchDialog id={batchId} onClose={() => setSearch((params) => withParams(params, { batch: undefined }))} />
      )}
    </div>
  );
}

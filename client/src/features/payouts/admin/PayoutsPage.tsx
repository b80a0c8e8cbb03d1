import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { useArrivalFocus } from '#client/lib/browser/useArrivalFocus.ts';
import { withParams } from '#client/lib/browser/useListParams.ts';
import { useMay } from '#client/lib/session/permissions.ts';
import { Skeleton } from '#client/ui/feedback/Skeleton.tsx';
import { ButtonLink } from '#client/ui/form/Button.tsx';
import type { BatchState } from '#shared/payouts/payouts.lifecycle.ts';
import { batchesQuery, figuresQuery, usePayoutsChanged } from '../payouts.queries.ts';
import { Accounts, AddAccount } from './Accounts.tsx';
import { BatchDialog } from './BatchDialog.tsx';
import { Batches } from './Batches.tsx';
import { CameBack } from './CameBack.tsx';
import { Due } from './Due.tsx';
import { CashStrip } from './frame/CashStrip.tsx';
import { MoneyOutHeader } from './frame/MoneyOutHeader.tsx';
import { NoPayouts } from './frame/NoPayouts.tsx';
import { toReleaseStates, usePayoutTabs, type PayoutTab } from './frame/payouts.tabs.ts';
import { Payouts } from './Payouts.tsx';

/** The tabs from which money is paid show the needed cash; the others begin with their rows. */
const withCash: readonly PayoutTab[] = ['due', 'release'];

/** From approved orders to arrived money: waiting payouts, payouts to release, sent and returned ones. */
export function PayoutsPage() {
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
    <>
      <MoneyOutHeader current={currentTab}>{currentTab === 'accounts' && <AddAccount />}</MoneyOutHeader>
      <div className="flex w-full max-w-7xl flex-col gap-5 p-4 md:p-6">
        {/* The list waits for the figures of the strip above it, which would push it down. */}
        {isPending ? (
          <Skeleton line="h-96 rounded-card" />
        ) : (
          <>
            {withCash.includes(currentTab) && <CashStrip current={currentTab} />}
            {currentTab === 'due' && <Due />}
            {currentTab === 'release' && <Batches states={toReleaseStates} empty={<NoPayouts tab="release" />} />}
            {currentTab === 'sent' && <Sent />}
            {currentTab === 'returned' && (
              <>
                {isNoneBack && <NoPayouts tab="returned" />}
                <CameBack />
              </>
            )}
            {currentTab === 'accounts' && <Accounts />}
          </>
        )}
        {batchId && (
          <BatchDialog id={batchId} onClose={() => setSearch((old) => withParams(old, { batch: undefined }))} />
        )}
      </div>
    </>
  );
}

const sentStates: BatchState[] = ['sent', 'closed'];

/** The batches at the bank, then the payouts on their way, which they would push down if they came later. */
function Sent() {
  const { t } = useTranslation('payouts.admin');
  const { isLoading } = useQuery(batchesQuery(sentStates, 1));
  return (
    <>
      <Batches states={sentStates} empty={<NoPayouts tab="sent" />} />
      {!isLoading && <Payouts states={['sent']} title={t('open')} act={<ImportStatement />} />}
    </>
  );
}

/** The way to settle all payouts on their way: the bank's statement says which have arrived. */
function ImportStatement() {
  const { t } = useTranslation('payouts.admin');
  const may = useMay();
  if (!may('payouts.release') || !may('books.read')) return null;
  return (
    <ButtonLink
      text={t('account.importStatement')}
      size="small"
      variant="filled"
      className="max-sm:w-full"
      to="/admin/statements"
    />
  );
}

import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { useArrivalFocus } from '#client/lib/browser/useArrivalFocus.ts';
import { withParams } from '#client/lib/browser/useListParams.ts';
import { useMay } from '#client/lib/session/permissions.ts';
import { Money } from '#client/ui/data/Money.tsx';
import { Skeleton } from '#client/ui/feedback/Skeleton.tsx';
import { EmptyState } from '#client/ui/feedback/States.tsx';
import { AdminPageHeader } from '#client/ui/layout/AdminPage.tsx';
import { figuresQuery, usePayoutsChanged } from '../payouts.queries.ts';
import { Accounts } from './Accounts.tsx';
import { BatchDialog } from './BatchDialog.tsx';
import { Batches } from './Batches.tsx';
import { Due } from './Due.tsx';
import { Payouts } from './Payouts.tsx';
import { PayoutTabs, toReleaseStates, usePayoutTabs } from './PayoutTabs.tsx';

/** From approved orders to money that has arrived: what waits, what is to be released, what left, what came back. */
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
  const shown = usePayoutTabs();
  // Whoever releases begins with what waits for them.
  const first = may('payouts.prepare') ? 'due' : 'release';
  const current = shown.find((id) => id === search.get('tab')) ?? first;
  const isNoneBack = figures?.currencies.every(({ held, returned }) => held.payouts + returned.payouts === 0);
  return (
    <div className="flex w-full max-w-6xl flex-col gap-6 p-4 md:p-6">
      <AdminPageHeader title={t('title')} lede={t('lede')} />
      {figures && figures.currencies.length > 0 && (
        <dl className="grid grid-cols-2 gap-x-4 gap-y-2 text-sm md:flex md:flex-wrap md:gap-x-8">
          {figures.currencies.map(({ currency, cashNeeded, expected }) => (
            <div key={currency} className="flex flex-col">
              <dt className="text-muted">{t('cashNeeded', { currency })}</dt>
              <dd>
                <Money strong amount={cashNeeded} currency={currency} />
                {expected.payouts > 0 && (
                  <span className="block text-xs text-muted">
                    {t('expected')} <Money amount={expected.amount} currency={currency} />
                  </span>
                )}
              </dd>
            </div>
          ))}
        </dl>
      )}
      {/* Not before the figures above: it would move when they come. */}
      {isPending ? (
        <Skeleton line="h-96 rounded-card" />
      ) : (
        <>
          <PayoutTabs current={current} />
          {current === 'due' && <Due />}
          {current === 'release' && <Batches states={toReleaseStates} empty={t('none.release')} />}
          {current === 'sent' && (
            <>
              <Batches states={['sent', 'closed']} empty={t('none.sent')} />
              <Payouts states={['sent']} title={t('open')} />
            </>
          )}
          {current === 'returned' && (
            <>
              {isNoneBack && <EmptyState title={t('none.returned')} />}
              <Payouts states={['returned']} title={t('backTitle')} />
              <Payouts states={['held']} title={t('heldTitle')} />
            </>
          )}
          {current === 'accounts' && <Accounts />}
        </>
      )}
      {batchId && (
        <BatchDialog id={batchId} onClose={() => setSearch((old) => withParams(old, { batch: undefined }))} />
      )}
    </div>
  );
}

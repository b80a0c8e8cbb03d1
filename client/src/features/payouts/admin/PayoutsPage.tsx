import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { useMay } from '#client/lib/session/permissions.ts';
import { Money } from '#client/ui/data/Money.tsx';
import { Skeleton } from '#client/ui/feedback/Skeleton.tsx';
import { AdminPageHeader } from '#client/ui/layout/Page.tsx';
import { Tabs } from '#client/ui/layout/Tabs.tsx';
import { figuresQuery, usePayoutsChanged } from '../payouts.queries.ts';
import { Accounts } from './Accounts.tsx';
import { Batches } from './Batches.tsx';
import { Due } from './Due.tsx';
import { Payouts } from './Payouts.tsx';

const tabs = ['due', 'release', 'sent', 'returned', 'accounts'] as const;

/** From approved orders to money that has arrived: what waits, what is to be released, what left, what came back. */
export function PayoutsPage() {
  const { t } = useTranslation('payouts.admin');
  const may = useMay();
  const [search] = useSearchParams();
  usePayoutsChanged();
  const { data: figures, isPending } = useQuery(figuresQuery);
  const shown = tabs.filter((id) => id !== 'accounts' || may('settings.write'));
  // Whoever releases begins with what waits for them.
  const first = may('payouts.prepare') ? 'due' : 'release';
  const current = shown.find((id) => id === search.get('tab')) ?? first;
  const countOf = (states: readonly ('due' | 'held' | 'returned')[]) =>
    figures?.currencies.reduce((sum, row) => sum + states.reduce((all, state) => all + row[state].payouts, 0), 0);
  const counts = { due: countOf(['due']), returned: countOf(['returned', 'held']) };
  return (
    <div className="flex w-full max-w-6xl flex-col gap-6 p-4 md:p-6">
      <AdminPageHeader title={t('title')} lede={t('lede')} />
      {figures && figures.currencies.length > 0 && (
        <dl className="flex flex-wrap gap-x-8 gap-y-2 text-sm">
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
          <Tabs
            label={t('title')}
            tabs={shown.map((id) => ({
              id,
              text: t(`tab.${id}`),
              ...(id in counts && { count: counts[id as 'due'] }),
            }))}
            current={current}
          />
          {current === 'due' && <Due />}
          {current === 'release' && <Batches states={['prepared', 'released']} empty={t('none.release')} />}
          {current === 'sent' && (
            <>
              <Batches states={['sent', 'closed']} empty={t('none.sent')} />
              <Payouts states={['sent']} title={t('open')} />
            </>
          )}
          {current === 'returned' && (
            <Payouts states={['returned', 'held']} title={t('tab.returned')} empty={t('none.returned')} />
          )}
          {current === 'accounts' && <Accounts />}
        </>
      )}
    </div>
  );
}

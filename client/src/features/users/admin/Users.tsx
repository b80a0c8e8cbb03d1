import { useQuery } from '@tanstack/react-query';
import { UserRoundX } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '#client/lib/format.ts';
import { Button } from '#client/ui/Button.tsx';
import { DeskProblem } from '#client/ui/DeskProblem.tsx';
import { FilterChips } from '#client/ui/FilterChips.tsx';
import { Pagination } from '#client/ui/Pagination.tsx';
import { SearchBox } from '#client/ui/SearchBox.tsx';
import { Bone, Skeleton } from '#client/ui/Skeleton.tsx';
import { EmptyState } from '#client/ui/States.tsx';
import { DeedDialog, type Asked } from './DeedDialog.tsx';
import { peoplePageSize, peopleQuery } from './people.api.ts';
import { PeopleTable } from './PeopleTable.tsx';
import { PersonDialog } from './PersonDialog.tsx';
import { usePeopleState, type PeopleState } from './usePeopleState.ts';

/** The tab of everybody with an account. */
export function Users() {
  const { t } = useTranslation(['people', 'common']);
  const state = usePeopleState();
  const { data, error, refetch } = useQuery(peopleQuery(state.query));
  const [asked, setAsked] = useState<Asked>();
  return (
    <div className="flex flex-col gap-4 p-4 md:p-6">
      <header className="flex flex-col gap-1">
        <h2 className="text-lg">{t('title')}</h2>
        <p className="max-w-[70ch] text-sm text-muted">{t('lede')}</p>
      </header>
      <Filters state={state} />
      {error && <DeskProblem error={error} title={t('failed.fetch')} onRetry={() => void refetch()} />}
      {data && data.items.length > 0 && (
        <>
          <PeopleTable people={data.items} state={state} onAsk={setAsked} />
          <Pagination page={state.page} pageSize={peoplePageSize} total={data.total} onPage={state.goTo} />
          {data.total >= mostCounted && (
            <p className="text-xs text-muted">{t('capped', { count: formatNumber(mostCounted) })}</p>
          )}
        </>
      )}
      {data?.items.length === 0 && <Nobody state={state} />}
      {!data && !error && (
        <Skeleton>
          <Bone className="h-96 rounded-card" />
        </Skeleton>
      )}
      {asked && <DeedDialog {...asked} onClose={() => setAsked(undefined)} onDeleted={() => state.open(undefined)} />}
      {state.openId && !asked && (
        <PersonDialog id={state.openId} onAsk={setAsked} onClose={() => state.open(undefined)} />
      )}
    </div>
  );
}

/** Totals are exact up to here; the server says no more. */
const mostCounted = 10_000;

function Filters({ state: { filters, change } }: { state: PeopleState }) {
  const { t } = useTranslation(['people', 'common']);
  return (
    <div className="flex flex-wrap items-center gap-3">
      <div className="w-full sm:w-80">
        <SearchBox id="people-search" label={t('search')} value={filters.q} onChange={(q) => change({ q })} />
      </div>
      <FilterChips
        single
        label={t('filter.status')}
        options={[
          { value: 'active', text: t('common:status.active') },
          { value: 'blocked', text: t('common:status.blocked') },
        ]}
        chosen={filters.status ? [filters.status] : []}
        onChange={([status]) => change({ status })}
      />
      <FilterChips
        label={t('filter.kyc')}
        options={[{ value: 'verified', text: t('filter.verified') }]}
        chosen={filters.verified ? ['verified'] : []}
        onChange={(chosen) => change({ verified: chosen.length > 0 })}
      />
    </div>
  );
}

function Nobody({ state }: { state: PeopleState }) {
  const { t } = useTranslation('people');
  const icon = <UserRoundX aria-hidden="true" className="size-8" strokeWidth={1.5} />;
  if (!state.isNarrowed) return <EmptyState icon={icon} title={t('none')} text={t('noneText')} level={3} />;
  return (
    <EmptyState
      icon={icon}
      title={t('noHit')}
      text={t('noHitText')}
      action={<Button onClick={state.clear}>{t('clear')}</Button>}
      level={3}
    />
  );
}

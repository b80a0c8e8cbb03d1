import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { localDays } from '#client/lib/browser/local-days.ts';
import { dayParam, enumParam, useListParams, type ListParamsConfig } from '#client/lib/browser/useListParams.ts';
import { Pagination } from '#client/ui/data/Pagination.tsx';
import { AdminProblem } from '#client/ui/feedback/AdminProblem.tsx';
import { Skeleton } from '#client/ui/feedback/Skeleton.tsx';
import { EmptyState } from '#client/ui/feedback/States.tsx';
import { Button } from '#client/ui/form/Button.tsx';
import { entryKinds } from '#shared/book/book.accounts.ts';
import { journalSorts } from '#shared/books/books.contract.ts';
import { journalPageSize, journalQuery } from '../books.queries.ts';
import { EntryList } from './EntryList.tsx';
import { JournalFilters, noFilters, type Filters } from './JournalFilters.tsx';

const list: ListParamsConfig<Filters> = {
  item: 'entry',
  read: (search) => ({
    q: search.get('q') ?? '',
    kind: enumParam(search, 'kind', entryKinds),
    account: search.get('account') ?? '',
    order: search.get('order') ?? '',
    late: search.get('late') === 'true',
    sort: enumParam(search, 'sort', journalSorts) ?? 'newest',
    from: dayParam(search, 'from'),
    to: dayParam(search, 'to'),
  }),
  write: ({ late, sort, ...filters }) => ({
    ...filters,
    late: late ? 'true' : '',
    sort: sort === 'newest' ? '' : sort,
  }),
};

/** Every entry of the book, newest first: filtered, searched, each as a sentence. */
export function Journal() {
  const { t } = useTranslation('books.admin');
  const { filters, page, change, goTo } = useListParams(list);
  const { q, kind, account, order, late, sort, from, to } = filters;
  const query = {
    ...localDays({ from, to }),
    ...(q && { q }),
    ...(kind && { kind }),
    ...(account && { account }),
    ...(order && { order }),
    ...(late && { late: 'true' as const }),
    sort,
    page,
    pageSize: journalPageSize,
  };
  const { data, error, refetch } = useQuery(journalQuery(query));
  const isNarrowed = Boolean(kind || account || order || late || from || to);
  const isFiltered = isNarrowed || q !== '';
  return (
    <div className="flex flex-col gap-4">
      <JournalFilters filters={filters} onChange={change} />
      {error ? (
        <AdminProblem error={error} title={t('failed.load')} onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton line="h-96 rounded-card" />
      ) : data.items.length === 0 ? (
        <EmptyState
          title={t(isFiltered ? 'none.found' : 'none.entries')}
          text={isFiltered ? undefined : t('none.entriesText')}
          // Filters are cleared above, where they stand.
          action={!isNarrowed && q !== '' && <Button text={t('clear')} onClick={() => change(noFilters)} />}
        />
      ) : (
        // The texts of the entries may come after them: the search above keeps its focus meanwhile.
        <Suspense fallback={<Skeleton line="h-96 rounded-card" />}>
          <EntryList entries={data.items} label={t('tab.journal')} />
          <Pagination page={page} pageSize={journalPageSize} total={data.total} onPage={goTo} />
        </Suspense>
      )}
    </div>
  );
}

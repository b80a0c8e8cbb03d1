import { useQuery } from '@tanstack/react-query';
import { Suspense, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { localDays } from '#client/lib/browser/local-days.ts';
import { dayParam, enumParam, useListParams, type ListParamsConfig } from '#client/lib/browser/useListParams.ts';
import { Pagination } from '#client/ui/data/Pagination.tsx';
import { AdminProblem } from '#client/ui/feedback/AdminProblem.tsx';
import { NothingFound } from '#client/ui/feedback/EmptyList.tsx';
import { Skeleton } from '#client/ui/feedback/Skeleton.tsx';
import { ListTools } from '#client/ui/layout/admin/ListTools.tsx';
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
export function Journal({ empty }: { empty: ReactNode }) {
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
  const isNarrowed = Boolean(q || kind || account || order || late || from || to);
  return (
    <div className="flex flex-col gap-4">
      <ListTools isBare={data?.total === 0 && !isNarrowed} className="contents">
        <JournalFilters filters={filters} onChange={change} />
      </ListTools>
      {error ? (
        <AdminProblem error={error} title={t('failed.load')} onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton line="h-96 rounded-card" />
      ) : data.items.length === 0 ? (
        isNarrowed ? (
          <NothingFound q={q} onClear={() => change(noFilters)} />
        ) : (
          empty
        )
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

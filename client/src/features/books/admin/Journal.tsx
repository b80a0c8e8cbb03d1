import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { localDays } from '#client/lib/browser/local-days.ts';
import { dayParam, enumParam, useListParams, type ListParamsConfig } from '#client/lib/browser/useListParams.ts';
import { formatNumber } from '#client/lib/format/format.ts';
import { Pagination } from '#client/ui/data/Pagination.tsx';
import { AdminProblem } from '#client/ui/feedback/AdminProblem.tsx';
import { Skeleton } from '#client/ui/feedback/Skeleton.tsx';
import { EmptyState } from '#client/ui/feedback/States.tsx';
import { Button } from '#client/ui/form/Button.tsx';
import { DayRange } from '#client/ui/form/DateInput.tsx';
import { FilterChips } from '#client/ui/form/FilterChips.tsx';
import { SearchBox } from '#client/ui/form/SearchBox.tsx';
import { Select } from '#client/ui/form/TextInput.tsx';
import { entryKinds, type EntryKind } from '#shared/book/book.accounts.ts';
import { accountNames } from '#shared/books/books.accounts.ts';
import { journalSorts } from '#shared/books/books.contract.ts';
import { journalPageSize, journalQuery } from '../books.queries.ts';
import { kindKeys } from './books.kinds.ts';
import { useAccountText } from './books.text.ts';
import { EntryList } from './EntryList.tsx';

interface Filters {
  q: string;
  kind: EntryKind | undefined;
  /** A kind of account, or one account, such as `held:<order id>`. */
  account: string;
  order: string;
  late: boolean;
  sort: (typeof journalSorts)[number];
  from: string | undefined;
  to: string | undefined;
}

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

const noFilters: Filters = {
  q: '',
  kind: undefined,
  account: '',
  order: '',
  late: false,
  sort: 'newest',
  from: undefined,
  to: undefined,
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
  const isFiltered = Boolean(q || kind || account || order || late || from || to);
  const clearButton = <Button text={t('clear')} size="small" onClick={() => change(noFilters)} />;
  return (
    <div className="flex flex-col gap-4">
      <FilterFields filters={filters} onChange={change} />
      {isFiltered && <div>{clearButton}</div>}
      {error ? (
        <AdminProblem error={error} title={t('failed.load')} onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton line="h-96 rounded-card" />
      ) : data.items.length === 0 ? (
        <EmptyState
          title={t(isFiltered ? 'none.found' : 'none.entries')}
          text={isFiltered ? undefined : t('none.entriesText')}
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

interface FilterFieldsProps {
  filters: Filters;
  onChange: (part: Partial<Filters>) => void;
}

function FilterFields({ filters, onChange }: FilterFieldsProps) {
  const { t } = useTranslation('books.admin');
  const accountText = useAccountText();
  const { q, kind, account, from, to } = filters;
  const accounts = [...new Set([...accountNames, ...(account ? [account] : [])])];
  // A phone shows the entries first: there the fields are behind a button, which says how many of them are filled in.
  const [isOpen, setOpen] = useState(false);
  const filterCount = [kind, account, from, to].filter(Boolean).length;
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <div className="min-w-48 flex-1">
          <SearchBox
            id="journal-search"
            label={t('filter.search')}
            value={q}
            onChange={(text) => onChange({ q: text })}
          />
        </div>
        <Button
          text={filterCount > 0 ? t('filter.openCount', { shown: formatNumber(filterCount) }) : t('filter.open')}
          size="small"
          className="md:hidden"
          aria-expanded={isOpen}
          aria-controls="journal-fields"
          onClick={() => setOpen(!isOpen)}
        />
        <MoreFilters filters={filters} onChange={onChange} />
      </div>
      <div
        id="journal-fields"
        className={clsx('grid items-end gap-4 sm:grid-cols-2 lg:grid-cols-4', !isOpen && 'max-md:hidden')}
      >
        <Select
          label={t('filter.kind')}
          optional
          none={t('filter.all')}
          options={entryKinds.map((value) => [value, t(kindKeys[value])])}
          value={kind ?? ''}
          onValue={(value) => onChange({ kind: entryKinds.find((entryKind) => entryKind === value) })}
        />
        <Select
          label={t('filter.account')}
          optional
          none={t('filter.all')}
          options={accounts.map((value) => [value, accountText(value)])}
          value={account}
          onValue={(value) => onChange({ account: value })}
        />
        <DayRange labels={{ from: t('filter.from'), to: t('filter.to') }} from={from} to={to} onChange={onChange} />
      </div>
    </>
  );
}

function MoreFilters({ filters: { order, late, sort }, onChange }: FilterFieldsProps) {
  const { t } = useTranslation('books.admin');
  return (
    <FilterChips
      label={t('filter.more')}
      options={[
        { value: 'late', text: t('filter.late') },
        { value: 'oldest', text: t('filter.oldest') },
        ...(order ? [{ value: 'order' as const, text: t('filter.order') }] : []),
      ]}
      chosen={[
        ...(late ? ['late' as const] : []),
        ...(sort === 'oldest' ? ['oldest' as const] : []),
        ...(order ? ['order' as const] : []),
      ]}
      onChange={(value) =>
        onChange({
          late: value.includes('late'),
          sort: value.includes('oldest') ? 'oldest' : 'newest',
          order: value.includes('order') ? order : '',
        })
      }
    />
  );
}

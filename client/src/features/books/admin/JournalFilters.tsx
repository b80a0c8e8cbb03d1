import { ListFilter } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDay, formatNumber } from '#client/lib/format/format.ts';
import { Button } from '#client/ui/form/Button.tsx';
import { DayRange } from '#client/ui/form/DateInput.tsx';
import { FilterChips } from '#client/ui/form/FilterChips.tsx';
import { SearchBox } from '#client/ui/form/SearchBox.tsx';
import { Select } from '#client/ui/form/TextInput.tsx';
import { entryKinds, type EntryKind } from '#shared/book/book.accounts.ts';
import { accountNames } from '#shared/books/books.accounts.ts';
import type { journalSorts } from '#shared/books/books.contract.ts';
import { kindKeys } from './books.kinds.ts';
import { useAccountText } from './books.text.ts';

export interface Filters {
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

/** Every entry, newest first. */
export const noFilters: Filters = {
  q: '',
  kind: undefined,
  account: '',
  order: '',
  late: false,
  sort: 'newest',
  from: undefined,
  to: undefined,
};

interface FilterProps {
  filters: Filters;
  onChange: (part: Partial<Filters>) => void;
}

/** The search, and one button that unfolds the rest; each filter that is set stands beside it and goes with a press. */
export function JournalFilters({ filters, onChange }: FilterProps) {
  const { t } = useTranslation('books.admin');
  const [isOpen, setOpen] = useState(false);
  const chosen = useChosen(filters);
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <div className="min-w-40 flex-1">
          <SearchBox
            id="journal-search"
            label={t('filter.search')}
            value={filters.q}
            onChange={(text) => onChange({ q: text })}
          />
        </div>
        <Button
          text={chosen.length > 0 ? t('filter.openCount', { shown: formatNumber(chosen.length) }) : t('filter.open')}
          size="small"
          variant="outline"
          icon={<ListFilter aria-hidden="true" className="size-4" strokeWidth={2} />}
          aria-expanded={isOpen}
          aria-controls="journal-fields"
          onClick={() => setOpen(!isOpen)}
        />
      </div>
      <div id="journal-fields" hidden={!isOpen}>
        {isOpen && <FilterFields filters={filters} onChange={onChange} />}
      </div>
      {chosen.length > 0 && (
        <div className="flex flex-wrap items-center gap-2">
          <FilterChips
            inline
            label={t('filter.chosen')}
            options={chosen.map(({ value, text }) => ({ value, text }))}
            chosen={chosen.map(({ value }) => value)}
            onChange={(left) => {
              for (const { value, without } of chosen) if (!left.includes(value)) onChange(without);
            }}
          />
          <Button text={t('clear')} size="small" variant="ghost" onClick={() => onChange(noFilters)} />
        </div>
      )}
    </div>
  );
}

/** A filter that is set, in words, with what takes it away. */
const chip = (value: string, text: string, without: Partial<Filters>) => ({ value, text, without });

/** The filters that are set. */
function useChosen({ kind, account, order, late, sort, from, to }: Filters) {
  const { t } = useTranslation('books.admin');
  const accountText = useAccountText();
  const dayText = (day: string) => formatDay(day, { year: 'numeric' });
  return [
    ...(kind ? [chip('kind', t(kindKeys[kind]), { kind: undefined })] : []),
    ...(account ? [chip('account', accountText(account), { account: '' })] : []),
    ...(from ? [chip('from', `${t('filter.from')} ${dayText(from)}`, { from: undefined })] : []),
    ...(to ? [chip('to', `${t('filter.to')} ${dayText(to)}`, { to: undefined })] : []),
    ...(late ? [chip('late', t('filter.late'), { late: false })] : []),
    ...(sort === 'oldest' ? [chip('oldest', t('filter.oldest'), { sort: 'newest' })] : []),
    ...(order ? [chip('order', t('filter.order'), { order: '' })] : []),
  ];
}

function FilterFields({ filters: { kind, account, late, sort, from, to }, onChange }: FilterProps) {
  const { t } = useTranslation('books.admin');
  const accountText = useAccountText();
  const accounts = [...new Set([...accountNames, ...(account ? [account] : [])])];
  return (
    <div className="flex flex-col gap-4 card p-4">
      <div className="grid items-end gap-4 sm:grid-cols-2 lg:grid-cols-4">
        <Select
          label={t('filter.kind')}
          optional
          none={t('filter.all')}
          options={entryKinds.map((value) => [value, t(kindKeys[value])])}
          value={kind ?? ''}
          onValue={(value) => onChange({ kind: entryKinds.find((item) => item === value) })}
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
      <FilterChips
        label={t('filter.more')}
        options={[
          { value: 'late', text: t('filter.late') },
          { value: 'oldest', text: t('filter.oldest') },
        ]}
        chosen={[...(late ? ['late' as const] : []), ...(sort === 'oldest' ? ['oldest' as const] : [])]}
        onChange={(pressed) =>
          onChange({ late: pressed.includes('late'), sort: pressed.includes('oldest') ? 'oldest' : 'newest' })
        }
      />
    </div>
  );
}

import { useTranslation } from 'react-i18next';
import { SortSelect } from '#client/ui/data/SortSelect.tsx';
import { Checkbox } from '#client/ui/form/Checkbox.tsx';
import { FilterChips } from '#client/ui/form/FilterChips.tsx';
import { SearchBox } from '#client/ui/form/SearchBox.tsx';
import { ChipStrip } from '#client/ui/layout/ChipStrip.tsx';
import { FilterDialog } from '#client/ui/overlay/FilterDialog.tsx';
import { waitingSorts } from '#shared/kernel/paging.ts';
import type { RoomFilter } from '../chat.admin.queries.ts';
import type { RoomListState } from './useRoomList.ts';

const filters = ['waiting', 'open', 'closed'] as const;

/** The search of the rooms, with what narrows and sorts them. */
export function RoomSearch({ list }: { list: RoomListState }) {
  const { t } = useTranslation(['chat.admin', 'users.handling']);
  const { searchText, setSearchText, filter, setFilter, assignee, setAssignee, sort, setSort, setOrder } = list;
  return (
    <>
      <div className="flex items-center gap-2">
        <div className="min-w-0 flex-1">
          <SearchBox id="room-search" label={t('chat.admin:search')} value={searchText} onChange={setSearchText} />
        </div>
        <FilterDialog
          iconOnly
          chosen={Number(sort !== 'waiting') + Number(assignee === 'none')}
          onClear={() => setOrder('waiting', assignee === 'none' ? undefined : assignee)}
        >
          <div className="flex flex-col gap-4">
            <SortSelect sorts={waitingSorts} value={sort} onChange={setSort} />
            <Checkbox
              label={t('chat.admin:whose.none')}
              checked={assignee === 'none'}
              onChange={({ target }) => setAssignee(target.checked ? 'none' : undefined)}
            />
          </div>
        </FilterDialog>
      </div>
      <ChipStrip>
        <FilterChips
          inline
          label={t('chat.admin:filter')}
          single
          options={filters.map((value) => ({ value, text: t(`chat.admin:filters.${value}`) }))}
          chosen={filters.filter((value) => value === filter)}
          // The select offers no other values.
          onChange={([value = 'all']) => setFilter(value as RoomFilter)}
        />
        <FilterChips
          inline
          label={t('users.handling:assignee')}
          single
          options={[{ value: 'me', text: t('chat.admin:whose.me') }]}
          chosen={assignee === 'me' ? ['me'] : []}
          onChange={([value]) => setAssignee(value)}
        />
      </ChipStrip>
    </>
  );
}

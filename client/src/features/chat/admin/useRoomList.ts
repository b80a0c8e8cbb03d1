import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { enumParam, withParams } from '#client/lib/browser/useListParams.ts';
import { waitingSorts, type WaitingSort } from '#shared/kernel/paging.ts';
import { roomsQuery, type RoomAssignee, type RoomFilter } from '../chat.admin.queries.ts';

export type RoomListState = ReturnType<typeof useRoomList>;

/** The list with search and filter; the search includes closed conversations. */
export function useRoomList() {
  // A link from an order or a user carries the search.
  const [address, setAddress] = useSearchParams();
  const [searchText, setSearchText] = useState(address.get('q') ?? '');
  const [filter, setFilter] = useState<RoomFilter>('all');
  const assignee: RoomAssignee = enumParam(address, 'assignee', ['me', 'none']);
  const setAssignee = (chosenAssignee: RoomAssignee) =>
    setAddress((params) => withParams(params, { assignee: chosenAssignee }), { replace: true });
  const sort = enumParam(address, 'sort', waitingSorts) ?? 'waiting';
  const setOrder = (chosenSort: WaitingSort, chosenAssignee: RoomAssignee) => {
    const values = { sort: chosenSort === 'waiting' ? undefined : chosenSort, assignee: chosenAssignee };
    setAddress((params) => withParams(params, values), { replace: true });
  };
  const setSort = (chosenSort: WaitingSort) => setOrder(chosenSort, assignee);
  const query = useInfiniteQuery(roomsQuery(searchText.trim(), { status: filter, assignee, sort }));
  // A page may repeat the end of the previous one when a message arrived in between.
  const roomEntries = query.data?.pages.flatMap(({ items }) => items.map((room) => [room.roomId, room] as const));
  const rooms = roomEntries && [...new Map(roomEntries).values()];
  const isNarrowed = searchText !== '' || filter !== 'all' || assignee !== undefined;
  const clear = () => {
    setSearchText('');
    setFilter('all');
    setAssignee(undefined);
  };
  return {
    ...query,
    isNarrowed,
    clear,
    rooms,
    searchText,
    setSearchText,
    filter,
    setFilter,
    assignee,
    setAssignee,
    sort,
    setSort,
    setOrder,
  };
}

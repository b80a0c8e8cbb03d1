import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { MessagesSquare } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { enumParam, withParams } from '#client/lib/browser/useListParams.ts';
import { useTableLayout } from '#client/lib/browser/useMediaQuery.ts';
import { useNow } from '#client/lib/browser/useNow.ts';
import { ageOf } from '#client/lib/format/age.ts';
import { formatNumber } from '#client/lib/format/format.ts';
import { useMay } from '#client/lib/session/permissions.ts';
import { SortSelect } from '#client/ui/data/SortSelect.tsx';
import { EmptyList, NothingFound } from '#client/ui/feedback/EmptyList.tsx';
import { Skeleton } from '#client/ui/feedback/Skeleton.tsx';
import { ErrorState } from '#client/ui/feedback/States.tsx';
import { Button, ButtonLink } from '#client/ui/form/Button.tsx';
import { Checkbox } from '#client/ui/form/Checkbox.tsx';
import { FilterChips } from '#client/ui/form/FilterChips.tsx';
import { SearchBox } from '#client/ui/form/SearchBox.tsx';
import { ListTools } from '#client/ui/layout/admin/ListTools.tsx';
import { ChipStrip } from '#client/ui/layout/ChipStrip.tsx';
import { PageTitle } from '#client/ui/layout/Page.tsx';
import { FilterDialog } from '#client/ui/overlay/FilterDialog.tsx';
import { waitingSorts, type WaitingSort } from '#shared/kernel/paging.ts';
import { requestsQuery, roomsQuery, type RoomAssignee, type RoomFilter } from '../chat.admin.queries.ts';
import { SoundSwitch, StatusMenu } from './AgentBar.tsx';
import { AgentRequests, oldestFirst, mailOf } from './AgentRequests.tsx';
import { BeginChat } from './BeginChat.tsx';
import { RoomList } from './RoomList.tsx';
import { RoomThread } from './RoomThread.tsx';
import { useAgentChannel } from './useAgentChannel.ts';
import { useChime } from './useChime.ts';

const filters = ['waiting', 'open', 'closed'] as const;

/** The agent's side of the chat: rooms by waiting time, the selected room beside them, and then its customer. */
export function AgentChatPage() {
  const { t } = useTranslation('chat.admin');
  const chime = useChime();
  const line = useAgentChannel(chime.ring);
  const [search, setSearch] = useSearchParams();
  const openRoomId = search.get('room') ?? undefined;
  const choose = (roomId: string | undefined) => setSearch((params) => roomParams(params, { room: roomId }));
  const customerId = openRoomId === undefined ? (search.get('user') ?? undefined) : undefined;
  const orderId = search.get('order') ?? undefined;
  useReturnToRow(openRoomId);
  const list = useRoomList();
  const isBare = list.rooms?.length === 0 && !list.isNarrowed;
  const openRoom = list.rooms?.find(({ roomId }) => roomId === openRoomId);

  return (
    <div
      data-fills-window
      className="grid min-h-0 flex-1 max-md:pb-4 md:grid-cols-[minmax(240px,336px)_minmax(0,1fr)] md:grid-rows-[minmax(0,1fr)]"
    >
      {/* On a phone the conversation replaces the list; the page title stays. */}
      <PageTitle title={t('title')} className="sr-only" />
      <section
        aria-label={t('rooms')}
        className={clsx(
          'flex min-h-0 min-w-0 flex-col gap-3 border-e border-line pt-4',
          (openRoomId ?? customerId) && 'max-md:hidden',
        )}
      >
        <ListHead list={list} isBare={isBare} line={line} chime={chime} />
        <div className="min-h-0 flex-1 overflow-y-auto pb-4">
          <Requests list={list} isBare={isBare} isFirst onChoose={choose} />
          <Rooms list={list} chosenId={openRoomId} onChoose={choose} />
          <Requests list={list} isBare={isBare} onChoose={choose} />
        </div>
      </section>
      {openRoomId ? (
        <RoomThread
          key={openRoomId}
          roomId={openRoomId}
          room={openRoom}
          orderId={orderId}
          onOrder={(order) => setSearch((params) => withParams(params, { order }), { replace: true })}
          onBack={() => choose(undefined)}
        />
      ) : customerId ? (
        <BeginChat
          key={customerId}
          userId={customerId}
          onOpen={(room) => setSearch((params) => roomParams(params, { room, order: orderId }), { replace: true })}
        />
      ) : (
        <div className="grid place-items-center p-6 max-md:hidden">
          {isBare && <NoRooms />}
          {list.rooms?.length !== 0 && <EmptyList Icon={MessagesSquare} text={t('chooseText')} />}
        </div>
      )}
    </div>
  );
}

/** The address of a room; without one, the address of the list with its assignee filter. */
const roomParams = (params: URLSearchParams, changes: { room: string | undefined; order?: string | undefined }) =>
  withParams(params, { q: undefined, user: undefined, order: undefined, ...changes });

/** Focuses the row of the closed room when an agent goes back to the list on a phone. */
function useReturnToRow(openRoomId: string | undefined) {
  const lastRoomId = useRef(openRoomId);
  useEffect(() => {
    const previousRoomId = lastRoomId.current;
    lastRoomId.current = openRoomId;
    if (openRoomId !== undefined || previousRoomId === undefined || document.activeElement !== document.body) return;
    document.querySelector<HTMLElement>(`[data-room="${CSS.escape(previousRoomId)}"]`)?.focus();
  }, [openRoomId]);
}

type List = ReturnType<typeof useRoomList>;

/** The list with search and filter; the search includes closed conversations. */
function useRoomList() {
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

interface ListHeadProps {
  list: List;
  isBare: boolean;
  line: ReturnType<typeof useAgentChannel>;
  chime: ReturnType<typeof useChime>;
}

/** The title with the agent's status, and what narrows the list. */
function ListHead({ list, isBare, line, chime }: ListHeadProps) {
  const { t } = useTranslation('chat.admin');
  return (
    <div className="flex flex-col gap-3 px-4">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <p aria-hidden="true" className="me-auto text-xl font-semibold">
          {t('title')}
        </p>
        <StatusMenu line={line} />
        <SoundSwitch chime={chime} />
      </div>
      <ListTools isBare={isBare} className="flex flex-col gap-3">
        <RoomSearch list={list} />
      </ListTools>
    </div>
  );
}

interface RequestsProps {
  list: List;
  isBare: boolean;
  /** True while there are only requests, before anyone has written in a room. */
  isFirst?: boolean;
  onChoose: (roomId: string) => void;
}

/** Requests by email below the rooms, which load first: a request that the agent reads must not be pushed down. */
function Requests({ list, isBare, isFirst = false, onChoose }: RequestsProps) {
  const isTableLayout = useTableLayout();
  if (isFirst !== isBare) return null;
  return (
    <div hidden={!list.rooms && !list.error}>
      <AgentRequests leads={isFirst && !isTableLayout} onOpen={onChoose} />
    </div>
  );
}

function RoomSearch({ list }: { list: List }) {
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

function Rooms(props: { list: List; chosenId: string | undefined; onChoose: (roomId: string) => void }) {
  const { list, chosenId, onChoose } = props;
  const { t } = useTranslation('chat.admin');
  const isTableLayout = useTableLayout();
  const { rooms, error, refetch, isFetching, hasNextPage, isFetchingNextPage, fetchNextPage } = list;
  if (!rooms && error) return <ErrorState error={error} onRetry={() => void refetch()} retrying={isFetching} />;
  if (!rooms) return <Skeleton className="flex flex-col gap-2 px-4" line={['h-16', 'h-16']} />;
  if (rooms.length === 0) {
    if (list.isNarrowed) return <NothingFound q={list.searchText} onClear={list.clear} />;
    // Beside the list there is room for it; a phone has the requests themselves.
    return !isTableLayout && <NoRooms isBelow />;
  }
  return (
    <>
      <RoomList rooms={rooms} isGrouped={list.sort === 'waiting'} chosenId={chosenId} onChoose={onChoose} />
      {hasNextPage && (
        <div className="p-4">
          <Button text={t('more')} size="small" wide busy={isFetchingNextPage} onClick={() => void fetchNextPage()} />
        </div>
      )}
    </>
  );
}

/** In the place of all conversations, before the first; `isBelow` the requests, which say themselves that they wait. */
function NoRooms({ isBelow = false }: { isBelow?: boolean }) {
  const { t } = useTranslation(['chat.admin', 'overview']);
  const mayRead = useMay()('users.read');
  const now = useNow(true, 30_000);
  const { items = [], total: asked = 0 } = useQuery(requestsQuery).data ?? {};
  const [oldest] = oldestFirst(items);
  if (isBelow && asked > 0) return null;
  return (
    <EmptyList
      Icon={MessagesSquare}
      text={asked > 0 ? t('overview:needs.requests', { count: asked, shown: formatNumber(asked) }) : t('noneText')}
      action={
        <div className="flex flex-col items-center gap-3">
          {oldest && (
            <ButtonLink
              text={t('replyOldest', { email: oldest.email, age: ageOf(oldest.timestamp, now) })}
              variant="filled"
              className="wrap-anywhere"
              to={mailOf(oldest)}
            />
          )}
          {mayRead && <ButtonLink text={t('toCustomers')} variant={oldest ? 'ghost' : 'outline'} to="/admin/users" />}
        </div>
      }
    />
  );
}

import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { MessagesSquare } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { withParams } from '#client/lib/browser/useListParams.ts';
import { useTableLayout } from '#client/lib/browser/useMediaQuery.ts';
import { EmptyList } from '#client/ui/feedback/EmptyList.tsx';
import { Skeleton } from '#client/ui/feedback/Skeleton.tsx';
import { ListTools } from '#client/ui/layout/admin/ListTools.tsx';
import { PageTitle } from '#client/ui/layout/Page.tsx';
import { requestsQuery } from '../chat.admin.queries.ts';
import { SoundSwitch, StatusMenu } from './AgentBar.tsx';
import { AgentRequests } from './AgentRequests.tsx';
import { BeginChat } from './BeginChat.tsx';
import { Rooms, NoRooms } from './Rooms.tsx';
import { RoomSearch } from './RoomSearch.tsx';
import { RoomThread } from './RoomThread.tsx';
import { useAgentChannel } from './useAgentChannel.ts';
import { useChime } from './useChime.ts';
import { useRoomList, type RoomListState } from './useRoomList.ts';

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
        <RoomsAndRequests list={list} isBare={isBare} chosenId={openRoomId} onChoose={choose} />
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

interface ListHeadProps {
  list: RoomListState;
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

interface RoomsAndRequestsProps {
  list: RoomListState;
  /** True while there are only requests, before anyone has written in a room: they come first then. */
  isBare: boolean;
  chosenId: string | undefined;
  onChoose: (roomId: string) => void;
}

/** The rooms, and requests by email, which come together: what the agent reads must not be pushed down. */
function RoomsAndRequests({ list, isBare, chosenId, onChoose }: RoomsAndRequestsProps) {
  const isTableLayout = useTableLayout();
  const { isLoading } = useQuery(requestsQuery);
  if (!list.error && (!list.rooms || isLoading))
    return <Skeleton className="flex flex-1 flex-col gap-2 px-4" line={['h-16', 'h-16']} />;
  const requests = <AgentRequests leads={isBare && !isTableLayout} onOpen={onChoose} />;
  return (
    <div className="min-h-0 flex-1 overflow-y-auto pb-4">
      {isBare && requests}
      <Rooms list={list} chosenId={chosenId} onChoose={onChoose} />
      {!isBare && requests}
    </div>
  );
}

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AgentStatus } from '#shared/chat/chat.socket.ts';
import { formatRelative } from '#client/lib/format.ts';
import { Button } from '#client/ui/Button.tsx';
import { PageTitle } from '#client/ui/Page.tsx';
import { Bone, Skeleton } from '#client/ui/Skeleton.tsx';
import { EmptyState, ErrorState } from '#client/ui/States.tsx';
import { TextInput } from '#client/ui/TextInput.tsx';
import { roomsQuery, type Room } from '../chat.api.ts';
import { useThread } from '../useThread.ts';
import { AgentRequests } from './AgentRequests.tsx';
import { RoomName } from './RoomName.tsx';
import { RoomThread } from './RoomThread.tsx';

/** The desk's side of the chat: rooms by how long they wait, the chosen one beside them. */
export function AgentChatPage() {
  const { t } = useTranslation('chat');
  const [search, setSearch] = useState('');
  const [chosenId, setChosenId] = useState<string>();
  const rooms = useQuery(roomsQuery(useDeferredValue(search.trim())));
  const chosen = rooms.data?.items.find(({ roomId }) => roomId === chosenId);
  const line = useAgentLine();

  return (
    <div className="grid min-h-0 flex-1 max-md:pb-4 md:h-dvh md:grid-cols-[minmax(240px,320px)_minmax(0,1fr)]">
      {/* On a phone the list gives way to the conversation; the page keeps its name. */}
      <PageTitle title={t('agent.title')} className="sr-only">
        {t('agent.title')}
      </PageTitle>
      <section
        aria-label={t('agent.rooms')}
        className={clsx('flex min-h-0 flex-col gap-3 border-e border-line p-4', chosenId && 'max-md:hidden')}
      >
        <p aria-hidden="true" className="text-xl font-semibold">
          {t('agent.title')}
        </p>
        <StatusSwitch {...line} />
        <TextInput
          label={t('agent.search')}
          type="search"
          required={false}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
        <div className="min-h-0 flex-1 overflow-y-auto">
          {rooms.data ? (
            <RoomList rooms={rooms.data.items} chosenId={chosenId} onChoose={setChosenId} searched={search !== ''} />
          ) : rooms.error ? (
            <ErrorState error={rooms.error} onRetry={() => void rooms.refetch()} retrying={rooms.isFetching} />
          ) : (
            <Skeleton className="flex flex-col gap-2">
              <Bone className="h-16" />
              <Bone className="h-16" />
            </Skeleton>
          )}
          <AgentRequests />
        </div>
      </section>
      {chosenId ? (
        <RoomThread key={chosenId} roomId={chosenId} room={chosen} onBack={() => setChosenId(undefined)} />
      ) : (
        <div className="grid place-items-center p-6 max-md:hidden">
          <EmptyState title={t('agent.choose')} text={t('agent.chooseText')} />
        </div>
      )}
    </div>
  );
}

/** Being there: while this page is open the agent counts as online, or as busy. */
function useAgentLine() {
  const queries = useQueryClient();
  const [status, setStatus] = useState<AgentStatus>('offline');
  const { state, say } = useThread({
    from: 'support',
    join: () => ({ type: 'join_as_agent', agentId: 'admin-agent' }),
    onEvent: (event) => {
      if (event.type === 'agent_status_update') setStatus(event.status);
      else void queries.invalidateQueries({ queryKey: ['chat', 'rooms'] });
    },
  });
  return {
    state,
    status,
    choose: (next: AgentStatus) => say({ type: 'agent_status', agentId: 'admin-agent', status: next }),
  };
}

function StatusSwitch({ state, status, choose }: ReturnType<typeof useAgentLine>) {
  const { t } = useTranslation('chat');
  if (state !== 'open')
    return <output className="block flex min-h-9 items-center text-muted">{t('reconnecting')}</output>;
  return (
    <fieldset aria-label={t('agent.status')} className="flex gap-2">
      {(['online', 'busy'] as const).map((one) => (
        <Button
          key={one}
          size="small"
          look={status === one ? 'tonal' : 'outline'}
          aria-pressed={status === one}
          onClick={() => choose(one)}
        >
          {t(`agent.${one}`)}
        </Button>
      ))}
    </fieldset>
  );
}

interface RoomListProps {
  rooms: readonly Room[];
  chosenId: string | undefined;
  onChoose: (roomId: string) => void;
  searched: boolean;
}

function RoomList({ rooms, chosenId, onChoose, searched }: RoomListProps) {
  const { t } = useTranslation('chat');
  if (rooms.length === 0)
    return <EmptyState title={t('agent.none')} text={t(searched ? 'agent.noMatch' : 'agent.noneText')} />;
  return (
    <ul>
      {rooms.map((room) => (
        <li key={room.roomId} className="border-b border-line">
          <button
            type="button"
            aria-current={room.roomId === chosenId || undefined}
            onClick={() => onChoose(room.roomId)}
            className={clsx(
              'flex w-full flex-col gap-1 px-2 py-3 text-start hover:bg-tide-soft',
              room.roomId === chosenId && 'bg-tide-soft',
            )}
          >
            <span className="flex w-full items-baseline justify-between gap-2">
              <span className="truncate font-medium">
                <RoomName room={room} />
              </span>
              <time dateTime={room.lastActivity} className="shrink-0 text-xs text-muted">
                {formatRelative(room.lastActivity)}
              </time>
            </span>
            <span className="flex w-full items-baseline justify-between gap-2 text-muted">
              <span className="truncate">{room.messages.at(-1)?.text}</span>
              {room.unread > 0 && room.roomId !== chosenId && (
                <strong className="shrink-0 text-xs text-tide">{t('agent.unread', { count: room.unread })}</strong>
              )}
            </span>
            {(room.online || !room.isActive) && (
              <span className="text-xs text-muted">{t(room.isActive ? 'agent.here' : 'agent.closed')}</span>
            )}
          </button>
        </li>
      ))}
    </ul>
  );
}

import { clsx } from 'clsx';
import { User } from 'lucide-react';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { HandlingLine } from '#client/features/users/components/HandlingLine.tsx';
import { useNow } from '#client/lib/browser/useNow.ts';
import { ageOf } from '#client/lib/format/age.ts';
import { formatDateTime } from '#client/lib/format/format.ts';
import { useSession } from '#client/lib/session/session.ts';
import { Avatar } from '#client/ui/data/Avatar.tsx';
import type { AgentRoom } from '../chat.admin.queries.ts';
import { UnreadBadge } from '../components/UnreadBadge.tsx';
import { RoomName } from './RoomName.tsx';

interface RoomListProps {
  rooms: readonly AgentRoom[];
  /** True if those that wait come first. */
  isGrouped: boolean;
  chosenId: string | undefined;
  onChoose: (roomId: string) => void;
}

/**
 * Conversations, the longest waiting first: those that wait stand under one heading, which their rows do not repeat.
 */
export function RoomList({ rooms, isGrouped, chosenId, onChoose }: RoomListProps) {
  const { t } = useTranslation('chat.admin');
  const now = useNow(true, 30_000);
  const groups = isGrouped
    ? [
        { title: t('waits'), members: rooms.filter(({ waitingSince }) => waitingSince) },
        { title: t('answered'), members: rooms.filter(({ waitingSince }) => !waitingSince) },
      ]
    : [{ title: undefined, members: rooms }];
  return groups.map(
    ({ title, members }) =>
      members.length > 0 && (
        <Fragment key={title}>
          {title && <h2 className="px-4 pt-3 pb-1 text-xs font-medium tracking-normal text-muted">{title}</h2>}
          <ul aria-label={title}>
            {members.map((room) => (
              <li key={room.roomId} className="border-b border-line">
                <RoomRow
                  room={room}
                  now={now}
                  isGrouped={isGrouped}
                  isChosen={room.roomId === chosenId}
                  onChoose={() => onChoose(room.roomId)}
                />
              </li>
            ))}
          </ul>
        </Fragment>
      ),
  );
}

interface RoomRowProps {
  room: AgentRoom;
  /** Present time in ms. */
  now: number;
  /** True if a heading above names the state of waiting. */
  isGrouped: boolean;
  isChosen: boolean;
  onChoose: () => void;
}

function RoomRow({ room, now, isGrouped, isChosen, onChoose }: RoomRowProps) {
  const { t } = useTranslation(['chat.admin', 'chat']);
  const { messages, online, isActive, waitingSince, wantsAgent, lastActivity, unread } = room;
  const newestMessage = messages.at(-1);
  const since = waitingSince ?? lastActivity;
  const session = useSession();
  const isOwn = session.status === 'signedIn' && newestMessage?.by?.id === session.user.id;
  const details = [
    online && t('chat.admin:here'),
    waitingSince && (wantsAgent ? t('chat.admin:asksForAgent') : !isGrouped && t('chat.admin:waits')),
    !isActive && t('chat.admin:closed'),
  ];
  return (
    <button
      type="button"
      data-room={room.roomId}
      aria-current={isChosen || undefined}
      onClick={onChoose}
      className={clsx(
        'flex w-full items-center gap-3 border-s-3 px-3 py-3 text-start hover:bg-tide-soft',
        isChosen ? 'border-tide bg-tide-soft' : 'border-transparent',
      )}
    >
      <span className="relative">
        <RoomAvatar room={room} />
        {online && (
          <span
            aria-hidden="true"
            className="absolute -end-0.5 -bottom-0.5 size-3 rounded-full border-2 border-bg bg-completed"
          />
        )}
      </span>
      <span className="flex min-w-0 flex-1 flex-col">
        <span className="flex w-full items-baseline justify-between gap-2">
          <span dir="auto" className="truncate font-medium">
            <RoomName room={room} />
          </span>
          <time dateTime={since} title={formatDateTime(since)} className="shrink-0 text-xs text-muted">
            {ageOf(since, now)}
          </time>
        </span>
        <span className="flex w-full items-baseline justify-between gap-2 text-muted">
          <span dir="auto" className="truncate">
            {newestMessage?.sender === 'support' &&
              `${isOwn ? t('chat:you') : (newestMessage.by?.name ?? t('chat:agent'))}: `}
            {newestMessage?.text || newestMessage?.file?.originalName}
          </span>
          {!isChosen && <UnreadBadge count={unread} className="shrink-0" />}
        </span>
        <span className="truncate text-xs text-muted">{details.filter(Boolean).join(', ')}</span>
        <HandlingLine assignee={room.assignee} />
      </span>
    </button>
  );
}

function RoomAvatar({ room: { userName } }: { room: AgentRoom }) {
  if (userName) return <Avatar name={userName} />;
  return (
    <span aria-hidden="true" className="grid size-9 place-items-center rounded-full bg-tide-soft text-tide">
      <User className="size-4.5" />
    </span>
  );
}

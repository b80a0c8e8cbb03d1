import { ArrowLeft, User } from 'lucide-react';
import { useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMediaQuery } from '#client/lib/browser/useMediaQuery.ts';
import { useSession } from '#client/lib/session/session.ts';
import { Problem } from '#client/ui/feedback/Problem.tsx';
import { toast } from '#client/ui/feedback/toast.ts';
import { Button, IconButton } from '#client/ui/form/Button.tsx';
import { Dialog } from '#client/ui/overlay/Dialog.tsx';
import { shownEmail } from '#shared/kernel/email-address.ts';
import { useAssignRoom, type AgentRoom } from '../chat.admin.queries.ts';
import { timeOf } from '../chat.time.ts';
import { Thread } from '../components/Thread.tsx';
import { CustomerDetails } from './CustomerDetails.tsx';
import { RoomComposer } from './RoomComposer.tsx';
import { RoomName } from './RoomName.tsx';
import { useAgentRoom } from './useAgentRoom.ts';

interface RoomThreadProps {
  roomId: string;
  /** Its entry in the list; undefined where the list has none. */
  room: AgentRoom | undefined;
  /** The order from which the agent opened the room. */
  orderId: string | undefined;
  onBack: () => void;
}

/** One conversation as the agent reads and answers it, with its customer beside it. */
export function RoomThread({ roomId, room: cachedRoom, orderId, onBack }: RoomThreadProps) {
  const { t } = useTranslation(['chat.admin', 'chat']);
  const agentRoom = useAgentRoom(roomId, cachedRoom);
  const { room, state } = agentRoom;
  const session = useSession();
  const userId = session.status === 'signedIn' ? session.user.id : undefined;
  const presence = room?.online ? 'chat.admin:here' : room?.userEmail ? 'chat.admin:gone' : 'chat.admin:goneNoMail';
  const isWide = useMediaQuery('(min-width: 48rem)');
  const hasRoomBeside = useMediaQuery('(min-width: 80rem)');
  const section = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    // On a phone the pressed row has gone with its list: the focus moves into the conversation.
    if (!document.activeElement?.matches('[data-room]')) return;
    const field = isWide ? section.current?.querySelector('textarea') : undefined;
    (field ?? section.current)?.focus();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, when the conversation is opened
  }, []);

  return (
    <div className="grid min-h-0 min-w-0 xl:grid-cols-[minmax(0,1fr)_288px] xl:grid-rows-[minmax(0,1fr)]">
      <section
        ref={section}
        tabIndex={-1}
        aria-labelledby="room-name"
        className="flex min-h-0 min-w-0 flex-col max-md:h-[calc(100dvh-3.5rem)]"
      >
        <RoomHeader
          roomId={roomId}
          room={room}
          ownId={userId}
          onBack={onBack}
          move={agentRoom.move}
          hasDetails={!hasRoomBeside}
        />
        <Problem error={agentRoom.move.error} />
        <Thread
          lines={agentRoom.lines}
          side="support"
          ownId={userId}
          newFrom={agentRoom.newFrom}
          isConnected={state === 'open'}
          onRetry={agentRoom.retry}
          typing={agentRoom.isOtherTyping && t('chat:customerTyping')}
          readSeq={agentRoom.readSeq}
          earlier={agentRoom.hasEarlier && { busy: agentRoom.isReadingEarlier, onRead: agentRoom.readEarlier }}
          className="min-h-0 flex-1"
        />
        <div className="flex flex-col gap-2 border-t border-line p-4">
          <output className="block text-muted">
            {state === 'waiting' ? t('chat:reconnecting') : room && t(presence)}
          </output>
          <RoomComposer roomId={roomId} agentRoom={agentRoom} orderId={orderId} />
          <p className="text-xs text-muted max-md:hidden">{t('chat.admin:keys')}</p>
        </div>
      </section>
      {room && hasRoomBeside && (
        <aside
          aria-label={t('chat.admin:customer')}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
          tabIndex={0}
          className="min-h-0 overflow-y-auto border-s border-line p-4"
        >
          <CustomerDetails room={room} />
        </aside>
      )}
    </div>
  );
}

interface HeaderProps {
  roomId: string;
  room: AgentRoom | undefined;
  ownId: string | undefined;
  onBack: () => void;
  move: ReturnType<typeof useAgentRoom>['move'];
  /** True if the customer details are behind a button, for lack of space beside. */
  hasDetails: boolean;
}

function RoomHeader({ roomId, room, ownId, onBack, move, hasDetails }: HeaderProps) {
  const { t } = useTranslation(['chat.admin', 'chat']);
  const [isShown, setIsShown] = useState(false);
  return (
    <div className="flex flex-wrap items-center gap-3 border-b border-line p-4">
      <IconButton label={t('chat.admin:back')} className="md:hidden" onClick={onBack}>
        <ArrowLeft className="size-5 rtl:-scale-x-100" />
      </IconButton>
      <div className="min-w-0 grow basis-40">
        <h2 id="room-name" dir="auto" className="w-fit max-w-full truncate text-base">
          {room ? <RoomName room={room} /> : roomId}
        </h2>
        <p className="truncate text-muted">
          {room?.waitingSince
            ? t('chat.admin:waiting', { time: timeOf(room.waitingSince) })
            : room?.userEmail
              ? shownEmail(room.userEmail)
              : t('chat.admin:noEmail')}
        </p>
      </div>
      {room && hasDetails && (
        <IconButton label={t('chat.admin:customer')} onClick={() => setIsShown(true)}>
          <User className="size-5" />
        </IconButton>
      )}
      {room && ownId !== undefined && room.assignee?.id !== ownId && <TakeRoom roomId={roomId} ownId={ownId} />}
      {room && (
        <Button size="small" busy={move.isPending} onClick={() => move.mutate()}>
          {t(room.isActive ? 'chat.admin:closeRoom' : 'chat.admin:reopen')}
        </Button>
      )}
      {room && (
        <Dialog open={isShown} onClose={() => setIsShown(false)} title={<RoomName room={room} />}>
          <CustomerDetails room={room} />
        </Dialog>
      )}
    </div>
  );
}

function TakeRoom({ roomId, ownId }: { roomId: string; ownId: string }) {
  const { t } = useTranslation(['chat.admin', 'users.handling']);
  const assign = useAssignRoom(roomId);
  return (
    <Button
      text={t('chat.admin:assignToMe')}
      size="small"
      variant="outline"
      busy={assign.isPending}
      onClick={() =>
        assign.mutate({ userId: ownId }, { onError: () => toast({ title: t('users.handling:failed.assign') }) })
      }
    />
  );
}
